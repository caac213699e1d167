//! The executable: everything happens in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    baige::cli::run(std::env::args_os())
}
