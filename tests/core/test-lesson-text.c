/* Texts of a lesson and its user: the CommonMark of its texts, their facts, answers as people type
 * them. */
#include "dl-lesson-judge.h"
#include "dl-lesson-text.h"

#include <string.h>

static void
expect_markup (const char *markdown, const char *const *expected)
{
  g_autoptr (GPtrArray) blocks = dl_lesson_text_blocks (markdown);
  guint i;

  for (i = 0; expected[i] != NULL; i++)
    {
      g_assert_cmpuint (i, <, blocks->len);
      g_assert_cmpstr (((DlLessonBlock *) blocks->pdata[i])->markup, ==, expected[i]);
    }
  g_assert_cmpuint (i, ==, blocks->len);
}

#define EXPECT(markdown, ...) expect_markup (markdown, (const char *const[]) { __VA_ARGS__, NULL })

static void
test_markdown (void)
{
  EXPECT ("One\ntwo\n\nthree", "One two", "three");
  EXPECT ("a **b** *c* `d`", "a <b>b</b> <i>c</i> <tt>d</tt>");
  EXPECT ("**a *b* c**", "<b>a </b><i><b>b</b></i><b> c</b>");
  EXPECT ("*a *b* c*", "<i>a </i><i>b</i><i> c</i>");
  EXPECT ("2 * 3 * 4", "2 * 3 * 4");
  EXPECT ("a * b*", "a * b*");
  EXPECT ("**open", "**open");
  EXPECT ("`open", "`open");
  EXPECT ("`**`", "<tt>**</tt>");
  EXPECT ("`X+.0 Y+.1` 0.5", "<tt>X+.\xe2\x81\xa0"
                             "0 Y+.\xe2\x81\xa0"
                             "1</tt> 0.5");
  EXPECT ("**20 %** of 3", "<b>20\xc2\xa0%</b> of 3");
  EXPECT ("a < b & \"c\"", "a &lt; b &amp; &quot;c&quot;");
  EXPECT ("\\*a\\* \\\\ \\`", "*a* \\ `");
  EXPECT ("Text:\n- one\n  more\n- two\n1. three\n2. four\n\nEnd", "Text:", "one more", "two",
          "three", "four", "End");
  EXPECT ("*a **b* c**", "<i>a </i><i>b</i><i> c</i>");
  EXPECT ("&lt;b> <b> a_b_c", "&lt;b&gt; &lt;b&gt; a_b_c");
  EXPECT ("<div>\na\n</div>\n\n# b\n```\n*c*\nd\n```", "&lt;div&gt; a &lt;/div&gt;", "<b>b</b>",
          "<tt>*c* d</tt>");
}

/* How far in a line is says nothing; numbers are those that were written. */
static void
test_items (void)
{
  static const char *const wanted[] = { NULL, "•", "•", NULL, "7.", "8." };
  g_autoptr (GPtrArray) blocks
      = dl_lesson_text_blocks ("a\n    - b\n- c\n\n      d\n- \n\n7. e\n      8. f");

  g_assert_cmpuint (blocks->len, ==, G_N_ELEMENTS (wanted));
  for (guint i = 0; i < blocks->len; i++)
    g_assert_cmpstr (((DlLessonBlock *) blocks->pdata[i])->marker, ==, wanted[i]);
}

/* In Chinese no blanks stand around what is marked. */
static void
test_chinese (void)
{
  EXPECT ("是**“节点”**的**[环](ring)**。", "是<b>“节点”</b>的<a href=\"ring\"><b>环</b></a>。");
  EXPECT ("是*（环）*吗`个**（`。", "是<i>（环）</i>吗<tt>个**（</tt>。");
}

/* Into the manual; nowhere else. */
static void
test_links (void)
{
  EXPECT ("a [b c](glossary#dateline).", "a <a href=\"glossary#dateline\">b c</a>.");
  EXPECT ("**[b](torus-maps)**", "<a href=\"torus-maps\"><b>b</b></a>");
  EXPECT ("[a & *b*](x)", "<a href=\"x\">a &amp; <i>b</i></a>");
  EXPECT ("f[0](1) [a", "f<a href=\"1\">0</a> [a");
  EXPECT ("[a](b c)", "[a](b c)");
  EXPECT ("[a *b*](http://x) <http://x>", "a <i>b</i> (http://x) http://x");
  EXPECT ("[a](b#)", "a (b#)");
  EXPECT ("[](b) a", " a");
  EXPECT ("[a] (b)", "[a] (b)");
  EXPECT ("[a](b\"c)", "a (b&quot;c)");
}

/* Words without an end can be broken, in plain text and in markup; others are left as they are. */
static void
test_endless (void)
{
  g_autofree char *x = g_strnfill (DL_LESSON_MAX_WORD, 'x');
  g_autofree char *text = g_strconcat ("**", x, "**", x, " ", x, " ", x, "&", NULL);
  g_autofree char *wanted
      = g_strconcat ("<b>", x, "</b>\xe2\x80\x8b", x, " ", x, " ", x, "\xe2\x80\x8b&amp;", NULL);
  g_autofree char *plain = g_strconcat (x, x, " ", x, NULL);
  g_autofree char *broken = dl_lesson_text_break (plain);
  g_autofree char *again = dl_lesson_text_break (broken);
  g_autofree char *wide = dl_lesson_text_break (
      "网络网络网络网络网络网络网络网络网络网络网络网络网络网络网络网络网络"
      "网络网络网络网络网络网络网络网络网络网络网络网络网络网络网络网络网络");
  g_autoptr (GPtrArray) blocks = dl_lesson_text_blocks (text);

  g_assert_cmpstr (((DlLessonBlock *) blocks->pdata[0])->markup, ==, wanted);
  g_assert_nonnull (strstr (broken, "x\xe2\x80\x8bx"));
  g_assert_cmpstr (broken, ==, again);
  g_assert_null (strstr (wide, "\xe2\x80\x8b"));
}

/* Whatever the marks, what comes out is well-formed. */
static void
test_markdown_random (void)
{
  static const char *const pieces[] = { "*", "**", "`", "\\", " ", "a", "ö",  "\n", "- ",
                                        "<", "&",  "[", "](", ")", "#", "> ", "_",  "环" };

  for (guint round = 0; round < 2000; round++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      g_autoptr (GPtrArray) blocks = NULL;
      const guint n = g_test_rand_int_range (0, 30);

      for (guint i = 0; i < n; i++)
        g_string_append (text, pieces[g_test_rand_int_range (0, G_N_ELEMENTS (pieces))]);
      blocks = dl_lesson_text_blocks (text->str);
      for (guint i = 0; i < blocks->len; i++)
        {
          const GMarkupParser parser = { 0 };
          g_autoptr (GMarkupParseContext) context
              = g_markup_parse_context_new (&parser, 0, NULL, NULL);
          g_autofree char *whole
              = g_strconcat ("<p>", ((DlLessonBlock *) blocks->pdata[i])->markup, "</p>", NULL);
          g_autoptr (GError) error = NULL;

          g_markup_parse_context_parse (context, whole, -1, &error);
          g_assert_no_error (error);
          g_assert_true (g_markup_parse_context_end_parse (context, &error));
        }
    }
}

static void
test_fill (void)
{
  g_autoptr (DlScenario) scenario = dl_scenario_new ();
  g_autoptr (DlWorld) world = dl_world_new (scenario, NULL, NULL);
  const DlLessonFacts facts = { .now = world, .answer = "a*b" };
  g_autofree char *filled = dl_lesson_text_fill (
      "{radix(x)} {{x}} { radix( y ) } {radix(x)\nbefore} {mean_hops} {answer}", &facts);
  g_autofree char *number = dl_lesson_text_fill ("It has\n  {radix(x)}. One\n1. two", &facts);
  g_autofree char *plain = dl_lesson_text_plain (filled);
  g_autofree char *wrapped = dl_lesson_text_wrap ("aaa bbb ccc\n- ddd eee fff", 10, "> ");
  g_autofree char *written = dl_lesson_text_fill ("{12} {0.30} {7.}", &facts);
  g_autofree char *written_plain = dl_lesson_text_plain (written);
  g_autofree char *as_here = g_strdup_printf ("12 %.2f –", 0.3);
  g_auto (GStrv) names = dl_lesson_text_placeholders ("{b} {a} {b} {{c}}");

  g_assert_cmpstr (plain, ==, "11 {x} 12 – – a*b");
  EXPECT (number, "It has 11. One", "two");
  g_assert_cmpstr (written_plain, ==, as_here);
  g_assert_cmpstr (wrapped, ==, "> aaa bbb\n> ccc\n> • ddd\n>   eee\n>   fff\n");
  g_assert_cmpuint (g_strv_length (names), ==, 2);
  g_assert_cmpstr (names[0], ==, "a");
}

/* An answer is text, wherever it is inserted. */
static void
test_values (void)
{
  const DlLessonFacts facts = { .answer = "1. *a* `b` &amp; <c> [d](e)\n- \\_f_" };
  g_autofree char *filled = dl_lesson_text_fill ("{answer}\n\n**{answer}**!\n\n`{answer}`", &facts);
  g_autofree char *marked = dl_lesson_text_fill ("**{answer}** `{answer}`", &facts);

  EXPECT (filled, "1. *a* `b` &amp;amp; &lt;c&gt; [d](e) - \\_f_",
          "<b>1. *a* `b` &amp;amp; &lt;c&gt; [d](e) - \\_f_</b>!",
          "<tt>1. *a* `b` &amp;amp; &lt;c&gt; [d](e) - \\_f_</tt>");
  EXPECT (marked, "<b>1. *a* `b` &amp;amp; &lt;c&gt; [d](e) - \\_f_</b> "
                  "<tt>1. *a* `b` &amp;amp; &lt;c&gt; [d](e) - \\_f_</tt>");
}

/* Lines end where columns do: Chinese letters take two, and a line may end between them, but not in
 * front of a mark. */
static void
test_wrap (void)
{
  static const struct
  {
    const char *text, *lines;
  } cases[] = {
    { "环为什么会死锁", "环为什么会\n死锁\n" },
    { "环为什么会，死锁", "环为什么\n会，死锁\n" },
    { "环为什么（会）", "环为什么\n（会）\n" },
    { "缓冲区 12 等待", "缓冲区 12\n等待\n" },
    { "关掉 x 的dateline。", "关掉 x 的\ndateline。\n" },
    { "e\xcc\x81 e\xcc\x81 e\xcc\x81 e\xcc\x81 e\xcc\x81 e",
      "e\xcc\x81 e\xcc\x81 e\xcc\x81 e\xcc\x81 e\xcc\x81\ne\n" },
    { "- 环为什么会死锁", "• 环为什么\n  会死锁\n" },
    { "0123456789a b", "0123456789a\nb\n" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *lines = dl_lesson_text_wrap (cases[i].text, 10, "");

      g_assert_cmpstr (lines, ==, cases[i].lines);
    }
}

static void
test_answers (void)
{
  static const struct
  {
    const char *text, *decimal, *plain;
  } cases[] = { { "8", ".", "8" },
                { " 8 ", ".", "8" },
                { "0.25", ".", "0.25" },
                { "0,25", ".", "0.25" },
                { "0,25", ",", "0.25" },
                { "0.25", ",", "0.25" },
                { "1,204", ".", "1204" },
                { "1.204", ",", "1204" },
                { "1.204", ".", "1.204" },
                { "1,204", ",", "1.204" },
                { "1,204.5", ".", "1204.5" },
                { "1.204,5", ".", "1204.5" },
                { "1.204.000", ",", "1204000" },
                { "12 672", ".", "12672" },
                { "12’672", ".", "12672" },
                { "25 %", ".", "25 %" },
                { "12,5%", ",", "12.5 %" },
                { "−1", ".", "-1" },
                { "1e3", ".", "1000" },
                { "0,250", ".", "0.25" },
                { "", ".", NULL },
                { "eight", ".", NULL },
                { "1,2,3", ".", NULL },
                { "0x10", ".", NULL },
                { "nan", ".", NULL },
                { "%", ".", NULL },
                { "1 2%%", ".", NULL } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *plain = dl_lesson_answer_normalize (cases[i].text, cases[i].decimal);
      double number;

      if (g_strcmp0 (plain, cases[i].plain) != 0)
        g_error ("“%s” is read as %s", cases[i].text, plain);
      g_assert_true (plain == NULL || dl_lesson_answer_parse (plain, &number));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/lesson-text/markdown", test_markdown);
  g_test_add_func ("/lesson-text/items", test_items);
  g_test_add_func ("/lesson-text/chinese", test_chinese);
  g_test_add_func ("/lesson-text/links", test_links);
  g_test_add_func ("/lesson-text/endless", test_endless);
  g_test_add_func ("/lesson-text/markdown-random", test_markdown_random);
  g_test_add_func ("/lesson-text/fill", test_fill);
  g_test_add_func ("/lesson-text/values", test_values);
  g_test_add_func ("/lesson-text/wrap", test_wrap);
  g_test_add_func ("/lesson-text/answers", test_answers);
  return g_test_run ();
}
