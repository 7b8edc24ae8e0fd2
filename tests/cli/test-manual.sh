#!/usr/bin/env bash
# The manual pages have what the program has: commands, options, keys and their defaults.
# shellcheck source-path=SCRIPTDIR
. "$(dirname -- "${BASH_SOURCE[0]}")/tap.sh"
data=$3

# The pages as text, with the signs that are written otherwise there.
for page in dateline-cli.1 dateline-scenario.5; do
  sed 's/\\-/-/g; s/\\fB//g; s/\\f[PRI]//g' "$data/$page" >"$page"
done

# section HEAD FILE: what is below ".SS HEAD ...", or ".SH HEAD".
section ()
{
  awk -v head="$1" '/^\.S[SH] / { on = $2 == head } on' "$2"
}

# holds OPTION: does standard input name it, and not only one that begins with it?
holds ()
{
  grep -Eq -- "(^|[^a-z-])$1([^a-z-]|\$)"
}

section OPTIONS dateline-cli.1 >general
gives --help
mapfile -t commands < <(sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p' out)
[ ${#commands[@]} -gt 10 ]
ok "there are commands"
for command in "${commands[@]}"; do
  section "$command" dateline-cli.1 >part
  [ -s part ]
  ok "$command has a part of its own"
  gives "$command" --help
  mapfile -t options < <(sed -nE 's/^ +(-[a-z], )?(--[a-z-]+).*/\2/p' out)
  [ ${#options[@]} -gt 1 ]
  ok "$command has options"
  for option in "${options[@]}"; do
    cat part general | holds "$option"
    ok "$command $option"
  done
  # And no others.
  head -n 1 part | grep -Eo -- '--[a-z][a-z-]*' >named
  while IFS= read -r option; do
    printf '%s\n' "${options[@]}" | grep -qx -- "$option"
    ok "$command has $option"
  done <named
done
run --help
while read -r command; do
  [ "$command" = help ] || printf '%s\n' "${commands[@]}" | grep -qx -- "$command"
  ok "there is $command"
done < <(sed -n '/^\.SH COMMANDS/,/^\.SH OPTIONS/s/^\.SS \([a-z]*\) .*/\1/p' dateline-cli.1 | sort -u)

# Lists are named.
section list dateline-cli.1 >part
run list moons
for list in $(sed -n 's/.*(\(.*\)).*/\1/p' err | sed 's|expected one of: ||' | tr -d ',' | sed 's/\<or\>//'); do
  grep -q "$list" part
  ok "list $list"
done

# What the page describes is a file with all keys at their defaults, in its order.
cat >bare.dateline <<'END'
[scenario]
format=1
END
gives new bare.dateline
sed -nE '/^\[/p; s/^# ?([A-Za-z-]+=)/\1/p' out >keys
sed -n '/^\.SH GROUPS/,$p' dateline-scenario.5 >groups
awk '/^\.SS/ { print $2 } tagged && sub (/^\.B /, "") && !/^format=/ { print }
  { tagged = /^\.TP/ }' groups >described
diff keys described >why
ok "the keys, their groups and defaults"
[ "$(wc -l <described)" -gt 50 ]
ok "there are keys"

# The words that a key can be are in its paragraph.
for key in torus.vc-policy torus.engine torus.tie traffic.pattern traffic.order traffic.placement \
  traffic.source-vc dragonfly.routing dragonfly.shape fabric.source fabric.engine \
  scenario.kind; do
  awk -v group="[${key%.*}]" -v key="${key#*.}=" '
    /^\.SS/ { on = $2 == group; here = 0 }
    on && /^\.TP/ { here = 0 }
    on && index ($0, ".B " key) == 1 { here = 1; next }
    here' groups >paragraph
  mapfile -t words < <("$program" complete -- analyze --set "$key=" | cut -f 1 | sed "s/^$key=//")
  [ ${#words[@]} -gt 1 ]
  ok "$key has words"
  for word in "${words[@]}"; do
    grep -Eq -- "(^|[^a-z0-9+-])${word//+/\\+}([^a-z0-9+-]|\$)" paragraph
    ok "$key=$word"
  done
done

# The example is a scenario.
sed -n '/^# Comments are whole/,/^\.EE/p' dateline-scenario.5 | sed '$d' >example.dateline
gives check example.dateline

finish
