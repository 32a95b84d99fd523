//! The published criteria document, byte for byte as it is committed, and the
//! facts that the service takes from it.

use std::sync::LazyLock;

use argument_check_corpus::canonical::sha256_hex;
use serde::Deserialize;

/// The document.
pub(crate) const DOCUMENT: &str = include_str!("../../../corpus/criteria.json");
/// Its version, which answers name.
pub(crate) const VERSION: &str = argument_check_oracle::vocabulary::CRITERIA_VERSION;

static FACTS: LazyLock<Facts> = LazyLock::new(|| {
    // A test reads the committed document; what is built in is that document.
    serde_json::from_str(DOCUMENT).unwrap_or_default()
});

static DIGEST: LazyLock<String> = LazyLock::new(|| sha256_hex(DOCUMENT.as_bytes()));

#[derive(Default, Deserialize)]
struct Facts {
    boundary: String,
    corpus: Corpus,
}

#[derive(Default, Deserialize)]
struct Corpus {
    sha256: String,
}

/// The pin of our corpus.
pub(crate) fn pin() -> &'static str {
    &FACTS.corpus.sha256
}

/// The boundary sentence that every report carries.
pub(crate) fn boundary() -> &'static str {
    &FACTS.boundary
}

/// The SHA-256 of the document, in hexadecimal.
pub(crate) fn digest() -> &'static str {
    &DIGEST
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::serve::terms::{PRICE, PRICE_LABEL};
    use argument_check_corpus::{ARGUMENT_CHECK, ARTEFACT, pin as artefact, vocabulary};
    use serde_json::{Value, json};

    fn document() -> Value {
        serde_json::from_str(DOCUMENT).unwrap()
    }

    #[test]
    fn the_document_names_our_own_corpus_and_its_pin() {
        let parsed = artefact::parse(ARTEFACT).unwrap();
        let computed = artefact::compute(&parsed).unwrap();
        let document = document();
        assert_eq!(document["corpus"]["id"], json!(ARGUMENT_CHECK.corpus_id));
        assert_eq!(
            document["corpus"]["sha256"],
            json!(computed),
            "write this digest into corpus/criteria.json"
        );
        assert_eq!(pin(), computed);
        assert!(!DOCUMENT.contains(artefact::PUBLISHED_PIN), "D101");
    }

    #[test]
    fn the_closed_lists_of_the_document_are_those_of_the_criteria() {
        let document = document();
        let subset = &document["schema_subset"];
        assert_eq!(document["criteria_id"], json!(ARGUMENT_CHECK.criteria_id));
        assert_eq!(document["version"], json!(VERSION));
        assert_eq!(VERSION, ARGUMENT_CHECK.criteria_version);
        assert_eq!(document["defect_codes"], json!(vocabulary::DEFECTS));
        assert_eq!(subset["enforced"], json!(vocabulary::ENFORCED));
        assert_eq!(subset["not_covered"], json!(vocabulary::NOT_COVERED));
        for name in vocabulary::NOT_CHECKED {
            assert!(
                subset["not_checked"].as_str().unwrap().contains(name),
                "{name}"
            );
        }
        let refusals = document["free_refusals"].as_array().unwrap();
        for (listed, code) in refusals.iter().zip(vocabulary::REFUSALS) {
            assert!(listed.as_str().unwrap().starts_with(code), "{code}");
        }
        let rules: Vec<&Value> = document["whitelist"]
            .as_array()
            .unwrap()
            .iter()
            .map(|rule| &rule["id"])
            .collect();
        assert_eq!(
            json!(rules),
            json!(["R1", "R2", "R3", "R4", "R5", "R6", "R7", "R8", "R9"])
        );
    }

    #[test]
    fn price_and_free_tier_of_the_document_are_those_that_the_service_asks_for() {
        let document = document();
        assert_eq!(document["price"]["usdc_units_per_call"], json!(PRICE));
        assert_eq!(document["price"]["label"], json!(PRICE_LABEL));
        let free = &document["free_tier"];
        assert_eq!(free["per_day"], json!(crate::serve::allowance::PER_DAY));
        assert_eq!(
            free["min_interval_ms"],
            json!(crate::serve::allowance::INTERVAL)
        );
        assert_eq!(free["on_exhaustion"], json!("402"));
        assert!(boundary().starts_with("Boundary: "));
    }
}
