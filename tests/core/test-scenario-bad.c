/* Bad scenario files: each gives one line that names the file, the line, what is wrong and what
 * would be right. */
#include "dl-families.h"
#include "dl-scenario-file.h"

#include <string.h>

#define SYNTAX   DL_SCENARIO_ERROR_SYNTAX
#define VALUE    DL_SCENARIO_ERROR_VALUE
#define CONFLICT DL_SCENARIO_ERROR_CONFLICT
#define FORMAT   DL_SCENARIO_ERROR_FORMAT

typedef struct
{
  const char *name;
  const char *text;
  guint line;
  DlScenarioError code;
  const char *parts[3]; /* of the message */
  gsize length;         /* of a text with NULs */
} Bad;

static const Bad bads[] = {
  /* Not a scenario file */
  { "empty", "", 1, SYNTAX, { "empty", "[scenario]" } },
  { "comments", "# one\n\n# two\n", 1, SYNTAX, { "empty" } },
  { "no-group", "\n# x\nradix=1;2;3\n", 3, SYNTAX, { "before the first group" } },
  { "no-key", "[torus]\nradix\n", 2, SYNTAX, { "“radix”", "key=value" } },
  { "empty-key", "[torus]\n=3\n", 2, SYNTAX, { "not a name for a key" } },
  { "bracket-key", "[torus]\na]b=3\n", 2, SYNTAX, { "“a]b”" } },
  { "truncated-group", "[scenario]\nformat=1\n[tor", 3, SYNTAX, { "not a group" } },
  { "truncated-key", "[scenario]\nformat=1\n[torus]\nradix=4;4;4\nwra", 5, SYNTAX, { "“wra”" } },
  { "truncated-value",
    "[torus]\nradix=11;12;",
    2,
    VALUE,
    { "a list of 3 values", "such as 11;12;16" } },
  { "nested-group", "[a[b]]\n", 1, SYNTAX, { "not a group" } },
  { "empty-group", "[]\n", 1, SYNTAX, { "not a group" } },
  { "group-and-more", "[torus] radix=1\n", 1, SYNTAX, { "nothing after it" } },
  { "not-utf8", "[scenario]\n\nname=\xff\xfe\n", 3, SYNTAX, { "not a text file", "UTF-8" } },
  { "png", "\x89PNG\r\n\x1a\n", 1, SYNTAX, { "not a text file" } },
  { "nul", "[scenario]\nname=a\0b\n", 2, SYNTAX, { "not a text file" }, 20 },
  { "nul-at-end", "[scenario]\n\n\0", 3, SYNTAX, { "not a text file" }, 13 },
  { "utf16", "\xff\xfe[\0s\0", 1, SYNTAX, { "not a text file" }, 6 },
  { "elf",
    "\x7f"
    "ELF\2\1\1\0\0\0\0",
    1,
    SYNTAX,
    { "not a text file" },
    11 },
  { "json", "{\"radix\": [1, 2, 3]}\n", 1, SYNTAX, { "not a group, key or comment" } },
  { "escape", "[scenario]\nname=a\\qb\n", 2, SYNTAX, { "scenario.name", "backslash" } },

  /* Format */
  { "newer", "[scenario]\nformat=2\nname=x\n", 2, FORMAT, { "newer version", "“2”", "format 1" } },
  { "much-newer", "[scenario]\nformat=99999999999999999999999\n", 2, FORMAT, { "newer version" } },
  /* A bad value may be good in a newer format: the format comes first. */
  { "newer-first", "[torus]\nradix=x\n[scenario]\nformat=2\n", 4, FORMAT, { "newer" } },
  { "format-zero", "[scenario]\nformat=0\n", 2, VALUE, { "scenario.format", "format=1" } },
  { "format-word", "[scenario]\nformat=new\n", 2, VALUE, { "“new”", "format=1" } },
  { "format-empty", "[scenario]\nformat=\n", 2, VALUE, { "format=1" } },
  { "format-negative", "[scenario]\nformat=-1\n", 2, VALUE, { "format=1" } },

  /* Duplicates */
  { "group-twice",
    "[torus]\ntie=parity\n[scenario]\n[torus]\nradix=4;4;4\n",
    4,
    SYNTAX,
    { "“torus”", "line 1" } },
  { "key-twice", "[torus]\nradix=4;4;4\n\nradix=4;4;4\n", 4, SYNTAX, { "“radix”", "line 2" } },
  { "key-thrice", "[torus]\nradix=4;4;4\nradix=4;4;4\nradix=5;5;5\n", 3, SYNTAX, { "line 2" } },
  { "unknown-key-twice", "[foo]\nb=1\na=1\na=1\nb=1\n", 4, SYNTAX, { "“a”", "line 3" } },

  /* Numbers */
  { "word", "[traffic]\nload=lots\n", 2, VALUE, { "traffic.load", "“lots”", "saturated" } },
  { "nan", "[traffic]\nload=nan\n", 2, VALUE, { "“nan”", "0 to 1" } },
  { "inf", "[traffic]\nresponse-share=inf\n", 2, VALUE, { "“inf”", "0 to 1" } },
  { "infinity", "[router]\nejection-rate=-INFINITY\n", 2, VALUE, { "0.001 to 1" } },
  { "hex-float", "[traffic]\nresponse-share=0x1p-1\n", 2, VALUE, { "not a number" } },
  { "comma", "[traffic]\nresponse-share=0,5\n", 2, VALUE, { "“0,5”", "0.5" } },
  { "negative", "[traffic]\nresponse-share=-0.1\n", 2, VALUE, { "out of range", "0 to 1" } },
  { "huge-double", "[traffic]\nresponse-share=1e999\n", 2, VALUE, { "out of range" } },
  { "no-double", "[traffic]\nresponse-share=\n", 2, VALUE, { "not a number" } },
  { "two-numbers", "[traffic]\nresponse-share=0.1 0.2\n", 2, VALUE, { "not a number" } },
  { "load-above", "[traffic]\nload=1.5\n", 2, VALUE, { "“1.5”", "0 to 1" } },
  { "negative-uint", "[router]\ninput-buffer=-1\n", 2, VALUE, { "out of range", "1 to 65535" } },
  { "zero-uint", "[router]\nage-clock-period=0\n", 2, VALUE, { "1 to 4294967295" } },
  { "enormous-uint",
    "[simulation]\ncycles=99999999999999999999999999\n",
    2,
    VALUE,
    { "out of range", "1 to 1000000000000" } },
  { "2^64", "[scenario]\nseed=18446744073709551616\n", 2, VALUE, { "out of range" } },
  { "2^64-hex", "[scenario]\nseed=0x10000000000000000\n", 2, VALUE, { "out of range" } },
  { "2^32", "[router]\nage-clock-period=4294967296\n", 2, VALUE, { "out of range" } },
  { "fraction", "[simulation]\nthreads=1.5\n", 2, VALUE, { "“1.5”", "whole number" } },
  { "exponent", "[simulation]\ncycles=1e6\n", 2, VALUE, { "whole number" } },
  { "trailing", "[simulation]\nthreads=2x\n", 2, VALUE, { "“2x”" } },
  { "empty-uint", "[simulation]\nthreads=\n", 2, VALUE, { "whole number" } },
  { "only-0x", "[scenario]\nseed=0x\n", 2, VALUE, { "“0x”" } },
  { "flits", "[traffic]\npacket-flits=65\n", 2, VALUE, { "1 to 64" } },
  { "bias", "[router]\nrequest-age-bias=3;2;1;8\n", 2, VALUE, { "“8”", "0 to 7" } },
  { "bias-count", "[router]\nrequest-age-bias=3;2;1\n", 2, VALUE, { "4 or 7 values", "3;2;1;1" } },
  { "select", "[router]\nage-rr-select=0xfffffffffffffffff\n", 2, VALUE, { "out of range" } },
  { "bytes", "[traffic]\nmessage-bytes=0\n", 2, VALUE, { "out of range" } },
  { "base64", "[torus]\nvc-table=AAA\n", 2, VALUE, { "base64" } },
  { "base64-padding", "[torus]\nvc-table=A===\n", 2, VALUE, { "base64" } },
  { "base64-inside", "[torus]\nvc-table=A=AA\n", 2, VALUE, { "base64" } },
  { "no-table", "[torus]\nvc-table=AAAA\n", 2, VALUE, { "“AAAA”", "not a table" } },
  { "table-cut", "[torus]\nvc-table=RExWQwEBAwACAAIAAAQ1RZPLWvLLnOtj\n", 2, VALUE, { "damaged" } },
  { "name-empty", "[scenario]\nname=\n", 2, VALUE, { "name is empty" } },
  { "name-control", "[scenario]\nname=a\\nb\n", 2, VALUE, { "U+000A", "one line" } },

  /* Choices */
  { "kind",
    "[scenario]\nkind=dragonfly\n[traffic]\npattern=tornado\n",
    4,
    CONFLICT,
    { "tornado is not a pattern of kind=dragonfly" } },
  { "kind-unknown",
    "[scenario]\nkind=hypercube\n",
    2,
    VALUE,
    { "“hypercube” is unknown", "torus" } },
  { "policy-unknown", "[torus]\nvc-policy=best\n", 2, VALUE, { "“best” is unknown", "neighbors" } },
  { "engine-unknown", "[torus]\nengine=XT\n", 2, VALUE, { "“XT” is unknown" } },
  { "pattern",
    "[traffic]\npattern=jobs\n",
    2,
    CONFLICT,
    { "jobs is not a pattern of kind=torus" } },
  { "fft", "[traffic]\npattern=fft\n", 2, CONFLICT, { "needs a message length" } },
  { "fft-bytes",
    "[traffic]\npattern=fft\nmessage-bytes=\n",
    3,
    CONFLICT,
    { "traffic.message-bytes: pattern fft needs" } },
  { "matrix", "[traffic]\npattern=matrix\n", 2, CONFLICT, { "needs a communication matrix" } },
  { "matrix-file",
    "[traffic]\nmatrix=a b.csv\npattern=matrix\n",
    2,
    CONFLICT,
    { "“a b.csv” has not been read" } },
  { "matrix-negative",
    "[traffic]\nmatrix=0,1,8\\n1,0,-8\\n\npattern=matrix\n",
    2,
    CONFLICT,
    { "matrix:2: -8 bytes are negative (expected 0 or more)" } },
  { "matrix-huge",
    "[traffic]\nmatrix=0,1,8e12\\n\npattern=matrix\n",
    2,
    CONFLICT,
    { "matrix:1: 8e12 bytes are too many" } },
  { "matrix-size",
    "[torus]\nradix=2;2;2\n[traffic]\nmatrix=0,8,8\\n\npattern=matrix\n",
    4,
    CONFLICT,
    { "9 ranks and the placement has 8" } },
  { "placement-twice",
    "[traffic]\nplacement=1,2,3\\n1,2,3\\n\npattern=fft\nmessage-bytes=8\n",
    2,
    CONFLICT,
    { "placement:2: " } },
  { "placement-broken",
    "[torus]\nbroken-nodes=1,2,3\n[traffic]\nplacement=1,2,3\\n\npattern=fft\nmessage-bytes=8\n",
    4,
    CONFLICT,
    { "placement:1: " } },
  { "short-packets",
    "[traffic]\npacket-flits=1\npattern=fft\nmessage-bytes=8\n",
    2,
    CONFLICT,
    { "no space for messages (use 2 or more" } },
  { "pattern-unknown", "[traffic]\npattern=random\n", 2, VALUE, { "is unknown", "uniform" } },
  { "tie", "[torus]\ntie=negative\n", 2, VALUE, { "“negative”", "positive, parity" } },
  { "source-vc", "[traffic]\nsource-vc=1\n", 2, VALUE, { "did you mean 0?" } },
  { "order", "[traffic]\norder=\n", 2, VALUE, { "rotating, random" } },

  /* Shape */
  { "radix-word", "[torus]\nradix=11;x;16\n", 2, VALUE, { "torus.radix", "“x”", "1 to 32768" } },
  { "radix-zero", "[torus]\nradix=0;12;16\n", 2, VALUE, { "“0”", "1 to 32768" } },
  { "radix-negative", "[torus]\nradix=-4;12;16\n", 2, VALUE, { "“-4”" } },
  { "radix-count", "[torus]\nradix=4;4\n", 2, VALUE, { "“4;4”", "11;12;16" } },
  { "radix-hole", "[torus]\nradix=4;;4\n", 2, VALUE, { "entry 2", "empty" } },
  { "radix-commas", "[torus]\nradix=4,4,4\n", 2, VALUE, { "“4,4,4”", "4;4;4" } },
  { "too-large", "[torus]\n\nradix=33;32;32\n", 3, CONFLICT, { "torus.radix", "32768" } },
  { "overflow", "[torus]\nradix=32768;32768;32768\n", 2, CONFLICT, { "torus.radix", "32768" } },
  { "plane", "[torus]\nradix=1;128;64\n", 2, CONFLICT, { "4096" } },
  { "regions", "[torus]\nradix=9;1;2049\n", 2, CONFLICT, { "regions", "at most 8" } },
  { "wrap", "[torus]\nwrap=true;yes;true\n", 2, VALUE, { "“yes”", "true for a torus" } },
  { "wrap-count", "[torus]\nwrap=true\n", 2, VALUE, { "“true”", "true;true;true" } },

  /* Datelines and faults against the shape */
  { "dateline",
    "[torus]\nradix=4;4;4\ndatelines=0;4;0\n",
    3,
    CONFLICT,
    { "torus.datelines", "dateline 4", "0 to 3" } },
  { "dateline-before", "[torus]\ndatelines=0;0;4\nradix=4;4;4\n", 2, CONFLICT, { "in z" } },
  { "dateline-negative", "[torus]\ndatelines=-2;0;0\n", 2, VALUE, { "-1 to 32767" } },
  { "dateline-huge", "[torus]\ndatelines=99999999999;0;0\n", 2, VALUE, { "-1 to 32767" } },
  { "dateline-min", "[torus]\ndatelines=-9223372036854775808;0;0\n", 2, VALUE, { "-1 to" } },
  { "link-outside",
    "[torus]\nbroken-links=1,2,2:x+;11,0,0:x+\n",
    2,
    CONFLICT,
    { "torus.broken-links", "11,0,0:x+ is outside", "10,11,15" } },
  { "link-absent",
    "[torus]\nradix=4;4;4\nwrap=true;false;true\nbroken-links=0,3,0:y+\n",
    4,
    CONFLICT,
    { "no link 0,3,0:y+", "mesh" } },
  { "link-absent-minus",
    "[torus]\nradix=4;4;2\nbroken-links=0,3,0:z-\n",
    3,
    CONFLICT,
    { "no link 0,3,0:z-" } },
  { "link-port", "[torus]\nbroken-links=1,2,2:w+\n", 2, VALUE, { "“1,2,2:w+”", "1,2,2:x+" } },
  { "link-node", "[torus]\nbroken-links=1,2,2\n", 2, VALUE, { "“1,2,2”", "direction" } },
  { "link-huge", "[torus]\nbroken-links=99999999999,2,2:x+\n", 2, VALUE, { "cannot read" } },
  { "link-negative", "[torus]\nbroken-links=-1,2,2:x+\n", 2, VALUE, { "cannot read" } },
  { "link-twice",
    "[torus]\nbroken-links=1,2,2:x+;0,0,0:y+;1,2,2:x+\n",
    2,
    VALUE,
    { "1,2,2:x+", "twice" } },
  { "link-both-ends",
    "[torus]\n\nbroken-links=1,2,2:x+;2,2,2:x-\nradix=4;4;4\n",
    3,
    CONFLICT,
    { "1,2,2:x+", "2,2,2:x-", "one cable" } },
  { "link-both-ends-wrap",
    "[torus]\nbroken-links=0,2,2:x-;3,2,2:x+\nradix=4;4;4\n",
    2,
    CONFLICT,
    { "one cable" } },
  { "channel-of-cable",
    "[torus]\nbroken-channels=2,2,2:x-\nbroken-links=1,2,2:x+\n",
    2,
    CONFLICT,
    { "torus.broken-channels", "2,2,2:x-", "cable 1,2,2:x+" } },
  { "channel-twice", "[torus]\nbroken-channels=2,2,2:x-;2,2,2:X-\n", 2, VALUE, { "twice" } },
  { "channel-outside", "[torus]\nbroken-channels=2,12,2:x-\n", 2, CONFLICT, { "outside" } },
  { "node-outside",
    "[torus]\nbroken-nodes=0,0,16\n",
    2,
    CONFLICT,
    { "torus.broken-nodes", "0,0,16", "outside" } },
  { "node-twice", "[torus]\nbroken-nodes=0,0,1;0,0,1\n", 2, VALUE, { "0,0,1", "twice" } },
  { "node-word", "[torus]\nbroken-nodes=all\n", 2, VALUE, { "“all”", "x,y,z" } },

  /* Traffic and router */
  { "target-outside", "[traffic]\ntarget=11,0,0\n", 2, CONFLICT, { "traffic.target", "11,0,0" } },
  { "target-nid", "[traffic]\ntarget=0x840\n", 2, CONFLICT, { "traffic.target", "0x840" } },
  { "target-word", "[traffic]\ntarget=me\n", 2, CONFLICT, { "“me”", "x,y,z" } },
  { "target-huge", "[traffic]\ntarget=99999999999999999999\n", 2, VALUE, { "x,y,z" } },
  { "no-target",
    "[traffic]\npattern=all-to-one\n",
    2,
    CONFLICT,
    { "all-to-one", "traffic.target" } },
  { "empty-target", "[traffic]\npattern=all-to-one\ntarget=\n", 3, CONFLICT, { "traffic.target" } },
  { "buffer", "[router]\ninput-buffer=8\n", 2, CONFLICT, { "router.input-buffer", "packet of 9" } },
  { "staging",
    "[router]\nstaging-buffer=4\n[traffic]\npacket-flits=5\n",
    2,
    CONFLICT,
    { "router.staging-buffer", "packet of 5" } },

  /* The input-queued router */
  { "model", "[router]\nmodel=booksim\n", 2, VALUE, { "seastar, aries, input-queued" } },
  { "model-other",
    "[router]\nmodel=aries\n",
    2,
    CONFLICT,
    { "router.model", "seastar, input-queued or loggops" } },
  { "iq-vcs-0", "[input-queued]\nvcs=0\n", 2, VALUE, { "1 to 32" } },
  { "iq-buffer", "[input-queued]\nbuffer-flits=0\n", 2, VALUE, { "1 to 4096" } },
  { "iq-delay", "[input-queued]\nrouting-delay=1000000000\n", 2, VALUE, { "1 to 100" } },
  { "iq-channel", "[input-queued]\nchannel-delay=1000000000\n", 2, VALUE, { "1 to 1000" } },
  { "iq-few-vcs",
    "[router]\nmodel=input-queued\n[input-queued]\nvcs=1\n",
    4,
    CONFLICT,
    { "input-queued.vcs", "at least 2" } },
  { "iq-responses",
    "[router]\nmodel=input-queued\n[input-queued]\nvcs=3\n[traffic]\nresponse-share=0.5\n",
    4,
    CONFLICT,
    { "input-queued.vcs", "at least 4" } },
  { "iq-odd",
    "[router]\nmodel=input-queued\n[input-queued]\nvcs=3\n[torus]\nvc-policy=wrap-partition\n",
    4,
    CONFLICT,
    { "input-queued.vcs", "even number" } },
  { "iq-phases",
    "[scenario]\nkind=dragonfly\n[router]\nmodel=input-queued\n[input-queued]\nvcs=2\n[dragonfly]"
    "\nrouting=ugal\n",
    6,
    CONFLICT,
    { "input-queued.vcs", "at least 3" } },
  { "ugal-aries",
    "[scenario]\nkind=dragonfly\n[dragonfly]\nrouting=ugal\n",
    4,
    CONFLICT,
    { "dragonfly.routing", "router.model=input-queued" } },
  { "tie-random",
    "[torus]\ntie=random\n",
    2,
    CONFLICT,
    { "torus.tie", "router.model=input-queued" } },
  { "seastar-flits",
    "[traffic]\npacket-flits=10\n",
    2,
    CONFLICT,
    { "traffic.packet-flits", "1 to 9" } },
  { "seastar-self",
    "[traffic]\nself=true\n",
    2,
    CONFLICT,
    { "traffic.self", "router.model=input-queued" } },

  /* The earliest of several */
  { "first", "[simulation]\nthreads=0\n[scenario]\nseed=x\n", 2, VALUE, { "simulation.threads" } },
};

static void
test_bad (gconstpointer data)
{
  const Bad *bad = data;
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) warnings = NULL;
  const gssize length = bad->length > 0 ? (gssize) bad->length : -1;
  g_autofree char *place = g_strdup_printf ("my file:%u: ", bad->line);

  g_assert_null (dl_scenario_parse (bad->text, length, "my file", &warnings, &error));
  g_test_message ("%s", error->message);
  g_assert_error (error, DL_SCENARIO_ERROR, (gint) bad->code);
  g_assert_null (warnings);
  if (!g_str_has_prefix (error->message, place))
    g_error ("“%s” is not about line %u", error->message, bad->line);
  for (guint i = 0; i < G_N_ELEMENTS (bad->parts) && bad->parts[i] != NULL; i++)
    if (strstr (error->message, bad->parts[i]) == NULL)
      g_error ("“%s” does not say “%s”", error->message, bad->parts[i]);
  /* One line, with the remedy in parentheses at its end. */
  g_assert_null (strchr (error->message, '\n'));
  g_assert_true (g_str_has_suffix (error->message, ")"));
  g_assert_nonnull (strstr (error->message, " ("));
}

/* A value of megabytes does not make a message of megabytes, nor do control characters get into it.
 */
static void
test_message (void)
{
  g_autoptr (GString) text = g_string_new ("[torus]\ntie=");
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 1000000; i++)
    g_string_append (text, "é\x1b");
  g_assert_null (dl_scenario_parse (text->str, text->len, "t", NULL, &error));
  g_assert_cmpuint (strlen (error->message), <, 300);
  g_assert_null (strchr (error->message, '\x1b'));
  g_assert_true (g_utf8_validate (error->message, -1, NULL));
}

/* Lists up to their limit are read, one more is not. */
static void
test_limit (void)
{
  g_autoptr (GString) text = g_string_new ("[torus]\nradix=32;32;32\nbroken-nodes=");
  g_autoptr (DlScenario) scenario = NULL;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < DL_TORUS_MAX_NODES; i++)
    g_string_append_printf (text, "%u,%u,%u;", i % 32, i / 32 % 32, i / 1024);
  scenario = dl_scenario_parse (text->str, text->len, "t", NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (dl_torus_options (scenario)->spec.broken_nodes->len, ==, DL_TORUS_MAX_NODES);

  g_string_append (text, "0,0,0");
  g_assert_null (dl_scenario_parse (text->str, text->len, "t", NULL, &error));
  g_assert_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_VALUE);
  g_assert_nonnull (strstr (error->message, "32769 entries are too many (at most 32768)"));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (bads); i++)
    {
      g_autofree char *path = g_strconcat ("/scenario-bad/", bads[i].name, NULL);
      g_test_add_data_func (path, &bads[i], test_bad);
    }
  g_test_add_func ("/scenario-bad/message", test_message);
  g_test_add_func ("/scenario-bad/limit", test_limit);
  return g_test_run ();
}
