//! A net of random numbers beside a man's and a king's worth, to measure the speed of nets and to
//! try the places that read them.
//!
//! ```text
//! cargo run --release --example random_net -- VARIANT UNITS SEED OUT
//! ```

use anyhow::{Context, ensure};
use baige::eval::net::{Parameters, SKIP_SCALE};
use baige::prng::Prng;
use baige::rules::Variant;

fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let usage = "expected VARIANT UNITS SEED OUT";
    ensure!(arguments.len() == 4, usage);
    let variant: Variant = arguments[0].parse()?;
    let net = random(
        variant,
        arguments[1].parse().context(usage)?,
        arguments[2].parse().context(usage)?,
    );
    net.check()?;
    std::fs::write(&arguments[3], net.to_bytes()).context("the result")
}

fn random(variant: Variant, hidden: usize, seed: u64) -> Parameters {
    let mut prng = Prng::new(seed);
    let mut up_to = |most: u64| prng.below(2 * most + 1) as i16 - most as i16;
    let mut net = Parameters::zero(variant, hidden);
    net.first.iter_mut().for_each(|weight| *weight = up_to(60));
    net.first_bias
        .iter_mut()
        .for_each(|bias| *bias = up_to(100));
    for head in &mut net.heads {
        head.output.iter_mut().for_each(|weight| *weight = up_to(8));
        (head.skip[0], head.skip[1], head.skip[2]) =
            (100 * SKIP_SCALE, 250 * SKIP_SCALE, 200 * SKIP_SCALE);
    }
    net
}
