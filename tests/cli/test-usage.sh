#!/usr/bin/env bash
# Commands, options and help: what there is, and what is said where there is not.
# shellcheck source-path=SCRIPTDIR
. "$(dirname -- "${BASH_SOURCE[0]}")/tap.sh"

commands="list new analyze links flows route tables check critical optimize model simulate record replay animate figure counters library"

gives --version
[[ $(cat out) =~ ^dateline-cli\ [0-9]+\.[0-9]+\.[0-9]+$ ]]
ok "the version"
gives --help
cp out help
for command in $commands; do
  grep -q "^  $command " help
  ok "help names $command"
  gives "$command" --help
  grep -q "$command" out
  ok "$command has help of its own"
done
gives help
cmp -s out help
ok "help is a command too"
gives -h
gives help route
grep -q -- --from out
ok "with an argument"
gives route --from 0 --to 1 --help

fails 2 'a command is missing \(expected one of: .*analyze.*\)'
fails 2 '“frob” is not a command \(expected one of: .*analyze.*\)' frob
fails 2 '“analyse” is not a command \(did you mean analyze\?\)' analyse preset:ring-8
fails 2 '“export” is not a command \(did you mean figure\?\)' export preset:ring-8
fails 2 'library: “delete” is not an action \(did you mean remove\?\)' library delete x
fails 2 '--frob is not an option \(.*\)' --frob
fails 2 'analyze: an argument is missing \(dateline-cli analyze SCENARIO\)' analyze
fails 2 'analyze: too many arguments \(.*\)' analyze preset:ring-8 preset:mesh-4x4
fails 2 'analyze has no option --jsn \(did you mean --json\?\)' analyze preset:ring-8 --jsn
fails 2 'links has no option --json \(.*--csv.*\)' links preset:ring-8 --json
fails 2 'analyze has no option -x \(.*\)' analyze preset:ring-8 -x
fails 2 '--json and --csv cannot be combined \(.*\)' analyze preset:ring-8 --json --csv
fails 2 '--set: the value is missing \(.*\)' analyze preset:ring-8 --set
fails 2 '--json does not take a value \(.*\)' analyze preset:ring-8 --json=yes
fails 2 '--output: the value is missing \(use --output FILE\)' analyze preset:ring-8 -o
fails 2 'analyze has no option -x \(--json, .*\)' analyze preset:ring-8 -hx
fails 2 '--jsn=3 is not an option \(see dateline-cli --help\)' --jsn=3
fails 2 'list: “p” is not a list \(.*\)' list p
gives list preset
cp out by-beginning
gives list presets
cmp -s out by-beginning
ok "the beginning of a name is enough"
fails 2 'list: “moons” is not a list \(expected one of: presets, .*, structures\)' list moons

# Options stand anywhere.
gives analyze preset:ring-8 --json --set torus.tie=parity
cp out first
for order in '--json --set torus.tie=parity analyze preset:ring-8' \
  'analyze --set=torus.tie=parity preset:ring-8 --json' '--json analyze --set torus.tie=parity -- preset:ring-8'; do
  read -ra words <<<"$order"
  gives "${words[@]}"
  cmp -s out first
  ok "$order"
done

# A value may be joined to its option, long or short, and may look like one.
for order in '--output=joined' '-ojoined' '--csv -o joined' '-o joined --csv'; do
  read -ra words <<<"links preset:ring-8 $order"
  rm -f joined
  gives "${words[@]}"
  [ -s joined ]
  ok "$order"
done
for title in --json=yes --frob -open -- --set; do
  gives figure ring-balance preset:ring-8 --title "$title" -o title.svg
done
fails 2 'analyze: too many arguments \(.*\)' analyze -- preset:ring-8 --json

# Lists: a name, a tab, a description, one a line.
for list in presets patterns policies engines figures routings structures; do
  gives list $list
  [ -s out ] && ! grep -Evq $'^[a-z0-9+-]+\t[^\t]+$' out
  ok "$list"
done
is "$("$program" list routings | cut -f 1 | tr '\n' ' ')" \
  "min-hash min-adaptive valiant adaptive-0 adaptive-1 adaptive-2 adaptive-3 tuned min \
ugal " "the routings"
is "$("$program" list presets | cut -f 1 | tr '\n' ' ')" "xt3-11x12x16 red-storm-27x16x24 \
xt4-21x16x24 titan-25x16x24 torus-32x32x32 ring-8 mesh-4x4 mesh-8x8 torus-5x5x5 \
edison theta-sized cascade-8 cascade-64 cascade-241 cascade-2 generic-33 \
fat-tree-1024 leaf-spine-648 rails-32x8 hyperx-8x8x8 slim-fly-17 dragonfly-plus-9 butterfly-64 twisted-8x4x4 fat-tree-16 " "the presets"
is "$("$program" list policies | cut -f 1 | tr '\n' ' ')" \
  "initial neighbors global-table output-crossing optimized wrap-partition bubble " "the policies"
is "$("$program" list engines | cut -f 1 | head -n 3 | tr '\n' ' ')" "xt xt-literal ring " \
  "the engines, the default first"
is "$("$program" list engines | sed -n 's/^ftree\t//p')" \
    "Fabric: Up by the destination’s number, then down: each switch spreads destinations evenly; a \
cable inside a level leads only to hosts at its other end" \
  "engines of other families, too"
run list patterns
for pattern in uniform nearest-neighbor transpose bit-complement tornado random-permutation \
  all-to-one; do
  cut -f 1 out | grep -qx -- "$pattern"
  ok "pattern $pattern"
done
for what in 'transpose.*(x, y, z) to (y, x, z).*; Fabric: .*square of hosts' \
  'bit-complement.*in each dimension; Fabric: Host c of n to host n − 1 − c' \
  'tornado.*ring.*; Fabric: Host c of n ' 'neighbor.*dimension.*; Fabric: Host c of n '; do
  grep -q "^$what" out
  ok "what it is in a fabric: $what"
done
grep 'half-shift\|uniform' out | grep -vq Fabric
ok "said where it differs only"

# Every preset opens, as itself and as the file that new makes of it.
for preset in $("$program" list presets | cut -f 1); do
  gives new "$preset" -o "$preset.dateline"
  gives check "preset:$preset"
  gives new "preset:$preset"
  cmp -s out "$preset.dateline"
  ok "new takes preset:$preset too"
  gives new "$preset.dateline"
  cmp -s out "$preset.dateline"
  ok "new of what new made is the same"
done
gives new ring-8 --set 'torus.radix=9;1;1' -o nine.dateline
grep -q '^radix=9;1;1$' nine.dateline
ok "new with --set"

finish
