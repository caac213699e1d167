//! x
fn main() {
    let mut m = baige::hub::Mailbox::reading(std::io::stdin()).unwrap();
    baige::hub::run(baige::hub::Parameters::default(), &mut m, std::io::stdout()).unwrap();
}
