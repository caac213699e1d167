//! A second move generator, slow and plain, written from the rules text alone: letters on a
//! padded board, recursion over single jumps. It shares nothing with the library but the Hub
//! form of a position and the names of variants.

use baige::rules::Variant;
use std::collections::{BTreeSet, HashSet};

/// Fourteen files: a 10x10 board with a border of two, or an 8x8 one in its corner.
const PITCH: isize = 14;
const CELLS: usize = (PITCH * PITCH) as usize;
const DIAGONAL: [isize; 4] = [-PITCH - 1, -PITCH + 1, PITCH - 1, PITCH + 1];
/// Along rows and columns the next dark square is two away.
const STRAIGHT: [isize; 4] = [-2 * PITCH, 2 * PITCH, -2, 2];

/// What tells moves apart: from, to, and the set of captured squares (bit n = square n).
pub(crate) type Identity = (u8, u8, u64);

/// One way to play one move.
#[derive(Clone, Debug)]
pub(crate) struct Way {
    pub(crate) from: u8,
    /// Every square touched, the last one included.
    pub(crate) path: Vec<u8>,
    /// The squares of the captured pieces in the order of the jumps, and which of them are kings.
    pub(crate) taken: Vec<u8>,
    kings: Vec<bool>,
    pub(crate) by_king: bool,
    pub(crate) crowned: bool,
}

impl Way {
    pub(crate) fn to(&self) -> u8 {
        self.path[self.path.len() - 1]
    }

    pub(crate) fn identity(&self) -> Identity {
        (self.from, self.to(), mask(&self.taken))
    }

    /// Captures of a lower rank than another one are not allowed.
    fn rank(&self, variant: Variant) -> Vec<isize> {
        use Variant::{
            Brazilian, Breakthrough, Czech, English, Frisian, Frysk, Italian, Killer, Losing,
            Normal, Pool, Russian,
        };
        let number = self.taken.len() as isize;
        let kings = self.kings.iter().filter(|is_king| **is_king).count() as isize;
        let by_king = isize::from(self.by_king);
        match variant {
            Normal | Killer | Breakthrough | Losing | Brazilian => vec![number],
            // A king counts for two men less a little.
            Frisian | Frysk => vec![number + kings, -kings, by_king],
            Russian | Pool | English => vec![],
            Czech => vec![by_king],
            Italian => {
                let order = self.kings.iter().map(|is_king| isize::from(*is_king));
                [number, by_king, kings].into_iter().chain(order).collect()
            }
        }
    }
}

fn mask(numbers: &[u8]) -> u64 {
    numbers.iter().fold(0, |set, number| set | 1 << number)
}

/// A position as letters: `w b W B`, `e` for empty, `#` for everything that is no dark square.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Board {
    cells: [char; CELLS],
    width: usize,
    white_moves: bool,
    variant: Variant,
    /// The king that has moved quietly last and how often in a row, White's first.
    runs: [Option<(u8, u8)>; 2],
}

impl Board {
    pub(crate) fn new(hub: &str, variant: Variant) -> Self {
        let width = if hub.len() == 51 { 10 } else { 8 };
        let mut board = Self {
            cells: ['#'; CELLS],
            width,
            white_moves: hub.starts_with('W'),
            variant,
            runs: [None; 2],
        };
        for (number, letter) in (1..).zip(hub.chars().skip(1)) {
            let cell = board.cell(number);
            board.cells[cell] = letter;
        }
        board
    }

    /// With kings' quiet moves in a row, White's first.
    pub(crate) fn with_runs(mut self, runs: [Option<(u8, u8)>; 2]) -> Self {
        self.runs = runs;
        self
    }

    pub(crate) fn hub(&self) -> String {
        let letters = (1..=self.squares()).map(|number| self.cells[self.cell(number)]);
        let side = if self.white_moves { 'W' } else { 'B' };
        std::iter::once(side).chain(letters).collect()
    }

    fn squares(&self) -> u8 {
        (self.width * self.width / 2) as u8
    }

    fn is_frisian(&self) -> bool {
        matches!(self.variant, Variant::Frisian | Variant::Frysk)
    }

    fn kings_fly(&self) -> bool {
        !matches!(self.variant, Variant::English | Variant::Italian)
    }

    fn men_go_back(&self) -> bool {
        self.kings_fly() && self.variant != Variant::Czech
    }

    /// Squares are counted from the top left; the dark squares of the top row are its second,
    /// fourth, ..., in Italian draughts its first, third, ...
    fn cell(&self, number: u8) -> usize {
        let order = usize::from(number) - 1;
        let row = order / (self.width / 2);
        let shift = if self.variant == Variant::Italian {
            row % 2
        } else {
            1 - row % 2
        };
        let column = order % (self.width / 2) * 2 + shift;
        (row + 2) * PITCH as usize + column + 2
    }

    fn number(&self, cell: usize) -> u8 {
        (1..=self.squares())
            .find(|number| self.cell(*number) == cell)
            .unwrap()
    }

    fn is_last_row(&self, cell: usize, white: bool) -> bool {
        cell / PITCH as usize == if white { 2 } else { self.width + 1 }
    }

    /// The cells of a side's pieces.
    fn pieces(&self, white: bool) -> Vec<usize> {
        (0..CELLS)
            .filter(|cell| is_of(self.cells[*cell], white))
            .collect()
    }

    /// Is the game over by a king?
    fn is_decided(&self) -> bool {
        self.variant == Variant::Breakthrough
            && self.cells.iter().any(|letter| matches!(letter, 'W' | 'B'))
    }

    /// All ways to play all legal moves of the side to move, or nothing when the search grows
    /// over `budget` jumps. With `each_path` unset, a square reached again with the same pieces
    /// taken is not searched again: all moves, but not all ways.
    pub(crate) fn ways(&self, each_path: bool, budget: usize) -> Option<Vec<Way>> {
        let captures = self.captures(self.white_moves, each_path, budget)?;
        Some(if captures.is_empty() {
            self.steps()
        } else {
            captures
        })
    }

    /// The different moves among [`Self::ways`].
    pub(crate) fn moves(&self, budget: usize) -> Option<BTreeSet<Identity>> {
        let ways = self.ways(false, budget)?;
        Some(ways.iter().map(Way::identity).collect())
    }

    /// The captures a side would have to choose from if it were to move.
    pub(crate) fn captures(&self, white: bool, each_path: bool, budget: usize) -> Option<Vec<Way>> {
        if self.is_decided() {
            return Some(Vec::new());
        }
        let mut all = Vec::new();
        let mut budget = budget;
        for from in self.pieces(white) {
            let mut lifted = self.clone();
            let letter = std::mem::replace(&mut lifted.cells[from], 'e');
            let by_king = letter.is_ascii_uppercase();
            let mut walk = Walk {
                board: &lifted,
                white,
                by_king,
                from: self.number(from),
                path: Vec::new(),
                taken: Vec::new(),
                seen: (!each_path && self.variant != Variant::Italian).then(HashSet::new),
                found: Vec::new(),
                budget,
            };
            walk.jump_on(from, by_king)?;
            budget = walk.budget;
            all.append(&mut walk.found);
        }
        let best = all.iter().map(|way| way.rank(self.variant)).max();
        all.retain(|way| Some(way.rank(self.variant)) == best);
        Some(all)
    }

    fn steps(&self) -> Vec<Way> {
        let white = self.white_moves;
        let mut all = Vec::new();
        if self.is_decided() {
            return all;
        }
        for from in self.pieces(white) {
            let by_king = self.cells[from].is_ascii_uppercase();
            let number = self.number(from);
            if self.runs[usize::from(!white)]
                .is_some_and(|(king, times)| king == number && times >= 3)
            {
                continue;
            }
            for step in DIAGONAL {
                if !by_king && (step < 0) != white {
                    continue;
                }
                let mut to = from.wrapping_add_signed(step);
                while self.cells[to] == 'e' {
                    all.push(Way {
                        from: number,
                        path: vec![self.number(to)],
                        taken: Vec::new(),
                        kings: Vec::new(),
                        by_king,
                        crowned: !by_king && self.is_last_row(to, white),
                    });
                    if !by_king || !self.kings_fly() {
                        break;
                    }
                    to = to.wrapping_add_signed(step);
                }
            }
        }
        all
    }

    /// The board after a move.
    pub(crate) fn after(&self, way: &Way) -> Self {
        let mut next = self.clone();
        let letter = std::mem::replace(&mut next.cells[self.cell(way.from)], 'e');
        for taken in &way.taken {
            next.cells[self.cell(*taken)] = 'e';
        }
        next.cells[self.cell(way.to())] = if way.crowned {
            letter.to_ascii_uppercase()
        } else {
            letter
        };
        next.white_moves = !self.white_moves;
        if self.is_frisian() {
            let own = usize::from(!self.white_moves);
            next.runs[own] = None;
            if way.by_king && way.taken.is_empty() {
                let before = self.runs[own].filter(|(king, _)| *king == way.from);
                next.runs[own] = Some((way.to(), before.map_or(0, |(_, times)| times) + 1));
            }
            // Only a side that has a man and a king counts.
            for (side, man) in [(0, 'w'), (1, 'b')] {
                let king = |number| next.cells[next.cell(number)] == man.to_ascii_uppercase();
                let stays = next.cells.contains(&man);
                next.runs[side] = next.runs[side].filter(|(number, _)| stays && king(*number));
            }
        }
        next
    }
}

fn is_of(letter: char, white: bool) -> bool {
    letter.eq_ignore_ascii_case(if white { &'w' } else { &'b' })
}

struct Walk<'a> {
    /// The board without the capturing piece: its own square may be crossed or landed on.
    board: &'a Board,
    white: bool,
    /// When the capture began.
    by_king: bool,
    from: u8,
    path: Vec<u8>,
    taken: Vec<u8>,
    seen: Option<HashSet<(usize, u64, bool)>>,
    found: Vec<Way>,
    budget: usize,
}

impl Walk<'_> {
    /// The pieces that can be jumped from a cell: their cell and the landing cells behind them.
    /// Captured pieces are still there: they stop a king and are not jumped again.
    fn victims(&self, at: usize, is_king: bool) -> Vec<(usize, Vec<usize>)> {
        let board = self.board;
        let mut steps = DIAGONAL.to_vec();
        if board.is_frisian() {
            steps.extend(STRAIGHT);
        }
        let mut found = Vec::new();
        for step in steps {
            if !is_king && !board.men_go_back() && (step < 0) != self.white {
                continue;
            }
            let flies = is_king && board.kings_fly();
            let mut over = at.wrapping_add_signed(step);
            while flies && board.cells[over] == 'e' {
                over = over.wrapping_add_signed(step);
            }
            let letter = board.cells[over];
            let is_safe =
                board.variant == Variant::Italian && !is_king && letter.is_ascii_uppercase();
            if !is_of(letter, !self.white) || is_safe || self.taken.contains(&board.number(over)) {
                continue;
            }
            let mut landings = Vec::new();
            let mut landing = over.wrapping_add_signed(step);
            while board.cells[landing] == 'e' && (flies || landings.is_empty()) {
                landings.push(landing);
                landing = landing.wrapping_add_signed(step);
            }
            if !landings.is_empty() {
                found.push((over, landings));
            }
        }
        found
    }

    /// Every jump from a cell, and what follows.
    fn jump_on(&mut self, at: usize, is_king: bool) -> Option<()> {
        for (over, landings) in self.victims(at, is_king) {
            self.taken.push(self.board.number(over));
            let crowned_on = |cell| {
                is_king
                    || self.board.variant == Variant::Russian
                        && self.board.is_last_row(cell, self.white)
            };
            let landings: Vec<(usize, bool)> = landings
                .into_iter()
                .map(|cell| (cell, crowned_on(cell)))
                .collect();
            // A capture goes on as long as it can from some landing square.
            let goes_on =
                |(cell, is_king): &(usize, bool)| !self.victims(*cell, *is_king).is_empty();
            let ends = !landings.iter().any(goes_on);
            for (place, (landing, is_king)) in landings.into_iter().enumerate() {
                self.land(landing, is_king, ends, place == 0)?;
            }
            self.taken.pop();
        }
        Some(())
    }

    /// Behind the piece jumped last.
    fn land(
        &mut self,
        landing: usize,
        is_king: bool,
        ends: bool,
        right_behind: bool,
    ) -> Option<()> {
        self.budget = self.budget.checked_sub(1)?;
        self.path.push(self.board.number(landing));
        let was_king =
            |number: &u8| self.board.cells[self.board.cell(*number)].is_ascii_uppercase();
        let kings: Vec<bool> = self.taken.iter().map(was_king).collect();
        let stops =
            self.board.variant == Variant::Killer && self.by_king && kings.ends_with(&[true]);
        if ends && (!stops || right_behind) {
            self.found.push(Way {
                from: self.from,
                path: self.path.clone(),
                taken: self.taken.clone(),
                kings,
                by_king: self.by_king,
                crowned: !self.by_king && (is_king || self.board.is_last_row(landing, self.white)),
            });
        }
        let state = (landing, mask(&self.taken), is_king);
        if !ends && self.seen.as_mut().is_none_or(|seen| seen.insert(state)) {
            self.jump_on(landing, is_king)?;
        }
        self.path.pop();
        Some(())
    }
}
