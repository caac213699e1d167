//! A second move generator, slow and plain, written from the rules text alone: letters on a
//! padded board, recursion over single jumps. It shares nothing with the library but the Hub
//! form of a position.

use std::collections::{BTreeSet, HashSet};

/// Twelve files: a 10x10 board with a border, or an 8x8 one in its corner.
const PITCH: usize = 12;
const UP: [usize; 2] = [PITCH - 1, PITCH + 1];

/// What tells moves apart: from, to, and the set of captured squares (bit n = square n).
pub(crate) type Identity = (u8, u8, u64);

/// One way to play one move.
#[derive(Clone, Debug)]
pub(crate) struct Way {
    pub(crate) from: u8,
    /// Every square touched, the last one included.
    pub(crate) path: Vec<u8>,
    /// The squares of the captured pieces in the order of the jumps.
    pub(crate) taken: Vec<u8>,
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
}

fn mask(numbers: &[u8]) -> u64 {
    numbers.iter().fold(0, |set, number| set | 1 << number)
}

/// A position as letters: `w b W B`, `e` for empty, `#` for everything that is no dark square.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Board {
    cells: [char; PITCH * PITCH],
    width: usize,
    white_moves: bool,
    /// Killer rule: a king that takes a king last stops right behind it.
    killer: bool,
}

impl Board {
    pub(crate) fn new(hub: &str, killer: bool) -> Self {
        let width = if hub.len() == 51 { 10 } else { 8 };
        let mut board = Self {
            cells: ['#'; PITCH * PITCH],
            width,
            white_moves: hub.starts_with('W'),
            killer,
        };
        for (number, letter) in (1..).zip(hub.chars().skip(1)) {
            board.cells[board.cell(number)] = letter;
        }
        board
    }

    pub(crate) fn hub(&self) -> String {
        let letters = (1..=self.squares()).map(|number| self.cells[self.cell(number)]);
        let side = if self.white_moves { 'W' } else { 'B' };
        std::iter::once(side).chain(letters).collect()
    }

    fn squares(&self) -> u8 {
        (self.width * self.width / 2) as u8
    }

    /// Squares are counted from the top left; the dark squares of the top row are its second,
    /// fourth, ...
    fn cell(&self, number: u8) -> usize {
        let order = usize::from(number) - 1;
        let row = order / (self.width / 2);
        let column = order % (self.width / 2) * 2 + 1 - row % 2;
        (row + 1) * PITCH + column + 1
    }

    fn number(&self, cell: usize) -> u8 {
        (1..=self.squares())
            .find(|number| self.cell(*number) == cell)
            .unwrap()
    }

    fn is_last_row(&self, cell: usize, white: bool) -> bool {
        cell / PITCH == if white { 1 } else { self.width }
    }

    /// The cells of a side's pieces.
    fn pieces(&self, white: bool) -> Vec<usize> {
        (0..self.cells.len())
            .filter(|cell| is_of(self.cells[*cell], white))
            .collect()
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
        let mut all = Vec::new();
        let mut budget = budget;
        for from in self.pieces(white) {
            let mut lifted = self.clone();
            let letter = std::mem::replace(&mut lifted.cells[from], 'e');
            let mut walk = Walk {
                board: &lifted,
                white,
                by_king: letter.is_ascii_uppercase(),
                from: self.number(from),
                path: Vec::new(),
                taken: Vec::new(),
                seen: (!each_path).then(HashSet::new),
                found: Vec::new(),
                budget,
            };
            walk.jump_on(from)?;
            budget = walk.budget;
            all.append(&mut walk.found);
        }
        // The capture of most pieces is compulsory, men and kings counting alike.
        let most = all.iter().map(|way| way.taken.len()).max().unwrap_or(0);
        all.retain(|way| way.taken.len() == most);
        Some(all)
    }

    fn steps(&self) -> Vec<Way> {
        let white = self.white_moves;
        let mut all = Vec::new();
        for from in self.pieces(white) {
            let by_king = self.cells[from].is_ascii_uppercase();
            for forward in [true, false] {
                for distance in UP {
                    if !by_king && !forward {
                        continue;
                    }
                    let next = |cell: usize| {
                        if forward == white {
                            cell - distance
                        } else {
                            cell + distance
                        }
                    };
                    let mut to = next(from);
                    while self.cells[to] == 'e' {
                        all.push(Way {
                            from: self.number(from),
                            path: vec![self.number(to)],
                            taken: Vec::new(),
                            by_king,
                            crowned: !by_king && self.is_last_row(to, white),
                        });
                        if !by_king {
                            break;
                        }
                        to = next(to);
                    }
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
    by_king: bool,
    from: u8,
    path: Vec<u8>,
    taken: Vec<u8>,
    seen: Option<HashSet<(usize, u64)>>,
    found: Vec<Way>,
    budget: usize,
}

impl Walk<'_> {
    /// Every jump from a cell, and what follows. Captured pieces are still there: they stop a
    /// king and are not jumped again.
    fn jump_on(&mut self, at: usize) -> Option<()> {
        for backwards in [true, false] {
            for distance in UP {
                let next = |cell: usize| {
                    if backwards {
                        cell + distance
                    } else {
                        cell - distance
                    }
                };
                let mut over = next(at);
                while self.by_king && self.board.cells[over] == 'e' {
                    over = next(over);
                }
                if !is_of(self.board.cells[over], !self.white) {
                    continue;
                }
                let number = self.board.number(over);
                if self.taken.contains(&number) {
                    continue;
                }
                let mut landing = next(over);
                self.taken.push(number);
                while self.board.cells[landing] == 'e' {
                    self.land(landing, landing == next(over))?;
                    if !self.by_king {
                        break;
                    }
                    landing = next(landing);
                }
                self.taken.pop();
            }
        }
        Some(())
    }

    /// Behind the piece jumped last: the capture could end here as far as the landing square is
    /// concerned, or go on.
    fn land(&mut self, landing: usize, right_behind: bool) -> Option<()> {
        self.budget = self.budget.checked_sub(1)?;
        self.path.push(self.board.number(landing));
        let last = self.board.cells[self.board.cell(self.taken[self.taken.len() - 1])];
        let free =
            !(self.board.killer && self.by_king && last.is_ascii_uppercase()) || right_behind;
        // Shorter captures than one already found cannot be legal: not worth keeping.
        let most = self.found.last().map_or(1, |way| way.taken.len());
        if free && self.taken.len() >= most {
            self.found.push(Way {
                from: self.from,
                path: self.path.clone(),
                taken: self.taken.clone(),
                by_king: self.by_king,
                crowned: !self.by_king && self.board.is_last_row(landing, self.white),
            });
        }
        let state = (landing, mask(&self.taken));
        if self.seen.as_mut().is_none_or(|seen| seen.insert(state)) {
            self.jump_on(landing)?;
        }
        self.path.pop();
        Some(())
    }
}
