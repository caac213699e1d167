//! The executable: everything happens in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    // A thread that panics ends the program: nobody shall wait for it. Not by `panic = "abort"`,
    // with which the library is compiled once more for the tests.
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        usual(panic);
        std::process::abort();
    }));
    baige::cli::run(std::env::args_os())
}
