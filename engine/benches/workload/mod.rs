//! The inputs that the benchmark measures: decides their shape and size. Three
//! calls as models make them (58 bytes, 1.4 KB, 102 KB), each with the schema of
//! its tool, once valid and once as it arrives from a model that quotes some
//! numbers and booleans, leaves commas before closers and is cut at the end.
//!
//! Everything is made here and the same on every run; a directory of files may
//! stand in for it.

use std::fmt::Write;
use std::path::Path;

/// One tool and one call of it.
pub(crate) struct Workload {
    /// `small`, `medium` or `large`.
    pub(crate) name: &'static str,
    /// The schema, a JSON text.
    pub(crate) schema: String,
    /// Arguments that conform.
    pub(crate) valid: String,
    /// The same arguments, to be repaired by R1 to R4.
    pub(crate) repairable: String,
}

/// The names, with the sizes of schema and valid arguments that they stand for.
pub(crate) const SIZES: [(&str, usize, usize); 3] = [
    ("small", 349, 58),
    ("medium", 1_940, 1_399),
    ("large", 604, 102_480),
];

/// The workloads that the project makes itself.
pub(crate) fn generated() -> Vec<Workload> {
    let all = vec![small(), medium(), large()];
    for (workload, (name, schema, valid)) in all.iter().zip(SIZES) {
        assert_eq!(workload.name, name);
        assert_size(name, workload.schema.len(), schema);
        assert_size(name, workload.valid.len(), valid);
    }
    all
}

/// The workloads of `NAME.schema.json`, `NAME.valid.txt` and `NAME.TC.txt`.
pub(crate) fn of_directory(directory: &Path) -> Vec<Workload> {
    let read = |name: &str, rest: &str| {
        let path = directory.join(format!("{name}.{rest}"));
        std::fs::read_to_string(&path).unwrap_or_else(|why| {
            panic!(
                "{}: {why}; ARGUMENT_CHECK_PERF_DATA must name a directory that holds it",
                path.display()
            )
        })
    };
    SIZES
        .map(|(name, ..)| Workload {
            name,
            schema: read(name, "schema.json"),
            valid: read(name, "valid.txt"),
            repairable: read(name, "TC.txt"),
        })
        .into()
}

/// Another size would be another workload.
fn assert_size(name: &str, found: usize, wanted: usize) {
    assert!(
        found.abs_diff(wanted) * 50 <= wanted,
        "{name}: {found} bytes are not within 2% of {wanted}"
    );
}

fn small() -> Workload {
    let valid = r#"{"place":"Rotterdam, Noord NL","scale":"kelvin","hours":6}"#;
    Workload {
        name: "small",
        schema: include_str!("small.schema.json").trim_end().to_owned(),
        valid: valid.to_owned(),
        repairable: spoil(valid, &[("\"hours\":6", "\"hours\":\"6\"")]),
    }
}

fn medium() -> Workload {
    let valid = include_str!("medium.valid.json").trim_end();
    Workload {
        name: "medium",
        schema: include_str!("medium.schema.json").trim_end().to_owned(),
        valid: valid.to_owned(),
        repairable: spoil(
            valid,
            &[
                ("\"first_line\":91", "\"first_line\":\"91\""),
                ("\"tools/*.py\"]", "\"tools/*.py\",]"),
                ("\"hit_limit\":400", "\"hit_limit\":\"400\""),
                ("\"patience_s\":7.5", "\"patience_s\":\"7.5\""),
                ("\"preview\":false", "\"preview\":\"false\""),
                ("\"attempts\":3", "\"attempts\":\"3\""),
                ("\"with_tabs\":false", "\"with_tabs\":\"false\""),
                ("\"cut_blanks\":true}", "\"cut_blanks\":true,}"),
            ],
        ),
    }
}

/// `valid` with the replacements made, and cut at its end.
fn spoil(valid: &str, replacements: &[(&str, &str)]) -> String {
    let mut text = valid.to_owned();
    for (from, to) in replacements {
        assert_eq!(text.matches(from).count(), 1, "{from}");
        text = text.replace(from, to);
    }
    assert_eq!(text.pop(), Some('}'));
    text.push(',');
    text
}

/// 1,000 records, of which every tenth has a quoted number, another a quoted
/// boolean, and another a comma too many.
fn large() -> Workload {
    let mut random = Random(0x5eed);
    let mut valid = String::from("{\"records\":[");
    let mut repairable = valid.clone();
    for id in 1..=1_000 {
        let record = Record::new(id, &mut random);
        if id > 1 {
            valid.push(',');
            repairable.push(',');
        }
        record.write(&mut valid, "", "", "");
        match id % 10 {
            2 => record.write(&mut repairable, "\"", "", ""),
            5 => record.write(&mut repairable, "", "\"", ""),
            8 => record.write(&mut repairable, "", "", ","),
            _ => record.write(&mut repairable, "", "", ""),
        }
    }
    valid.push_str("]}");
    repairable.push(',');
    Workload {
        name: "large",
        schema: include_str!("large.schema.json").trim_end().to_owned(),
        valid,
        repairable,
    }
}

struct Record {
    id: u32,
    /// All that stands between the id and the stock.
    middle: String,
    stock: u32,
    listed: bool,
    grade: &'static str,
}

impl Record {
    fn new(id: u32, random: &mut Random) -> Self {
        const PARTS: [&str; 6] = [
            "Spindle", "Damper", "Housing", "Impeller", "Washer", "Bushing",
        ];
        let letter = |random: &mut Random| char::from(b'A' + random.below(13) as u8);
        let code = [letter(random), letter(random), letter(random)];
        let code: String = code.iter().collect();
        let (digits, part) = (random.below(10_000), PARTS[random.below(6) as usize]);
        let (number, cents) = (100 + random.below(900), 200 + random.below(99_800));
        let price = format!("{}.{:02}", cents / 100, cents % 100);
        let price = price.strip_suffix('0').unwrap_or(&price);
        Self {
            id,
            middle: format!(
                "\"sku\":\"{code}-{digits:04}\",\"part\":\"{part} {number}\",\"price\":{price}"
            ),
            stock: random.below(500),
            listed: random.below(2) == 1,
            grade: ["fine", "plain", "rough"][random.below(3) as usize],
        }
    }

    /// Writes the record with marks around its number and its boolean, and
    /// before its closer.
    fn write(&self, out: &mut String, number: &str, boolean: &str, closer: &str) {
        let Self {
            id,
            middle,
            stock,
            listed,
            grade,
        } = self;
        write!(
            out,
            "{{\"id\":{id},{middle},\"qty\":{number}{stock}{number},\
             \"listed\":{boolean}{listed}{boolean},\"grade\":\"{grade}\"{closer}}}"
        )
        .expect("a String takes everything");
    }
}

/// A linear congruential generator: the same numbers everywhere.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u32) -> u32 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as u32 % bound
    }
}
