#!/usr/bin/env bash
# Puts into $OUT what ClusterFuzzLite and OSS-Fuzz run: a binary, a dictionary and an archive of
# seeds for each target. Reads the checkout at $SRC/argument-check; SANITIZER is address (what
# these services set) or none, CXX the compiler of libFuzzer's runtime.
set -euo pipefail
: "${SRC:?the folder that holds the checkout argument-check}" "${OUT:?where the targets go}"
export CXX="${CXX:-c++}"
command -v "$CXX" >/dev/null || { echo "CXX=$CXX: no such compiler" >&2; exit 1; }
command -v zip >/dev/null || { echo 'zip is missing; install the package zip' >&2; exit 1; }

cd "$SRC/argument-check"
mkdir -p "$OUT"
# The flags of the targets are set by the runner, whatever the environment asks for.
seeds=$(mktemp -d)
trap 'rm -rf "$seeds"' EXIT
# Neither brings the canary: it fails on purpose, and there it would be a bug that nobody can fix.
RUSTFLAGS='' cargo xtask seeds --out "$seeds"
RUSTFLAGS='' cargo xtask fuzz --build-only "$OUT" --sanitizer "${SANITIZER:-none}"

for dictionary in "$seeds"/*.dict; do
    name=$(basename "$dictionary" .dict)
    cp "$dictionary" "$OUT/$name.dict"
    rm -f "$OUT/${name}_seed_corpus.zip"
    (cd "$seeds/$name" && find . -type f | LC_ALL=C sort | zip -q -X -@ "$OUT/${name}_seed_corpus.zip")
done
ls -l "$OUT"
