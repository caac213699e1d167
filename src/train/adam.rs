//! `AdamW` (I. Loshchilov and F. Hutter, *Decoupled Weight Decay Regularization*, 2019, algorithm
//! 2): steps by the mean of past gradients over the root of their mean square, and a decay of the
//! weights that is no part of the gradient.

/// How much of the mean and of the mean square stays at each step.
const KEPT: (f32, f32) = (0.9, 0.999);

/// Keeps a step finite where there never was a gradient.
const LEAST: f32 = 1e-8;

/// What the optimiser remembers of past gradients.
#[derive(Clone, PartialEq, Debug)]
pub struct Adam {
    /// Mean gradient of each weight.
    pub mean: Vec<f32>,
    /// Mean square.
    pub square: Vec<f32>,
    /// Steps made.
    pub steps: u64,
}

impl Adam {
    /// For so many weights.
    pub fn new(weights: usize) -> Self {
        Self {
            mean: vec![0.0; weights],
            square: vec![0.0; weights],
            steps: 0,
        }
    }

    /// One step against the gradient, all lists as long as the optimiser was made for. `rate` is
    /// about the step of a weight; where `decays`, the weight also loses the part `rate * decay`
    /// of itself.
    pub fn step(
        &mut self,
        weights: &mut [f32],
        gradient: &[f32],
        decays: &[bool],
        (rate, decay): (f32, f32),
    ) {
        self.steps += 1;
        // Both means begin at 0 and are too small by these factors.
        let steps = self.steps as f64;
        let mean_part = (1.0 - libm::pow(KEPT.0.into(), steps)) as f32;
        let square_part = (1.0 - libm::pow(KEPT.1.into(), steps)) as f32;
        let memory = self.mean.iter_mut().zip(&mut self.square);
        for (((weight, &slope), &decays), (mean, square)) in
            weights.iter_mut().zip(gradient).zip(decays).zip(memory)
        {
            *mean = KEPT.0 * *mean + (1.0 - KEPT.0) * slope;
            *square = KEPT.1 * *square + (1.0 - KEPT.1) * slope * slope;
            let step = *mean / mean_part / ((*square / square_part).sqrt() + LEAST);
            let lost = if decays { decay * *weight } else { 0.0 };
            *weight -= rate * (step + lost);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Adam;

    /// With a constant gradient both means are exact, so each step is the rate, whatever the size
    /// of the gradient; the decay comes on top where it applies.
    #[test]
    fn steps_of_known_size() {
        let mut adam = Adam::new(3);
        let mut weights = [1.0, 1.0, 1.0];
        adam.step(
            &mut weights,
            &[5.0, -0.01, 0.0],
            &[false, false, true],
            (0.1, 0.5),
        );
        for (weight, expected) in weights.iter().zip([0.9, 1.1, 0.95]) {
            assert!((weight - expected).abs() < 1e-5, "{weights:?}");
        }
        adam.step(
            &mut weights,
            &[5.0, -0.01, 0.0],
            &[false, false, true],
            (0.1, 0.5),
        );
        for (weight, expected) in weights.iter().zip([0.8, 1.2, 0.9025]) {
            assert!((weight - expected).abs() < 1e-5, "{weights:?}");
        }
    }

    #[test]
    fn a_bowl_is_walked_down() {
        let mut adam = Adam::new(2);
        let mut weights = [3.0_f32, -2.0];
        for _ in 0..2_000 {
            let gradient = [2.0 * (weights[0] - 1.0), 20.0 * (weights[1] - 0.5)];
            adam.step(&mut weights, &gradient, &[false; 2], (0.01, 0.0));
        }
        assert!(
            (weights[0] - 1.0).abs() < 1e-2 && (weights[1] - 0.5).abs() < 1e-2,
            "{weights:?}"
        );
    }
}
