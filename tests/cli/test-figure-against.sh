#!/usr/bin/env bash
# figure --against: one scenario beside another.
# shellcheck source-path=SCRIPTDIR
. "$(dirname -- "${BASH_SOURCE[0]}")/tap.sh"

a=(preset:torus-5x5x5)
moved=(--against-set 'torus.datelines=1;2;3')

# Of itself nothing differs, whatever a map shows of it.
for metric in balance signed load sim-load sim-stalls; do
  gives figure ring-matrix "${a[@]}" --set simulation.cycles=2000 --metric $metric \
    --against preset:torus-5x5x5 --against-set simulation.cycles=2000 --csv
  is "$(grep -v '^#' out | tail -n +2 | cut -d , -f 9,10 | sort -u)" "0,0" "$metric of itself"
done
for metric in use load sim-load; do
  gives figure groups preset:cascade-2 --set simulation.cycles=1500 --metric $metric \
    --against-set simulation.cycles=1500 --csv
  is "$(grep -v '^#' out | grep -v all | tail -n +2 | cut -d , -f 8,9 | sort -u)" "0,0" \
    "$metric of a dragonfly and itself"
done

# B less A, row by row, of the figures of each alone.
gives figure ring-matrix "${a[@]}" --csv
grep -v '^#' out >own-a.csv
gives figure ring-matrix "${a[@]}" --set 'torus.datelines=1;2;3' --csv
grep -v '^#' out >own-b.csv
gives figure ring-matrix "${a[@]}" "${moved[@]}" --csv
grep -v '^#' out >difference.csv
python3 - <<'END'
import csv
rows = [list(csv.DictReader(open(name))) for name in ("own-a.csv", "own-b.csv", "difference.csv")]
changed = 0
for a, b, d in zip(*rows, strict=True):
    assert all(a[k] == d[k] == b[k] for k in ("direction", "x", "y", "z"))
    assert a["vc_balance"] == d["vc_balance_a"] and b["vc_balance"] == d["vc_balance_b"]
    if a["vc_balance"] and b["vc_balance"]:
        wanted = float(a["vc_balance"]) - float(b["vc_balance"])
        assert abs(float(d["difference"]) - wanted) < 1e-5, (d, wanted)
        changed += abs(wanted) > 1e-5
assert changed > 100, changed
END
ok "A less B"
gives figure ring-matrix "${a[@]}" "${moved[@]}" --show b --csv
grep -v '^#' out | cmp -s - own-b.csv
ok "B alone"
gives figure ring-matrix "${a[@]}" "${moved[@]}" --show a --csv
grep -v '^#' out | cmp -s - own-a.csv
ok "A alone"

# --set is of A, and B can be any scenario.
gives figure ring-matrix "${a[@]}" --set 'torus.datelines=1;2;3' --against preset:torus-5x5x5 \
  --show b --csv
grep -v '^#' out | cmp -s - own-a.csv
ok "--set changes A alone"
gives figure ring-balance "${a[@]}" "${moved[@]}" --csv
head -n 1 out | grep -qx '.*,vc0_b,vc1_b,vc_balance_b'
ok "a ring with both"

# In every format, with what B was, and A inside.
for ending in pdf svg png csv; do
  gives figure isometric "${a[@]}" "${moved[@]}" -o both.$ending
  gives new both.$ending
  run new torus-5x5x5
  cp out plain.dateline
  run new both.$ending
  cmp -s out plain.dateline
  ok "$ending gives A back"
done
grep -q 'B: .*torus.datelines=1;2;3' both.svg
ok "and says what B was"

fails 2 '--against: throughput shows only one scenario .*' figure throughput "${a[@]}" \
  --against preset:ring-8 -o x.svg
fails 2 '--against: .* is a dragonfly and .* a torus .*' figure ring-matrix "${a[@]}" \
  --against preset:edison -o x.svg
fails 2 '--against: the links of .* cannot be compared .*' figure ring-matrix "${a[@]}" \
  --against preset:ring-8 -o x.svg
fails 2 '--show: “c” cannot be shown .*' figure ring-matrix "${a[@]}" --against preset:ring-8 --show c \
  -o x.svg
fails 2 '--show needs a second scenario .*' figure ring-matrix "${a[@]}" --show b -o x.svg
fails 2 '--against-set torus.radix: .*' figure ring-matrix "${a[@]}" --against-set torus.radix=x \
  -o x.svg
finish
