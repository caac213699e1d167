//! Reading the tables in `data/`: tab-separated rows, `#` starts a comment line.

/// The rows of a table, each with exactly `N` fields.
pub(crate) fn rows<const N: usize>(text: &str) -> Vec<[&str; N]> {
    let rows: Vec<[&str; N]> = text
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| {
            let fields: Vec<&str> = line.split('\t').collect();
            <[&str; N]>::try_from(fields)
                .unwrap_or_else(|fields| panic!("{} fields, not {N}: {line}", fields.len()))
        })
        .collect();
    // An empty table would make every test over it pass.
    assert!(!rows.is_empty(), "a table without rows");
    rows
}

/// The tables of all variants in a folder, in the order of `Variant::ALL`.
#[macro_export]
macro_rules! tables {
    ($folder:literal) => {
        [
            include_str!(concat!($folder, "/normal.tsv")),
            include_str!(concat!($folder, "/killer.tsv")),
            include_str!(concat!($folder, "/bt.tsv")),
            include_str!(concat!($folder, "/frisian.tsv")),
            include_str!(concat!($folder, "/losing.tsv")),
            include_str!(concat!($folder, "/frysk.tsv")),
            include_str!(concat!($folder, "/brazilian.tsv")),
            include_str!(concat!($folder, "/russian.tsv")),
            include_str!(concat!($folder, "/english.tsv")),
            include_str!(concat!($folder, "/italian.tsv")),
            include_str!(concat!($folder, "/pool.tsv")),
            include_str!(concat!($folder, "/czech.tsv")),
        ]
    };
}
