#!/usr/bin/env bash
# lesson: lists, problems with file and line, a lesson done by a script, and what is handed in graded.
# shellcheck source-path=SCRIPTDIR
source=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)
. "$(dirname -- "${BASH_SOURCE[0]}")/tap.sh"

# Lists.
gives lesson list
is "$(cut -f 1 out)" "$(find "$source/data/lessons" -name '*.lesson' -printf '%f\n' | grep -v '\..*\.' | sed 's/\.lesson$//' | sort)" \
  "all lessons of the source"
[ "$(grep -cP '^[^\t]+\t[^\t]+\t[^\t]+$' out)" = "$(wc -l <out)" ]
ok "each with title and summary"
for file in "$source"/data/lessons/*.lesson; do
  grep -q "<file>$(basename "$file")</file>" "$source/data/lessons/lessons.gresource.xml"
  ok "$(basename "$file") comes with the program"
done
gives lesson list --json
json "all(l['title'] and l['steps'] > 1 and l['minutes'] > 0 for l in it['lessons'])" "as JSON"
gives lesson facts
grep -qP '^hops\(NODE>NODE\)\t' out && grep -qP '^latency_p99\t' out
ok "functions and measures"
"$source/build-aux/lesson-facts" "$program" >why
ok "the list of facts of the README"
gives lesson show 03-deadlock
grep -q '^3\. Find the cycle$' out && ! grep -q '\*\*' out
ok "a handout"

# Check.
for file in "$source"/data/lessons/*.lesson; do
  gives lesson check "$file"
done
sed -n '/^## An example/,/^## Lines/p' "$source/data/lessons/README.md" | sed -n 's/^    //p' >example.lesson
sed -n '/^## Translations/,/^## Scripts/p' "$source/data/lessons/README.md" | sed -n 's/^    //p' >german
gives lesson check example.lesson
is "$(cat out)" "example.lesson: no problems" "the example of the README"
cp german example.de.lesson
run lesson check example.de.lesson
is "$status: $(cat out)" "2: example.de.lesson: the step the-other-way is missing (add step: the-other-way)" \
  "a translation that lacks a step"
sed -n '/^## A step worked through/,/^## Texts/p' "$source/data/lessons/README.md" | sed -n 's/^    //p' >step.lesson
is "$(wc -l <step.lesson)" 20 "a step worked through, in 20 lines"
gives lesson check step.lesson
printf '%s\n' 'answer 3' 'set torus.radix=7;1;1' 'expect said not yet the one' 'set torus.radix=6;1;1' 'set torus.tie=parity' \
  'expect wrong' 'expect replied That is a row of 6' >script
gives lesson run step.lesson --script script
grep -q '^That is a row of 6' out
ok "with its replies"
sed 's/^right: 1/right: 2/' step.lesson >wrong.lesson
run lesson check wrong.lesson
grep -q '^wrong.lesson:15: the explanation is about choice 2, but .* “3, half of the ring” is right' out
ok "what does not hold in the model"
printf 'lesson: L\nformat: 1\nstart: preset:ring-8\nstep: a\nsay: {x\nuntil: y\npoint: node 9,9,9\n' >broken.lesson
run lesson check example.lesson broken.lesson
is "$status $(cut -d ' ' -f 1 out | tr '\n' ' ')" "2 example.lesson: broken.lesson:5: broken.lesson:6: " \
  "every problem with its line"
mkdir -p folder.lesson
run lesson check nowhere.lesson folder.lesson example.lesson
is "$status $(cut -d ' ' -f 1 out | tr '\n' ' ')" "2 nowhere.lesson: folder.lesson: example.lesson: " \
  "what cannot be read does not keep the others from being checked"
grep -q '^folder.lesson: this is a folder' out
ok "and is told with its reason"
fails 2 'there is no lesson “99” \(expected one of: 01-torus, .*\)' lesson show 99
fails 2 'broken\.lesson:5: .*' lesson show broken.lesson
fails 2 'lesson: “frob” is not an action \(expected one of: list, .*\)' lesson frob
fails 2 'lesson show does not take --csv .*' lesson show 01-torus --csv
fails 2 'lesson grade: an argument is missing .*' lesson grade

# Done by a script, in another language where there is one.
printf '# Comment\nanswer 3\nnext\nanswer 2\nset torus.broken-links=7,0,0:x+\nexpect done\nexpect right\n' >script
gives lesson run example.lesson --script script --hand-in one.handin --student '=Anna|B'
grep -q '^Your answer is right\.$' out && grep -q '^Steps done: 2 of 2; answers right: 2 of 2; hints: 0$' out
ok "what it says meanwhile"
grep -q '^name: =Anna|B$' one.handin
ok "the name that was typed"
gives lesson run example.lesson --script script --hand-in two.handin
! grep -q '^name:' two.handin
ok "no name that was not"
gives lesson run example.lesson --script script --language de
grep -q 'Kommt es noch an' out && grep -q 'How many hops' out
ok "what is translated in another language, the rest as it was written"
printf 'expect done\n' >early
fails 2 'early:1: expected “done”.*' lesson run example.lesson --script early
printf 'answer 3\nnext\nanswer 1\nexpect done\n' >waits
fails 2 'waits:4: expected “done”, but step break-it waits for link_broken\(0,0,0:x-\) = yes' \
  lesson run example.lesson --script waits
fails 2 'nowhere: .*' lesson run example.lesson --script nowhere
printf 'frob\n' >frob
fails 2 'frob:1: “frob” is not a line of a script .*' lesson run example.lesson --script frob

# Skipped: each step of each lesson begins with its own network, and blames nobody.
for lesson in $(cut -f 1 <<<"$("$program" lesson list)"); do
  steps=$(grep -c '^step:' "$source/data/lessons/$lesson.lesson")
  yes next | head -n $((steps - 1)) >script
  gives lesson run "$lesson" --script script
  ! grep -q '^!' out
  ok "$lesson, skipped, accuses nobody"
done
# Going back keeps the numbers with which a step was done.
printf '%s\n' 'simulate 10000' next 'answer 3' 'set router.age-rr-select=0xffffffffffffffff' 'simulate 20000' \
  next back 'expect done' >script
gives lesson run 10-age-and-its-clock --script script
[ "$(grep -c 'fell from [0-9.]* to [0-9.]* cycles' out)" = 2 ] && ! grep -q 'fell from –' out
ok "numbers are kept on the way back"

# Graded: by replaying, not by believing.
gives lesson grade one.handin two.handin --csv
is "$(cat out)" "$(printf '%s\n' file,name,lesson,steps,done,asked,right,hints,slips,holds,notes,the-other-way,break-it \
  "one.handin,'=Anna|B,example,2,2,2,2,0,0,1,,1,1" two.handin,,example,2,2,2,2,0,0,1,,1,1)" "a row each, no formulas"
gives lesson grade one.handin --markdown
grep -qF "| one.handin | =Anna\\|B | example | 2 of 2 | 2 of 2 | 0 | yes |  | yes | yes |" out
ok "in Markdown"
sed 's/^edit: .*/edit: torus.broken-links=2,0,0:x+/' one.handin >lie.handin
run lesson grade one.handin lie.handin --json
is "$status" 1 "a lie is found out"
json "[h['holds'] for h in it['hand_ins']] == [True, False] and it['hand_ins'][1]['done'] == 1 and it['hand_ins'][1]['notes']" \
  "and said to be one"
head -c 300 one.handin >cut.handin
sed 's/^hand-in: 1/hand-in: 7/' one.handin >newer.handin
sed 's/^lesson: .*/lesson: ..\/..\/etc\/passwd/' one.handin >elsewhere.handin
head -c 5000000 /dev/zero >huge.handin
echo >=1.handin
run lesson grade one.handin cut.handin newer.handin elsewhere.handin huge.handin nowhere.handin script
is "$status $(wc -l <out)" "2 8" "what is refused has a row, too"
grep -q '^newer.handin .*newer version' out && grep -q '^elsewhere.handin .*no lesson' out
ok "and says why"
run lesson grade =1.handin --csv
tail -n 1 out | grep -q "^'=1.handin,,,,,,,,,,'=1.handin:1: "
ok "no formulas in the notes either"
# An answer that was given once the network showed it is said to be one.
printf 'answer 3\nnext\nset torus.broken-links=7,0,0:x+\nanswer 2\nexpect right\n' >script
gives lesson run example.lesson --script script --hand-in late.handin
grep -A 1 '^answer: 2$' late.handin | grep -qxF '# answered after it was shown'
ok "in what is handed in"
gives lesson grade late.handin --csv
is "$(tail -n 1 out)" "late.handin,,example,2,2,2,2,0,0,1,answered after it was shown: break-it,1,1" "in the table"
gives lesson grade one.handin late.handin --json
json "[h['shown'] for h in it['hand_ins']] == [0, 1] and all(h['holds'] for h in it['hand_ins'])" "as a number"
printf '%s\n' 'answer 3' next 'set traffic.load=0.5' 'expect said Undo' >script
gives lesson run example.lesson --script script
grep -qF '! This step does not ask for a change of “Offered load”.' out
ok "a change that nothing foresees gets a word"

# A column per question: right or wrong, in own words, or not answered.
printf 'lesson: Own words\nformat: 1\nstart: preset:ring-8\nstep: why\nsay: s\nask: Why?\nstep: last\nsay: s\nask: n?\nnumber: max_hops\n' >words.lesson
printf 'answer =1+1, or so|\nnext\nanswer 5\nexpect wrong\n' >script
gives lesson run words.lesson --script script --hand-in words.handin
printf 'next\n' >script
gives lesson run words.lesson --script script --hand-in silent.handin
gives lesson grade words.handin silent.handin --csv
is "$(cut -d , -f 12- out | tr '\n' ';')" "why,last;\"'=1+1, or so|\",0;,;" "right, wrong, in own words, or not answered"
gives lesson grade words.handin one.handin --csv
is "$(cut -d , -f 12- out | head -n 1)" "words/why,words/last,example/the-other-way,example/break-it" \
  "questions of several lessons"
is "$(tail -n 1 out | cut -d , -f 12-)" ",,1,1" "each in its own columns"
gives lesson grade words.handin --markdown
grep -qF "| =1+1, or so\\| | no |" out
ok "in Markdown, too"
gives lesson grade one.handin
grep -q 'the-other-way  *break-it$' out && grep -q 'yes  *yes$' out
ok "and as text"

finish
