#!/usr/bin/env bash
# counters: what was measured on real machines, beside what is computed; against sums of their own.
# shellcheck source-path=SCRIPTDIR
data=$(realpath -m -- "$(dirname -- "${BASH_SOURCE[0]}")/../../../shared/data")
. "$(dirname -- "${BASH_SOURCE[0]}")/tap.sh"

# Files of our own: a torus, its columns in any order; a part of it.
cat >make.py <<'END'
"""make.py: torus.yaml (4x3x2, two phases in several rows and the whole program), part.yaml (some
of its links, without the whole program)."""
import itertools

names = "linkid sx sy sz tx ty tz code_region packets".split()
radix = 4, 3, 2

def links():
    for at in itertools.product(*(range(k) for k in radix)):
        for dim, k in enumerate(radix):
            for step in (1, -1):
                to = list(at)
                to[dim] += step
                if k > 2:
                    to[dim] %= k
                if 0 <= to[dim] < k:
                    yield at, tuple(to)

def write(name, columns, rows):
    with open(name, "w", encoding="utf-8") as out:
        out.write("---\nkey: OURS\n---\n")
        for column in columns:
            out.write(f"- [{column}, int32]\n")
        out.write("...\n")
        for row in rows:
            out.write(" ".join(str(row[column]) for column in columns) + "\n")

rows = []
for number, (at, to) in enumerate(links()):
    ends = dict(zip(names[1:7], at + to), linkid=number, other=7)
    rows.append(dict(ends, code_region=-2, packets=1000 + number * number % 37))
    for phase in (1, 5, 5):
        rows.append(dict(ends, code_region=phase, packets=(phase + number) % 11))
write("torus.yaml", ["packets", "tz", "sx", "other", "ty", "sz", "code_region", "tx", "sy",
                     "linkid"], rows)
write("part.yaml", [n for n in names if n != "linkid"],
      [r for r in rows if r["code_region"] != -2 and r["linkid"] % 5])
END
python3 make.py
{
  echo 'color,stalls,dc,dr,dg,sc,sr,sg,flits_vc_0,flits_vc_1,flits_vc_2,flits_vc_3,flits_vc_4,flits_vc_5,flits_vc_6,flits_vc_7,when'
  echo 'g,300,5,0,2,4,0,2,40,30,20,10,50,25,15,10,now'
  echo 'g,10,4,0,2,5,0,2,1,0,0,0,3,0,0,0,now'
  echo 'k,7,4,3,2,4,0,2,0,0,0,0,0,0,0,0,now'
  echo 'k,8,4,3,2,4,0,2,2,0,0,0,2,0,0,0,now'
  echo 'b,90,15,5,7,4,0,2,9,0,0,0,0,0,0,0,now'
} >links.csv
printf '%s\n' g,r,c,n,jobid 0,0,0,0,11 0,0,0,1,11 0,0,0,2,22 3,5,15,3,11 3,5,14,0,33 >jobs.csv

# The same by other means: sums of the rows, loads of the command links, utilization of simulate.
cat >compare.py <<'END'
"""compare.py PROGRAM FILE REGION|all [OPTION...]: counters FILE --json, against the file."""
import collections, csv, io, json, math, subprocess, sys

program, name, region, *options = sys.argv[1:]
lines = open(name, encoding="utf-8").read().split("\n")
end = lines.index("...")
columns = [l.split("[")[1].split(",")[0] for l in lines[:end] if l.startswith("- [")]
rows = [dict(zip(columns, map(int, l.split()))) for l in lines[end + 1:] if l]
radix = [1 + max(max(r["s" + d], r["t" + d]) for r in rows) for d in "xyz"]
packets = collections.Counter()
for r in rows:
    if region in ("all", str(r["code_region"])):
        a, b = [r["s" + d] for d in "xyz"], [r["t" + d] for d in "xyz"]
        (dim,) = [i for i in range(3) if a[i] != b[i]]
        plus = b[dim] == a[dim] + 1 or (radix[dim] > 2 and b[dim] == (a[dim] + 1) % radix[dim])
        packets["%d,%d,%d:%s%s" % (*a, "xyz"[dim], "+" if plus else "-")] += r["packets"]
it = json.loads(subprocess.check_output(
    [program, "counters", name, "--json", *options]))
own = [o for i, o in enumerate(options) if o == "--set" or options[i - 1:i] == ["--set"]]
with open("default.dateline", "w", encoding="utf-8") as out:
    out.write("[torus]\nradix=%d;%d;%d\n" % tuple(radix))
scenario = ["default.dateline"]

def read(text, value):
    return {"%s,%s,%s:%s" % (r["x"], r["y"], r["z"], r["direction"]): value(r)
            for r in csv.DictReader(io.StringIO(text))}

analysed = read(subprocess.check_output([program, "links", *scenario, *own, "--csv"], text=True),
                lambda r: float(r["vc0"]) + float(r["vc1"]))
lists = {"measured": packets, "analysed": analysed}
if "--simulate" in options:
    run = [o for o in options if o not in ("--simulate", *own)]
    subprocess.check_output([program, "simulate", *scenario, *own, *run, "--links", "sim.csv"])
    lists["simulated"] = read(open("sim.csv", encoding="utf-8").read(),
                              lambda r: float(r["utilization"]))
shares = {}
for key, values in lists.items():
    total = sum(values[link] for link in packets)
    shares[key] = {link: values[link] / total for link in packets}

def near(a, b, within=1e-9):
    return (a is None) == (b is None) and (a is None or abs(a - b) <= within)

def pearson(a, b):
    n = len(a)
    if len(set(a)) == 1 or len(set(b)) == 1:
        return None
    ma, mb = math.fsum(a) / n, math.fsum(b) / n
    ab, aa, bb = (math.fsum((x - mx) * (y - my) for x, y in zip(p, q))
                  for p, mx, q, my in ((a, ma, b, mb), (a, ma, a, ma), (b, mb, b, mb)))
    return ab / math.sqrt(aa * bb)

def ranks(a):
    return [sum(y < x for y in a) + (sum(y == x for y in a) - 1) / 2 for x in a]

assert it["radix"] == radix and it["links"] == len(packets), it["links"]
assert it["machine_links"] == len(analysed) and it["packets"] == sum(packets.values())
opposite = {"+": "-", "-": "+"}
def back(link):
    at, port = link.split(":")
    at = list(map(int, at.split(",")))
    dim = "xyz".index(port[0])
    at[dim] = (at[dim] + (1 if port[1] == "+" else -1)) % radix[dim]
    return "%d,%d,%d:%s%s" % (*at, port[0], opposite[port[1]])
if region == "all":
    assert it["one_sided_links"] == sum(back(link) not in packets for link in packets)
for row in it["busiest"]:
    assert row["packets"] == packets[row["link"]]
    for key in ("measured", "analysed", "simulated"):
        assert near(row[key], shares.get(key, {}).get(row["link"]), 1e-6 * (key == "simulated")
                    + 1e-12), (key, row)
assert len(it["busiest"]) == len(it["different"]) == len(packets)
assert [r["packets"] for r in it["busiest"]] == sorted(packets.values(), reverse=True)
other = "simulated" if "simulated" in shares else "analysed"
gaps = [abs(r["measured"] - r[other]) for r in it["different"]]
assert gaps == sorted(gaps, reverse=True)
for direction in it["directions"]:
    of = [link for link in packets if link.endswith(":" + direction["direction"])]
    assert direction["links"] == len(of)
    assert direction["packets"] == sum(packets[link] for link in of)
    assert direction["max_packets"] == max((packets[link] for link in of), default=0)
    assert near(direction["measured"], math.fsum(shares["measured"][link] for link in of))
for key, member in (("analysed", "with_analysis"), ("simulated", "with_simulation")):
    if key not in shares:
        assert it[member] is None
        continue
    a, b = [shares["measured"][l] for l in packets], [shares[key][l] for l in packets]
    if member == "with_analysis":
        # As floats these may differ by a rounding where they should not.
        b = [lists[key][l] for l in packets]
    assert near(it[member]["pearson"], pearson(a, b), 1e-5), (it[member], pearson(a, b))
    if member == "with_analysis" and len(a) < 500:
        p, q = [packets[l] for l in packets], b
        assert near(it[member]["rank"], pearson(ranks(p), ranks(q))), it[member]
END

gives counters torus.yaml --top 4
same counters-torus.txt
gives counters torus.yaml --json --top 2
same counters-torus.json
gives counters torus.yaml --csv --top 3
same counters-torus.csv
gives counters torus.yaml --csv
is "$(wc -l <out)" $((1 + 4 * 3 * 2 * 5)) "a row a link"
gives counters torus.yaml --json
json 'len(it["busiest"]) == len(it["different"]) == 120' "all of them for programs"
gives counters torus.yaml
is "$(grep -c 'more (--top N' out)" 2 "lists for people are cut short, and say so"
for region in -2 1 5; do
  python3 compare.py "$program" torus.yaml $region --region $region >why 2>&1
  ok "code region $region, as the rows of the file"
done
python3 compare.py "$program" torus.yaml -2 >why 2>&1
ok "the whole program by default"
python3 compare.py "$program" part.yaml all --set traffic.pattern=nearest-neighbor >why 2>&1
ok "a part, all phases, beside other traffic"
python3 compare.py "$program" torus.yaml -2 --simulate --cycles 3000 --warmup 0 \
  --set torus.tie=parity >why 2>&1
ok "beside a simulation"
gives counters torus.yaml --simulate --cycles 2000 --top 1
grep -q 'simulated, %$' out && grep -q '^simulation ' out
ok "the simulation has a column and a correlation"
gives counters part.yaml --region 5
grep -q '^Code region 5$' out && grep -q 'in one direction only' out
ok "which code region, and that links lack their other direction"

printf '%s\n' --- --- '- [sx]' '- [sy]' '- [sz]' '- [tx]' '- [ty]' '- [tz]' '- [packets]' ... \
  '0 0 0 0 0 1 9223372036854775806' '0 0 1 0 0 0 1' >vast.yaml
gives counters vast.yaml --json
json 'it["busiest"][0]["packets"] == it["directions"][4]["max_packets"] == 2**63 - 2 and
  it["packets"] == 2**63 - 1 and it["directions"][0]["mean_packets"] is None' \
  "counts past what a double holds"

# Torus: of another machine, and options.
fails 2 "torus\\.yaml: counters of a 4x3x2 torus, but the scenario has 5x5x5 \\(.*\\)" \
  counters torus.yaml preset:torus-5x5x5
fails 2 "torus\\.yaml: counters of a 4x3x2 torus, .* 4x4x4 \\(.*\\)" \
  counters torus.yaml --set 'torus.radix=4;4;4'
fails 2 'torus\.yaml: counters of link 0,0,0:x-, .* \(.*torus\.wrap\)' \
  counters torus.yaml --set 'torus.wrap=false;true;true'
fails 2 '--region: “7” is not a code region \(expected one of: -2, 1, 5\)' counters torus.yaml --region 7
fails 2 '--region: “x” is not a code region \(expected one of: .*\)' counters torus.yaml --region x
fails 2 '--top: .*' counters torus.yaml --top 0
fails 2 '--cycles needs a simulation \(add --simulate\)' counters torus.yaml --cycles 10
fails 2 '--cycles: .*' counters torus.yaml --simulate --cycles 0
fails 2 'counters: an argument is missing \(dateline-cli counters FILE \[SCENARIO\]\)' counters
gives new preset:torus-5x5x5 -o mine.dateline --set 'torus.radix=4;3;2' \
  --set 'torus.datelines=3;2;-1' --set torus.broken-links=0,0,0:x+
gives counters torus.yaml mine.dateline --csv
is "$(grep -c '^[0-9]*,0,0,0,x+,[0-9]*,[0-9.e-]*,0,$' out)" 1 \
  "a link that is broken in the scenario carries nothing there"

# Cascade
gives counters links.csv --top 4
same counters-cascade.txt
gives counters links.csv --json
same counters-cascade.json
json 'it["one_sided_links"] == 3 and it["classes"][2]["machine_links"] is None' \
  "links measured one way only; blue links that nobody knows"
json 'it["classes"][0]["vc_balance"] == abs(101 - 103) / 204 and
  abs(it["classes"][0]["vc_balance_mean"] - (0 + .5) / 2) < 1e-12' "requests and responses"
gives counters links.csv --csv
same counters-cascade.csv
printf '%s\n' sg,sr,sc,dg,dr,dc,color,flits 0,0,0,0,0,1,g,12 0,0,0,0,1,0,k,0 >few.csv
gives counters few.csv --json
json '[c["stalls"] for c in it["classes"]] == [None] * 3 and it["classes"][0]["vc_flits"] is None
  and it["classes"][1]["idle_links"] == 1 and it["classes"][1]["vc_balance"] is None' \
  "what was not measured is null"
gives counters few.csv
! grep -q 'Virtual channels' out
ok "and not shown"
sed '2s/300/&,5/; 1s/stalls/&,flits/; 3,$s/^\([^,]*,[^,]*\),/\1,4,/' links.csv >sums.csv
run counters sums.csv
is "$status $(grep -c 'sums\.csv:[0-9]*: flits is .* but the virtual channels add up to [0-9]*$' err)" "0 3" \
  "totals that are not the sum of their channels are noted, with the line"

# A machine
printf '%s\n' 'c0-0c0s4a0l00(2:0:4) green -> c0-0c0s5a0l00(2:0:5)' \
  'c0-0c0s5a0l00(2:0:5) green -> c0-0c0s4a0l00(2:0:4)' \
  'c0-0c0s4a0l01(2:0:4) blue -> c4-0c0s4a0l01(3:0:4)' \
  'c4-0c0s4a0l01(3:0:4) blue -> c0-0c0s4a0l01(2:0:4)' \
  'c4-0c0s4a0l00(3:0:4) green -> c4-0c0s5a0l00(3:0:5)' \
  'c4-0c0s5a0l00(3:0:5) green -> c4-0c0s4a0l00(3:0:4)' >machine.txt
run counters links.csv machine.txt --json
is "$status $(grep -c '^dateline-cli: warning: links\.csv:[0-9]*: the machine has no' err)" \
  "0 3" "links that the machine lacks are noted, with the line"
json '[(c["links"], c["machine_links"]) for c in it["classes"]] == [(2, 4), (0, 0), (0, 2)] and
  it["outside"] == 3' "what the file covers of it"
fails 2 'few\.csv: these counters are from a different machine: .*' counters few.csv machine.txt
fails 2 'links\.csv: these are counters of a dragonfly, and mine\.dateline is not one \(.*\)' \
  counters links.csv mine.dateline
fails 2 'links\.csv: these are counters of a dragonfly, and preset:ring-8 is not one \(.*\)' \
  counters links.csv preset:ring-8
fails 2 'torus\.yaml: these are counters of a torus, and preset:cascade-2 is not one \(.*\)' \
  counters torus.yaml preset:cascade-2
printf '%s\n' sg,sr,sc,dg,dr,dc,color,flits 9,0,0,9,0,1,g,12 >elsewhere.csv
fails 2 'elsewhere\.csv: counters of a different dragonfly, .*' \
  counters elsewhere.csv preset:cascade-2
fails 2 '--simulate needs a scenario \(.*\)' counters links.csv --simulate
fails 2 '--simulate is for counters of links \(.*\)' counters jobs.csv --simulate
fails 2 '--set needs a scenario \(.*\)' counters links.csv --set traffic.load=.1
fails 2 '--region is for counters of a torus \(.*\)' counters jobs.csv --region 1

# Beside a scenario: shares of the rows, and of what the command links says.
cat >beside.py <<'END'
import collections, csv, io, json, math, subprocess, sys

program, name, *scenario = sys.argv[1:]
it = json.loads(subprocess.check_output([program, "counters", name, *scenario, "--json"]))
rows = list(csv.DictReader(open(name, encoding="utf-8")))
loads, classes = {}, {}
plain = scenario[:scenario.index("--simulate")] if "--simulate" in scenario else scenario
for r in csv.DictReader(io.StringIO(subprocess.check_output(
        [program, "links", *plain, "--csv"], text=True))):
    loads[r["from"], r["to"], int(r["index"])] = float(r["load"])
    classes[r["from"], r["to"], int(r["index"])] = r["class"]
seen, flits, stalls = collections.Counter(), {}, {}
for r in rows:
    ends = tuple(".".join(r[k] for k in keys) for keys in (("sg", "sr", "sc"), ("dg", "dr", "dc")))
    link = (*ends, seen[ends])
    seen[ends] += 1
    if link in loads:
        flits[link], stalls[link] = int(r["flits"]), int(r["stalls"])
assert it["outside"] == len(rows) - len(flits) > 0
total, stalled, load = sum(flits.values()), sum(stalls.values()), math.fsum(loads[l] for l in flits)
for part in it["beside"]:
    of = [l for l in flits if classes[l] == part["class"]]
    assert part["links"] == len(of)
    for key, value in (("measured", sum(flits[l] for l in of) / total),
                       ("stalled", sum(stalls[l] for l in of) / stalled),
                       ("analysed", math.fsum(loads[l] for l in of) / load)):
        assert abs(part[key] - value) < 1e-12, (part, key, value)
    assert "--simulate" in scenario or part["simulated"] is part["with_simulation"] is None
pairs = collections.Counter()
for l in flits:
    if classes[l] == "blue":
        pairs[tuple(int(end.split(".")[0]) for end in l[:2])] += flits[l]
assert {(p["from"], p["to"]): p["flits"] for p in it["group_pairs"]} == pairs and pairs
gaps = []
for row in it["different"]:
    link = (*row["link"].split("#")[0].split("-"), int(row["link"].split("#")[1]))
    assert row["flits"] == flits[link] and row["class"] == classes[link]
    assert abs(row["analysed"] - loads[link] / load) < 1e-12
    other = "simulated" if "--simulate" in scenario else "analysed"
    gaps.append(abs(row["measured"] - row[other]))
assert gaps == sorted(gaps, reverse=True) and len(gaps) == len(flits)
table = list(csv.DictReader(io.StringIO(subprocess.check_output(
    [program, "counters", name, *scenario, "--csv"], text=True))))
assert [int(r["flits"]) for r in table] == sorted(flits.values(), reverse=True)
END
cat >write.py <<'END'
import random
random.seed(4)
print("sg,sr,sc,dg,dr,dc,color,note,flits,stalls")
row = lambda *ends: print(*ends, "a b", random.randrange(9000), random.randrange(50), sep=",")
for g in 0, 1, 5: # group 5 is of another machine
    for b in range(16):
        row(g, 0, b, g, 0, (b + 3) % 16, "g")
        for c in range(1, 6):
            for n in range(random.randrange(4)):
                row(g, 0, b, g, c, b, "k")
        for n in range(2):
            row(g, 0, b, 1 - g if g < 2 else 0, 0, b, "b")
END
python3 write.py >many.csv
python3 beside.py "$program" many.csv preset:cascade-2 >why 2>&1
ok "shares of a dragonfly's classes, pairs of groups and links"
python3 beside.py "$program" many.csv preset:cascade-2 --set dragonfly.routing=min-hash \
  --set dragonfly.broken-routers=0.0.3 --set traffic.pattern=group-shift >why 2>&1
ok "beside other routes, traffic and faults"
python3 beside.py "$program" many.csv preset:cascade-2 --set dragonfly.routing=min-hash \
  --simulate --cycles 3000 --warmup 500 >why 2>&1
ok "beside a simulation"
run counters many.csv preset:cascade-2 --set dragonfly.routing=min-hash --set traffic.load=0.34 \
  --simulate --cycles 3000 --warmup 500 --json
json 'abs(sum(p["simulated"] for p in it["beside"]) - 1) < 1e-9 and
  all(abs(p["simulated"] - p["analysed"]) < .02 for p in it["beside"]) and
  it["stalls_with_simulation"]["pearson"] is not None' \
  "simulated shares of classes are near the analysed ones"
run figure measured preset:cascade-2 --counters many.csv -o figure.csv
run counters many.csv preset:cascade-2 --json
python3 -c '
import csv, json
it = json.load(open("out", encoding="utf-8"))
rows = [r for r in csv.DictReader(l for l in open("figure.csv", encoding="utf-8")
                                  if not l.startswith("#"))]
assert [r["part"] for r in rows] == ["green", "black", "blue"]
for r, p in zip(rows, it["beside"]):
    for key in "measured", "stalled", "analysed":
        assert abs(float(r[key]) - p[key]) < 1e-12, (key, r, p)
    assert int(r["links"]) == p["links"] and r["simulated"] == ""
' >why 2>&1
ok "the figure of it has the same numbers"
run counters many.csv preset:cascade-2 --top 2
grep -q '^Compared with .*, traffic uniform, routing ' out && grep -q '^green  ' out \
  && grep -q '^Blue links by pair of groups' out
ok "for people too"
gives counters jobs.csv preset:edison
grep -q '3 jobs on 5 of 5760 nodes' out
ok "jobs of a scenario's machine"

# Jobs
gives counters jobs.csv
same counters-jobs.txt
gives counters jobs.csv --csv
same counters-jobs.csv
gives counters jobs.csv --json
json '[(j["job"], j["nodes"], j["routers"], j["shared_routers"], j["groups"]) for j in it["jobs"]]
  == [(11, 3, 2, 1, [0, 3]), (22, 1, 1, 1, [0]), (33, 1, 1, 0, [3])]' "jobs"
json '(it["nodes"], it["machine_nodes"]) == (5, 2 * 384)' "of two whole groups"

# Bad files: status 2, the line, what is wrong and what would be right.
refused ()
{
  # shellcheck disable=SC2059
  printf "$4" >"$1"
  fails 2 "$1:$2: $3" counters "$1"
}
head=sg,sr,sc,dg,dr,dc,color,flits
refused empty 1 'the file is empty \(.*\)' ''
refused prose 1 '“Dear router,” is not the start of a file of counters \(.*\)' 'Dear router,\n'
refused zeros 1 '.* is not the start of a file of counters \(.*\)' '\0\0\0\n'
refused header 1 'the file has no rows \(.*\)' $head'\n'
refused missing 1 'column “color” is missing \(expected .*\)' 'sg,sr,sc,dg,dr,dc,flits\n'
refused half 3 'a row has too few fields \(expected 8, .*\)' $head'\n0,0,0,0,0,1,g,1\n0,0,0'
refused negative 2 'flits: “-1” is not a whole number from 0 to [0-9]+' $head'\n0,0,0,0,0,1,g,-1\n'
refused huge 2 'flits: “9{30}” is not a whole number .*' \
  $head'\n0,0,0,0,0,1,g,999999999999999999999999999999\n'
refused color 2 'color: “red” is not a class of links \(.*\)' $head'\n0,0,0,0,0,1,red,1\n'
refused loop 2 'a green link does not join these two routers \(.*\)' $head'\n0,0,0,0,0,0,g,1\n'
refused twice 3 'too many green links .* \(at most 1\)' $head'\n0,0,0,0,0,1,g,1\n0,0,0,0,0,1,g,1\n'
refused job 3 'this node already has a job on line 2 \(.*\)' \
  'g,r,c,n,jobid\n0,0,0,0,1\n0,0,0,0,2\n'
sed 's/^\([0-9]* [0-9]*\) 3 /\1 9 /' torus.yaml >far.yaml
fails 2 'far\.yaml:[0-9]+: .* are not neighbors in a 10x3x2 torus \(.*\)' counters far.yaml
head -5 torus.yaml >cut.yaml
fails 2 'cut\.yaml:5: the file ends in its header \(.*\)' counters cut.yaml
fails 2 'nowhere: No such file or directory' counters nowhere
"$program" counters - <torus.yaml >piped 2>err
grep -q '^(standard input)\|^standard input\|^-' piped
ok "standard input"

# Real ones.
bgp=$data/bgp-8x8x8-links.yaml
if [ -r "$bgp" ]; then
  python3 compare.py "$program" "$bgp" -2 --set torus.tie=parity >why 2>&1
  ok "a Blue Gene/P of 8x8x8, as the rows of the file"
  python3 compare.py "$program" "$bgp" 3 --region 3 --set traffic.pattern=nearest-neighbor >why 2>&1
  ok "one of its phases"
else
  skip "a Blue Gene/P of 8x8x8" "there is no $bgp"
fi
edison=$data/edison-link-counters.csv
if [ -r "$edison" ] && [ -r "$data/edison-interconnect.txt" ] && [ -r "$data/edison-jobs.csv" ]; then
  gives counters "$edison" "$data/edison-interconnect.txt" --json
  cat >edison.py <<'END'
import collections, csv, json, sys

it = json.load(open("out", encoding="utf-8"))
rows = list(csv.DictReader(open(sys.argv[1], encoding="utf-8")))
assert it["links"] == len(rows) == len(it["busiest"])
for name, color in (("green", "g"), ("black", "k"), ("blue", "b")):
    of = [r for r in rows if r["color"] == color]
    (mine,) = [c for c in it["classes"] if c["class"] == name]
    flits = [sum(int(r["flits_vc_%d" % i]) for r in of) for i in range(8)]
    assert mine["links"] == len(of) and mine["vc_flits"] == flits
    assert mine["stalls"] == sum(int(r["stalls"]) for r in of)
    balances = []
    for r in of:
        a, b = (sum(int(r["flits_vc_%d" % i]) for i in half) for half in (range(4), range(4, 8)))
        if a + b:
            balances.append(abs(a - b) / (a + b))
    assert abs(mine["vc_balance_mean"] - sum(balances) / len(balances)) < 1e-12
count = collections.Counter(tuple(r[k] for k in ("sg", "sr", "sc", "dg", "dr", "dc")) for r in rows)
assert it["one_sided_links"] == sum(max(0, n - count[k[3:] + k[:3]]) for k, n in count.items())
assert [c["machine_links"] for c in it["classes"]] == [21600, 21600, 5040]
group = collections.Counter()
for r in rows:
    group[int(r["sg"])] += int(r["flits"])
assert [(g["group"], g["flits"]) for g in it["busiest_groups"]] == group.most_common()
END
  python3 edison.py "$edison" >why 2>&1
  ok "Edison, as the rows of the file"
  gives counters "$data/edison-jobs.csv" "$data/edison-interconnect.txt" --json
  json 'it["nodes"] == sum(j["nodes"] for j in it["jobs"]) == 2682 and it["machine_nodes"] == 5760' \
    "its jobs"
else
  skip "Edison" "there is no $edison"
fi

# Ports of a fabric.
cat >ports.topo <<'END'
# Topology file: generated
switchguid=0x20(20)
Switch	4 "S-0000000000000020"		# "a" base port 0 lid 7 lmc 0
[1]	"S-0000000000000030"[1]		# "b" lid 9 4xEDR
[2]	"H-0000000000000040"[1](40) 		# "h" lid 3 4xEDR

switchguid=0x30(30)
Switch	4 "S-0000000000000030"		# "b" base port 0 lid 9 lmc 0
[1]	"S-0000000000000020"[1]		# "a" lid 7 4xEDR
[2]	"H-0000000000000050"[1](50) 		# "i" lid 5 4xEDR

caguid=0x40
Ca	1 "H-0000000000000040"		# "h"
[1](40) 	"S-0000000000000020"[2]		# lid 3 lmc 0 "a" lid 7 4xEDR

caguid=0x50
Ca	1 "H-0000000000000050"		# "i"
[1](50) 	"S-0000000000000030"[2]		# lid 5 lmc 0 "b" lid 9 4xEDR
END
{
  printf '# Port counters: Lid 7 port 1 (CapMask: 0x1200)\nPortXmitData:....300\nPortXmitWait:....12\n'
  printf '# Port counters: Lid 3 port 1 (CapMask: 0x1200)\nPortXmitData:....100\nPortXmitWait:....0\n'
} >perfquery.txt
gives counters perfquery.txt ports.topo --json
json 'it["words"] == 400 and it["links"] == 2 and it["machine_links"] == 6' "ports: how many"
json '[(l["link"], l["words"], l["stalls"]) for l in it["busiest"]] == [("a:1", 300, 12), ("h:1", 100, 0)]' \
  "ports: the busiest"
gives counters perfquery.txt ports.topo --simulate --cycles 500
grep -q "2 of 6 links were measured, with 400 words of 4 bytes" out
ok "ports: text"
fails 2 "perfquery.txt: .*add a SCENARIO.*" counters perfquery.txt
fails 2 ".*is not a fabric.*" counters perfquery.txt preset:ring-8

finish
