#!/usr/bin/env bash
# Bad scenario files, assignments and databases: status 2 and one line that says where, what is wrong
# and what would be right.
# shellcheck source-path=SCRIPTDIR
. "$(dirname -- "${BASH_SOURCE[0]}")/tap.sh"

# refused NAME LINE PATTERN TEXT: a file, in printf's notation.
refused ()
{
  # shellcheck disable=SC2059
  printf "$4" >"$1.dateline"
  fails 2 "$1\\.dateline:$2: $3" analyze "$1.dateline"
}

# Not a scenario at all, or cut short.
refused empty 1 '.*empty.* \(.*\)' ''
refused nul 1 'binary data cannot be read \(.*\)' '[scenario]\0format=1\n'
refused not-utf8 2 'not a text file \(.*\)' '[scenario]\nname=\377\376\n'
refused cut-key 4 '“kin” is not a group, key or comment \(.*\)' \
  '[scenario]\nformat=1\nname=x\nkin'
refused cut-group 3 'not a group \(.*\)' '[scenario]\nformat=1\n[tor'
refused prose 1 'the format is not known \(.*\)' 'Dear router,\n'
refused no-group 1 'a key before the first group \(.*\)' 'radix=4;4;4\n'
refused double-group 5 'group “torus” is already on line 3 \(.*\)' \
  '[scenario]\nformat=1\n[torus]\nradix=4;4;4\n[torus]\nradix=5;5;5\n'
refused double-key 5 'key “radix” is already on line 4 \(.*\)' \
  '[scenario]\nformat=1\n[torus]\nradix=4;4;4\nradix=5;5;5\n'
refused newer 2 'scenario\.format: .*newer version.* \(this version reads format 1\)' \
  '[scenario]\nformat=2\nshape=klein-bottle\n'
refused newest 2 'scenario\.format: .*newer version.* \(.*\)' \
  '[scenario]\nformat=99999999999999999999999\n'
refused format 2 'scenario\.format: “one” is not a format \(expected format=1\)' '[scenario]\nformat=one\n'
head -c 4096 /dev/urandom >binary.dateline
printf '\0' >>binary.dateline
fails 2 'binary\.dateline:[0-9]+: .* \(.*\)' analyze binary.dateline
truncate -s 17M huge.dateline
fails 2 'huge\.dateline:1: the file is too large .* \(at most 16777216 bytes\)' analyze huge.dateline
{
  printf '[scenario]\nname='
  head -c 20000000 /dev/zero | tr '\0' x
} >long.dateline
fails 2 'long\.dateline:1: the file is too large .* \(.*\)' analyze long.dateline

# Values.
refused nan 2 'traffic\.load: “nan” .* \(.*\)' '[traffic]\nload=nan\n'
refused infinite 2 'traffic\.load: “inf” .* \(.*\)' '[traffic]\nload=inf\n'
refused negative 2 'torus\.radix: “-4” is out of range \(expected 1 to 32768\)' '[torus]\nradix=-4;4;4\n'
refused zero 2 'torus\.radix: “0” is out of range \(expected 1 to 32768\)' '[torus]\nradix=0;4;4\n'
refused enormous 2 'simulation\.cycles: “9{25}” is out of range \(.*\)' \
  '[simulation]\ncycles=9999999999999999999999999\n'
refused too-many 2 'torus\.radix: 64x64x64 has 262144 nodes \(at most 32768\)' \
  '[torus]\nradix=64;64;64\n'
refused overflow 2 'torus\.radix: .* \(at most 32768\)' '[torus]\nradix=32768;32768;32768\n'
refused plane 2 'torus\.radix: .* \(.*4096\)' '[torus]\nradix=1;128;64\n'
refused regions 2 'torus\.radix: .* regions .* \(at most 8.*\)' '[torus]\nradix=12;50;50\n'
refused two-values 2 'torus\.radix: .* \(.*\)' '[torus]\nradix=4;4\n'
refused dateline 3 'torus\.datelines: dateline 4 is outside the network in x \(expected 0 to 3.*\)' \
  '[torus]\nradix=4;4;4\ndatelines=4;0;0\n'
refused link 3 'torus\.broken-links: 9,9,9:x\+ is outside the network \(.*\)' \
  '[torus]\nradix=4;4;4\nbroken-links=9,9,9:x+\n'
refused mesh-link 4 'torus\.broken-links: there is no link 3,0,0:x\+.* \(.*\)' \
  '[torus]\nradix=4;4;4\nwrap=false;true;true\nbroken-links=3,0,0:x+\n'
refused node 3 'torus\.broken-nodes: 4,0,0 is outside the network \(.*\)' \
  '[torus]\nradix=4;4;4\nbroken-nodes=4,0,0\n'
refused no-link 2 'torus\.broken-links: .*“1,1:x\+”.* \(.*\)' '[torus]\nbroken-links=1,1:x+\n'
refused twice 3 'torus\.broken-links: 1,1,1:x\+ occurs twice \(name it once\)' \
  '[torus]\nradix=4;4;4\nbroken-links=1,1,1:x+;1,1,1:x+\n'
refused both-ends 3 'torus\.broken-links: 1,1,1:x\+ and 2,1,1:x- .* one cable \(name it once\)' \
  '[torus]\nradix=4;4;4\nbroken-links=1,1,1:x+;2,1,1:x-\n'
refused policy 2 'torus\.vc-policy: “best” is unknown \(.*initial.*output-crossing, optimized, wrap-partition, bubble\)' \
  '[torus]\nvc-policy=best\n'
refused engine 2 'torus\.engine: “magic” is unknown \(.*xt.*\)' '[torus]\nengine=magic\n'
refused pattern 2 'traffic\.pattern: “smile” is unknown \(.*uniform.*\)' \
  '[traffic]\npattern=smile\n'
refused target 2 'traffic\.pattern: .* needs a target \(set traffic\.target.*\)' \
  '[traffic]\npattern=all-to-one\n'
refused dragonfly 4 'traffic\.pattern: tornado is not a pattern of kind=dragonfly \(expected one of: .*group-shift.*\)' \
  '[scenario]\nkind=dragonfly\n[traffic]\npattern=tornado\n'

# From standard input the file is called -.
printf '[torus]\nradix=0;4;4\n' | "$program" analyze - >out 2>err
is "$? $(cat err)" '2 dateline-cli: -:2: torus.radix: “0” is out of range (expected 1 to 32768)' \
  "standard input"
# A message is one line whatever the file is called.
cp zero.dateline $'two\nlines\e[31m.dateline'
fails 2 'two lines\?\[31m\.dateline:2: torus\.radix: .*' analyze $'two\nlines\e[31m.dateline'

# What can be kept is a warning, and kept.
printf '[scenario]\nformat=1\ncolour=red\n[torus]\nradix=2;2;2\n[moon]\nphase=3\n' >extra.dateline
run analyze extra.dateline --csv
is "$status $(wc -l <err)" "0 2" "unknown keys and groups are warnings"
grep -q '^dateline-cli: warning: extra\.dateline:3: .*colour' err \
  && grep -q '^dateline-cli: warning: extra\.dateline:6: .*moon' err
ok "which say where"
run new extra.dateline
grep -q '^colour=red$' out && grep -q '^phase=3$' out
ok "and are kept"
printf '[torus]\nradix=4;4;4\nwrap=false;true;true\ndatelines=1;3;3\n' >mesh.dateline
run analyze mesh.dateline --csv
is "$status $(grep -c '^dateline-cli: warning: mesh\.dateline:4: torus\.datelines: .*' err)" "0 1" \
  "a dateline in a mesh is ignored, with a warning"
run analyze preset:mesh-4x4 --csv --set 'torus.datelines=1;-1;-1'
is "$status $(cat err)" \
  "0 dateline-cli: warning: torus.datelines: 1 in x is ignored because x is not a ring (use -1 for none)" \
  "from --set too"

# Files that are none.
fails 2 'nowhere\.dateline: there is no such file \(.*\)' analyze nowhere.dateline
fails 2 'home: Is a directory \(.*\)' analyze home
fails 2 'torus-5x5: there is no such file \(did you mean preset:torus-5x5x5\?\)' analyze torus-5x5
fails 2 'there is no preset “cray” \(.*xt3-11x12x16.*\)' analyze preset:cray
fails 2 'there is no preset “xt” \(did you mean xt3-11x12x16 or xt4-21x16x24\?\)' analyze preset:xt
gives analyze preset:ring-8
cp out whole
for name in preset:ring preset:r; do
  run analyze $name
  [ $name = preset:ring ] && is "$status $(cmp out whole && echo same)" "0 same" "$name is enough" \
    || is "$status" 2 "$name is not"
done
fails 2 ': there is no such file \(.*\)' analyze ''

# refused_set KEY PATTERN ASSIGNMENT...
refused_set ()
{
  local key=$1 pattern=$2 assignment options=()
  shift 2
  for assignment in "$@"; do
    options+=(--set "$assignment")
  done
  fails 2 "--set $key: $pattern" analyze preset:torus-5x5x5 "${options[@]}"
}
refused_set torus.radix '“0” is out of range \(expected 1 to 32768\)' 'torus.radix=0;5;5'
refused_set torus.radix '“-5” is out of range \(expected 1 to 32768\)' 'torus.radix=-5;5;5'
refused_set torus.radix '320x320x1 has 102400 nodes \(at most 32768\)' 'torus.radix=320;320;1'
refused_set torus.radix '“4294967296” is out of range \(.*\)' 'torus.radix=4294967296;1;1'
refused_set torus.radix '“8,1,1” is not a list of 3 values \(did you mean 8;1;1\?\)' torus.radix=8,1,1
refused_set torus.wrap '.* \(did you mean true;true;false\?\)' torus.wrap=true,true,false
refused_set router.request-age-bias '.* \(did you mean 3;2;1;1\?\)' router.request-age-bias=3,2,1,1
refused_set traffic.load '“34%” is not a load \(did you mean 0\.34\?\)' traffic.load=34%
refused_set traffic.response-share '“25%” is not a number \(did you mean 0\.25\?\)' \
  traffic.response-share=25%
refused_set traffic.packet-flits '“9\.0” is not a whole number \(did you mean 9\?\)' traffic.packet-flits=9.0
refused_set traffic.pattern '“incast” is unknown \(did you mean all-to-one\?\)' traffic.pattern=incast
refused_set torus.engine '“up” is unknown \(did you mean up-down\?\)' torus.engine=up
refused_set torus.radix '“5;5” is not a list of 3 values \(.*\)' 'torus.radix=5;5'
refused_set traffic.load '“nan” .* \(.*\)' traffic.load=nan
refused_set traffic.load '“-0\.1” .* \(.*\)' traffic.load=-0.1
refused_set traffic.load '“0,5” .* \(did you mean 0\.5\?\)' traffic.load=0,5
refused_set simulation.cycles '“1e5” is not a whole number \(did you mean 100000\?\)' simulation.cycles=1e5
refused_set router.age-clock-period '.* is out of range \(expected 1 to 4294967295\)' \
  router.age-clock-period=0x100000000
refused_set torus.datelines 'dateline 5 is outside the network in y \(expected 0 to 4.*\)' \
  'torus.datelines=0;5;0'
refused_set torus.broken-links '7,0,0:x\+ is outside the network \(.*\)' torus.broken-links=7,0,0:x+
refused_set torus.broken-links '.* twice \(name it once\)' 'torus.broken-links=1,1,1:x+;1,1,1:x+'
refused_set torus.broken-links '.* \(.*\)' torus.broken-links-=1,1,1:x+
refused_set torus.vc-policy '“best” is unknown \(.*\)' torus.vc-policy=best
refused_set traffic.pattern 'jobs is not a pattern of kind=torus \(expected one of: uniform.*\)' traffic.pattern=jobs
refused_set traffic.pattern 'pattern fft needs a message length \(set traffic\.message-bytes.*\)' \
  traffic.pattern=fft
refused_set traffic.pattern '.* \(set traffic\.target.*\)' traffic.pattern=all-to-one
refused_set scenario.kind '“butterfly” is unknown \(.*torus, dragonfly.*\)' scenario.kind=butterfly
refused_set scenario.name 'control character U\+000A \(.*\)' $'scenario.name=a\nb'
refused_set scenario.name 'the text is not UTF-8 \(.*\)' $'scenario.name=\xff'
refused_set torus.radx 'unknown key \(did you mean torus\.radix\?\)' torus.radx=5
refused_set moon.phase 'unknown key \(.*\)' moon.phase=3
refused_set torus 'unknown key \(.*\)' torus=3
refused_set torus.radix '.* has no = \(expected GROUP\.KEY=VALUE.*\)' torus.radix
refused_set '' '.* \(.*\)' =3
# An error about a key that was not set names the one that was.
cat >fault.dateline <<'END'
[torus]
radix=5;5;5
broken-links=4,4,4:x+
END
fails 2 '--set torus\.radix: torus\.broken-links: 4,4,4:x\+ is outside the network \(.*\)' \
  analyze fault.dateline --set 'torus.radix=3;3;3'
# The same values for every command.
for command in new links check; do
  fails 2 '--set torus\.radix: .*' "$command" preset:ring-8 --set torus.radix=x
done
fails 2 '--set torus\.radix: .*' route preset:ring-8 --from 0 --to 1 --set torus.radix=x
fails 2 '--set torus\.radix: .*' figure ring-matrix preset:ring-8 -o x.svg --set torus.radix=x
fails 2 '--set torus\.radix: .*' library save preset:ring-8 --set torus.radix=x
[ ! -e x.svg ] && [ ! -e home/data/dateline ]
ok "and nothing was made"

# Databases.
fails 2 '.*nowhere\.db.*' library list --database nowhere.db
fails 2 '.*nowhere\.db.*' analyze library:x --database nowhere.db
[ ! -e nowhere.db ]
ok "reading makes no library"
head -c 20000 /dev/urandom >binary.db
: >empty.db
"$program" library save preset:ring-8 --database whole.db >/dev/null
for action in 'list' 'show x' 'remove x' 'save preset:ring-8'; do
  read -ra words <<<"$action"
  fails 2 '.*binary\.db.*' library "${words[@]}" --database binary.db
done
head -c 700 whole.db >cut.db
fails 2 '.*cut\.db.*' library list --database cut.db
fails 2 '.*home.*' library list --database home
fails 2 '.*is a library.*' analyze whole.db
python3 - <<'END'
import sqlite3
db = sqlite3.connect("newer.db")
db.executescript(f"PRAGMA application_id={0x44746c6e}; PRAGMA user_version=999; CREATE TABLE t (x);")
db.close()
db = sqlite3.connect("other.db")
db.executescript("CREATE TABLE recipes (name TEXT); INSERT INTO recipes VALUES ('soup');")
db.close()
END
cp newer.db newer-before.db
cp other.db other-before.db
fails 2 '.*newer\.db.*newer version.*' library list --database newer.db
fails 2 '.*newer\.db.*newer version.*' library save preset:ring-8 --database newer.db
fails 2 '.*other\.db.*' library list --database other.db
fails 2 '.*other\.db.*' library save preset:ring-8 --database other.db
cmp -s newer.db newer-before.db && cmp -s other.db other-before.db
ok "and they are as they were"

# Sets are judged all together, with the file --------------------------------------------------
printf 'leaf1 host1\nleaf1 host2\nleaf2 host3\nleaf2 host4\nleaf1 top\nleaf2 top\n' >net.edges
printf '[scenario]\nkind=fabric\n[fabric]\nsource=file\nengine=min-hop\n' >late.dateline
gives analyze late.dateline --json --set fabric.file=net.edges
json 'it["nodes"] == 4 and it["switches"] == 3' "a file whose network is set"
fails 2 'late\.dateline:[0-9]+: fabric\.file: .*' analyze late.dateline
fails 2 'late\.dateline:[0-9]+: fabric\.file: .*' analyze late.dateline --set traffic.load=0.1
fails 2 '--set fabric\.file: nowhere: .*' analyze late.dateline --set fabric.file=nowhere
gives new late.dateline --set scenario.kind=torus --set traffic.load=0.1

# What a network does not use is said.
run analyze preset:ring-8 --set fabric.engine=ftree --set fabric.engine=dor --set torus.tie=parity
is "$status $(cat err)" "0 dateline-cli: warning: --set fabric.engine: it has no effect on this network \
of kind=torus (leave it out)" "a key of another kind of network"
run analyze preset:edison --csv --set input-queued.vcs=8
is "$status $(wc -l <err)" "0 1" "a key of another router"
gives analyze preset:mesh-4x4 --set router.model=input-queued --set input-queued.vcs=2

# Formats that are not known.
formats='\(expected one of: a scenario, which begins with \[scenario\]; .*ibnetdiscover.*\)'
printf '{ "colors": 3 }\n' >x.json
fails 2 "x\\.json:1: JSON cannot be read $formats" analyze x.json
printf '# net\nswitches:\n  - a\n' >x.yaml
fails 2 "x\\.yaml:2: YAML cannot be read $formats" analyze x.yaml
printf 'graph {\n a -- b\n}\n' >x.dot
fails 2 "x\\.dot:1: a graph for Graphviz cannot be read $formats" analyze x.dot
printf 'something else\n' >x.text
fails 2 "x\\.text:1: the format is not known $formats" analyze x.text
for file in x.json x.yaml x.dot; do
  fails 2 "--set fabric\\.file: $file:[12]: .* cannot be read \(expected output of ibnetdiscover, .*\)" \
    analyze late.dateline --set fabric.file=$file
done
# Formats of other programs, whole and with something wrong.
printf 'Switch 8 "SW1"\n[1] "Hca1"[1]\n\nHca 2 "Hca1"\n[1] "SW1"[1]\n' >ibsim.net
gives analyze ibsim.net --json
json 'it["name"] == "ibsim" and it["nodes"] == 1 and it["switches"] == 1' "a netlist of ibsim"
printf '3 1 2\n2\n0 2 100Gbps 0.001ms 0\n1 2 50Gbps 0.001ms 0\n' >hpcc.topo
gives links hpcc.topo --csv
grep -q '^node1,1,switch2,2,.*,50 Gb/s$' out
ok "rates of ns-3"
printf '<graphml><graph><node id="a"/>\n<edge source="a" target="b"></graph></graphml>' >x.graphml
fails 2 'x\.graphml:2: this is not valid XML: .*' analyze x.graphml
printf '{"nodes": [{"id": 1}],\n"links": 3}' >graph.json
fails 2 'graph\.json:2: the JSON is not a graph \(.*\)' analyze graph.json
printf 'Nodes 16\nTiers 9\nPodsize 4\n' >wrong.topo
fails 2 'wrong\.topo:3: Tiers is 9 \(expected 2 or 3\)' analyze wrong.topo
printf '\377\376a\0 \0b\0\n\0b\0 \0c\0\n\0c\0 \0a\0\n\0' >utf16.edges
fails 2 '--set fabric\.file: utf16\.edges:1: text in UTF-16 cannot be read \(.*\)' \
  analyze late.dateline --set fabric.file=utf16.edges

# Names that look different from what they are.
printf '[scenario]\nname=no\342\200\256sr\n' >name.dateline
gives analyze name.dateline
grep -q 'no?sr' out && ! grep -q $'\u202e' out
ok "a name is written from left to right"
printf 'leaf1 host\342\200\256x\nleaf1 host\342\200\213y\nleaf1 =host1\n' >names.edges
gives links late.dateline --set fabric.file=names.edges --csv
grep -q 'host?x' out && grep -q 'host?y' out && ! grep -q $'\u202e\|\u200b' out
ok "hosts' too, in CSV"

finish
