/* The manual: each link of it has its target, nothing is listed that is not there or there that is
 * not listed, every term of the glossary is used and says where it comes from, links never lead
 * out, and words are found where they stand. */
#include "dl-manual.h"

#include <string.h>

static DlManual *
english (void)
{
  const char *const languages[] = { "en", NULL };

  return dl_manual_new (languages);
}

static const DlMarkdownSpan *
span_at (const DlMarkdownBlock *block, guint i)
{
  return g_ptr_array_index (block->spans, i);
}

/* Links ---------------------------------------------------------------------------------------- */

typedef void (*OnLink) (const DlManualPage *page, const char *heading, const DlMarkdownSpan *span,
                        gpointer data);

static void
each_link (const DlManual *manual, OnLink on_link, gpointer data)
{
  for (guint p = 0; p < dl_manual_n_pages (manual); p++)
    {
      const DlManualPage *page = dl_manual_page (manual, p);
      const char *heading = NULL;

      for (guint i = 0; i < page->blocks->len; i++)
        {
          const DlMarkdownBlock *block = dl_manual_page_block (page, i);

          if (block->kind == DL_MARKDOWN_HEADING)
            heading = block->anchor;
          for (guint k = 0; k < block->spans->len; k++)
            if (span_at (block, k)->link != NULL)
              on_link (page, heading, span_at (block, k), data);
        }
    }
}

static void
check_link (const DlManualPage *page, const char *heading, const DlMarkdownSpan *span,
            gpointer data)
{
  g_autofree char *target = dl_manual_page_target (page, span->link);
  const DlManualPage *to = target != NULL ? dl_manual_find (data, target, NULL) : NULL;
  const char *hash = target != NULL ? strchr (target, '#') : NULL;

  g_test_message ("%s: [%s](%s)", page->id, span->text, span->link);
  g_assert_nonnull (target);
  g_assert_nonnull (to);
  if (hash != NULL)
    g_assert_cmpint (dl_manual_page_find (to, hash + 1), >=, 0);
}

static void
test_links (void)
{
  g_autoptr (DlManual) manual = english ();

  each_link (manual, check_link, manual);
}

static void
test_targets (void)
{
  static const struct
  {
    const char *link;
    const char *target; /* NULL: out of the manual */
  } cases[] = {
    { "ages.md", "ages" },
    { "ages.md#clock", "ages#clock" },
    { "#clock", "topic#clock" },
    { "", NULL },
    { "#", NULL },
    { ".md", NULL },
    { "ages", NULL },
    { "ages.md#", NULL },
    { "ages.md#a#b", NULL },
    { "ages.md#../b", NULL },
    { "../ages.md", NULL },
    { "../../../../etc/passwd", NULL },
    { "/etc/passwd", NULL },
    { "/ages.md", NULL },
    { "de/ages.md", NULL },
    { "..md", NULL },
    { "a.b.md", NULL },
    { "a%2fb.md", NULL },
    { "Ages.md", NULL },
    { "ages.md\n", NULL },
    { "https://example.org/ages.md", NULL },
    { "file:ages.md", NULL },
    { "javascript:alert(1).md", NULL },
  };
  g_autoptr (DlManualPage) page = dl_manual_page_new ("topic", "en", "", 0);
  g_autoptr (DlManual) manual = english ();

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *target = dl_manual_page_target (page, cases[i].link);

      g_assert_cmpstr (target, ==, cases[i].target);
      /* Not even as it is does it find anything that is none of the topics. */
      if (cases[i].target == NULL && strcmp (cases[i].link, "ages") != 0)
        g_assert_null (dl_manual_find (manual, cases[i].link, NULL));
    }
}

/* Topics --------------------------------------------------------------------------------------- */

/* Headings begin with one of the first level; each has an anchor of its own. */
static void
test_anchors (void)
{
  g_autoptr (DlManual) manual = english ();

  for (guint p = 0; p < dl_manual_n_pages (manual); p++)
    {
      const DlManualPage *page = dl_manual_page (manual, p);

      for (guint i = 0; i < page->blocks->len; i++)
        {
          const DlMarkdownBlock *block = dl_manual_page_block (page, i);

          g_test_message ("%s, block %u", page->id, i);
          g_assert_true ((block->kind == DL_MARKDOWN_HEADING && block->level == 1) == (i == 0));
          if (block->kind != DL_MARKDOWN_HEADING)
            continue;
          g_assert_nonnull (block->anchor);
          g_assert_cmpint (dl_manual_page_find (page, block->anchor), ==, i);
        }
      /* The topic is called by its own name. */
      g_assert_cmpstr (dl_manual_page_block (page, 0)->anchor, ==, page->id);
    }
}

/* Files on the disk are in the program, and in the index. */
static void
test_files (void)
{
  g_autofree char *folder
      = g_test_build_filename (G_TEST_DIST, "..", "..", "data", "manual", "en", NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  g_autoptr (DlManual) manual = english ();
  const DlManualPage *index = dl_manual_page (manual, 0);
  guint n = 0, listed = 1;
  const char *name;

  g_assert_nonnull (dir);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *id = g_strndup (name, strcspn (name, "."));

      g_test_message ("%s", name);
      g_assert_true (g_str_has_suffix (name, ".md"));
      g_assert_nonnull (dl_manual_find (manual, id, NULL));
      n++;
    }
  g_assert_cmpuint (dl_manual_n_pages (manual), ==, n);
  g_assert_cmpstr (index->id, ==, "index");
  for (guint i = 0; i < index->blocks->len; i++)
    {
      const DlMarkdownBlock *block = dl_manual_page_block (index, i);

      for (guint k = 0; k < block->spans->len; k++)
        if (span_at (block, k)->link != NULL)
          {
            g_autofree char *target = dl_manual_page_target (index, span_at (block, k)->link);

            g_assert_cmpstr (dl_manual_page (manual, listed++)->id, ==, target);
          }
    }
  g_assert_cmpuint (listed, ==, n);
}

static void
test_keys (void)
{
  g_autoptr (DlManual) manual = english ();
  guint n = 0;

  for (guint p = 0; p < dl_manual_n_pages (manual); p++)
    {
      const DlManualPage *page = dl_manual_page (manual, p);

      for (guint i = 0; i < page->blocks->len; i++)
        if (dl_manual_page_block (page, i)->kind == DL_MARKDOWN_HTML)
          {
            g_assert_cmpstr (page->id, ==, "keys");
            n++;
          }
    }
  g_assert_cmpuint (n, ==, 1);
}

static void
test_languages (void)
{
  const char *const odd[] = { "..", "../en", "tlh", "", "C", NULL };
  g_autoptr (DlManual) manual = dl_manual_new (odd);
  g_autoptr (DlManual) none = dl_manual_new (NULL);
  g_autoptr (DlManual) plain = english ();

  g_assert_cmpuint (dl_manual_n_pages (manual), ==, dl_manual_n_pages (plain));
  g_assert_cmpuint (dl_manual_n_pages (none), ==, dl_manual_n_pages (plain));
  for (guint p = 0; p < dl_manual_n_pages (manual); p++)
    {
      g_assert_cmpstr (dl_manual_page (manual, p)->language, ==, "en");
      g_assert_cmpstr (dl_manual_page (manual, p)->title, ==, dl_manual_page (plain, p)->title);
    }
}

static void
test_find (void)
{
  g_autoptr (DlManual) manual = english ();
  guint block = 99;

  g_assert_cmpstr (dl_manual_find (manual, "glossary#flit", &block)->id, ==, "glossary");
  g_assert_cmpstr (dl_manual_page_block (dl_manual_find (manual, "glossary", NULL), block)->anchor,
                   ==, "flit");
  g_assert_nonnull (dl_manual_find (manual, "glossary#no-such-term", &block));
  g_assert_cmpuint (block, ==, 0);
  g_assert_null (dl_manual_find (manual, "no-such-topic", &block));
}

/* The glossary --------------------------------------------------------------------------------- */

static void
note_use (const DlManualPage *page, const char *heading, const DlMarkdownSpan *span, gpointer data)
{
  g_autofree char *target = dl_manual_page_target (page, span->link);
  g_autofree char *own = g_strconcat (page->id, "#", heading, NULL);

  if (target != NULL && strcmp (target, own) != 0)
    g_hash_table_add (data, g_steal_pointer (&target));
}

static void
test_glossary (void)
{
  g_autoptr (DlManual) manual = english ();
  const DlManualPage *page = dl_manual_find (manual, "glossary", NULL);
  g_autoptr (GHashTable) used = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autofree char *before = NULL;

  each_link (manual, note_use, used);
  for (guint i = 1; i < page->blocks->len; i++)
    {
      const DlMarkdownBlock *block = dl_manual_page_block (page, i);
      g_autofree char *term = dl_markdown_block_text (block);
      g_autofree char *folded = g_utf8_casefold (term, -1);
      g_autofree char *target = g_strconcat ("glossary#", block->anchor, NULL);
      const DlMarkdownBlock *source;
      g_autofree char *text = NULL;

      if (block->kind != DL_MARKDOWN_HEADING)
        continue;
      g_test_message ("%s", term);
      g_assert_true (g_hash_table_contains (used, target));
      g_assert_true (before == NULL || g_utf8_collate (before, folded) < 0);
      g_free (before);
      before = g_steal_pointer (&folded);
      /* Its meaning, and its source. */
      g_assert_cmpuint (i + 2, <, page->blocks->len);
      g_assert_cmpint (dl_manual_page_block (page, i + 1)->kind, ==, DL_MARKDOWN_PARAGRAPH);
      source = dl_manual_page_block (page, i + 2);
      text = dl_markdown_block_text (source);
      g_assert_true (
          g_regex_match_simple ("(paper, .*(section|equation|figure)|program's own|in the "
                                "field|[a-z] (19|20)[0-9]{2}|specification 1, [0-9.]+)",
                                text, G_REGEX_CASELESS, 0));
      for (guint k = 0; k < source->spans->len; k++)
        g_assert_true (span_at (source, k)->style & DL_MARKDOWN_EMPHASIS);
    }
}

/* Reading -------------------------------------------------------------------------------------- */

static void
test_blocks (void)
{
  static const char text[]
      = "<!-- #a -->\n# One *two*\n\nText with `code`\nand a [link](b.md#c).\n\n"
        "- item\n\n  more\n  3. inner\n\n    code\n\n<!-- keys -->\n\n"
        "<script>x</script>\n";
  g_autoptr (DlManualPage) page = dl_manual_page_new ("a", "en", text, strlen (text));
  const DlMarkdownBlock *block = dl_manual_page_block (page, 1);
  g_autofree char *words = dl_markdown_block_text (block);

  g_assert_cmpstr (page->title, ==, "One two");
  g_assert_cmpint (dl_manual_page_find (page, "a"), ==, 0);
  g_assert_cmpuint (span_at (dl_manual_page_block (page, 0), 1)->style, ==, DL_MARKDOWN_EMPHASIS);
  g_assert_cmpstr (words, ==, "Text with code and a link.");
  g_assert_cmpuint (span_at (block, 1)->style, ==, DL_MARKDOWN_LITERAL);
  g_assert_cmpstr (span_at (block, 3)->link, ==, "b.md#c");
  g_assert_null (span_at (block, 4)->link);
  g_assert_cmpstr (dl_manual_page_block (page, 2)->marker, ==, "•");
  g_assert_cmpuint (dl_manual_page_block (page, 2)->level, ==, 1);
  g_assert_null (dl_manual_page_block (page, 3)->marker);
  g_assert_cmpuint (dl_manual_page_block (page, 3)->level, ==, 1);
  block = dl_manual_page_block (page, page->blocks->len - 1);
  g_assert_cmpint (block->kind, ==, DL_MARKDOWN_HTML);
  g_assert_cmpuint (block->spans->len, ==, 0);
}

/* Emphasis in emphasis, and between letters that have no blanks around them. */
static void
test_emphasis (void)
{
  static const char text[] = "*a *b* c*\n\n这是**“环”**的*[节点](a.md)*。\n";
  g_autoptr (GPtrArray) blocks = dl_markdown_read (text, strlen (text));
  const DlMarkdownBlock *block = blocks->pdata[0];
  g_autofree char *words = NULL;

  g_assert_cmpuint (block->spans->len, ==, 3);
  for (guint i = 0; i < 3; i++)
    g_assert_cmpuint (span_at (block, i)->style, ==, DL_MARKDOWN_EMPHASIS);
  block = blocks->pdata[1];
  words = dl_markdown_block_text (block);
  g_assert_cmpstr (words, ==, "这是“环”的节点。");
  g_assert_cmpstr (span_at (block, 1)->text, ==, "“环”");
  g_assert_cmpuint (span_at (block, 1)->style, ==, DL_MARKDOWN_STRONG);
  g_assert_cmpstr (span_at (block, 3)->link, ==, "a.md");
  g_assert_cmpuint (span_at (block, 3)->style, ==, DL_MARKDOWN_EMPHASIS);
}

/* A picture is a paragraph of its own, named as the manual's are; any other is its words. */
static void
test_pictures (void)
{
  static const struct
  {
    const char *text;
    const char *name; /* NULL: not a picture of the manual */
    DlMarkdownKind kind;
  } cases[] = {
    { "![a *ring* of eight](ring-8.png)\n", "ring-8", DL_MARKDOWN_PICTURE },
    { "- x\n\n  ![a *ring* of eight](ring-8.png)\n", "ring-8", DL_MARKDOWN_PICTURE },
    { "![a *ring* of eight](../ring.png)\n", NULL, DL_MARKDOWN_PICTURE },
    { "![a *ring* of eight](ring.svg)\n", NULL, DL_MARKDOWN_PICTURE },
    { "![a *ring* of eight](.png)\n", NULL, DL_MARKDOWN_PICTURE },
    { "![a *ring* of eight](file:ring.png)\n", NULL, DL_MARKDOWN_PICTURE },
    { "![a *ring* of eight](ring.png) here\n", NULL, DL_MARKDOWN_PARAGRAPH },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GPtrArray) blocks = dl_markdown_read (cases[i].text, strlen (cases[i].text));
      const DlMarkdownBlock *block = blocks->pdata[blocks->len - 1];
      g_autofree char *name = dl_manual_picture_name (block);
      g_autofree char *words = dl_markdown_block_text (block);

      g_assert_cmpint (block->kind, ==, cases[i].kind);
      g_assert_cmpstr (name, ==, cases[i].name);
      g_assert_true (g_str_has_prefix (words, "a ring of eight"));
    }
  g_assert_null (dl_manual_picture ("../manual/en/index", FALSE));
  g_assert_null (dl_manual_picture ("", FALSE));
}

/* Any bytes are a topic. */
static void
test_any_bytes (void)
{
  static const char pieces[] = "#*_`[]()<>!-. \n\t1ab\\&\"'\xc3\xff";

  for (guint round = 0; round < 3000; round++)
    {
      char text[200];
      const gsize length = g_test_rand_int_range (0, sizeof text);
      g_autoptr (DlManualPage) page = NULL;

      for (gsize i = 0; i < length; i++)
        text[i] = pieces[g_test_rand_int_range (0, sizeof pieces)];
      page = dl_manual_page_new ("any", "en", text, length);
      g_assert_true (g_utf8_validate (page->title, -1, NULL));
      for (guint i = 0; i < page->blocks->len; i++)
        {
          g_autofree char *words = dl_markdown_block_text (dl_manual_page_block (page, i));

          g_assert_true (g_utf8_validate (words, -1, NULL));
        }
    }
}

/* Searching ------------------------------------------------------------------------------------ */

/* The words of a part, found again: the heading and what stands below it. */
static char *
part_of (const DlManualPage *page, guint heading)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = heading; i < page->blocks->len; i++)
    {
      g_autofree char *words = dl_markdown_block_text (dl_manual_page_block (page, i));

      if (i > heading && dl_manual_page_block (page, i)->kind == DL_MARKDOWN_HEADING)
        break;
      g_string_append_printf (text, "%s ", words);
    }
  return g_utf8_casefold (text->str, -1);
}

static guint
count_parts (const DlManual *manual, const char *word)
{
  guint n = 0;

  for (guint p = 0; p < dl_manual_n_pages (manual); p++)
    for (guint i = 0; i < dl_manual_page (manual, p)->blocks->len; i++)
      {
        const DlManualPage *page = dl_manual_page (manual, p);
        g_autofree char *text = NULL;

        if (dl_manual_page_block (page, i)->kind != DL_MARKDOWN_HEADING)
          continue;
        text = part_of (page, i);
        n += strstr (text, word) != NULL;
      }
  return n;
}

static void
test_search (void)
{
  static const char *const words[] = { "dateline", "VC", "fLiT", "é", "bisection", "zzz", "°" };
  g_autoptr (DlManual) manual = english ();

  for (guint w = 0; w < G_N_ELEMENTS (words); w++)
    {
      g_autoptr (GPtrArray) hits = dl_manual_search (manual, words[w]);
      g_autofree char *folded = g_utf8_casefold (words[w], -1);
      gboolean in_title = TRUE;

      g_assert_cmpuint (hits->len, ==, count_parts (manual, folded));
      for (guint i = 0; i < hits->len; i++)
        {
          const DlManualHit *hit = g_ptr_array_index (hits, i);
          g_autofree char *title = g_utf8_casefold (hit->title, -1);
          g_autofree char *excerpt = g_utf8_casefold (hit->excerpt, -1);
          const gboolean has = strstr (title, folded) != NULL;

          /* Hits in headings come first; one of the others shows the word. */
          g_assert_true (in_title || !has);
          in_title &= has;
          g_assert_true (has || strstr (excerpt, folded) != NULL);
          g_assert_true (g_utf8_validate (hit->excerpt, -1, NULL));
        }
    }
}

static void
test_search_all_words (void)
{
  g_autoptr (DlManual) manual = english ();
  g_autoptr (GPtrArray) both = dl_manual_search (manual, "  clock  age ");
  g_autoptr (GPtrArray) none = dl_manual_search (manual, "clock zzz");
  g_autoptr (GPtrArray) empty = dl_manual_search (manual, "   ");

  g_assert_cmpuint (both->len, >, 0);
  for (guint i = 0; i < both->len; i++)
    {
      const DlManualHit *hit = g_ptr_array_index (both, i);
      g_autofree char *text = part_of (hit->page, hit->block);

      g_assert_nonnull (strstr (text, "clock"));
      g_assert_nonnull (strstr (text, "age"));
    }
  g_assert_cmpuint (none->len, ==, 0);
  g_assert_cmpuint (empty->len, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/manual/links", test_links);
  g_test_add_func ("/manual/targets", test_targets);
  g_test_add_func ("/manual/anchors", test_anchors);
  g_test_add_func ("/manual/files", test_files);
  g_test_add_func ("/manual/keys", test_keys);
  g_test_add_func ("/manual/languages", test_languages);
  g_test_add_func ("/manual/find", test_find);
  g_test_add_func ("/manual/glossary", test_glossary);
  g_test_add_func ("/manual/blocks", test_blocks);
  g_test_add_func ("/manual/emphasis", test_emphasis);
  g_test_add_func ("/manual/pictures", test_pictures);
  g_test_add_func ("/manual/any-bytes", test_any_bytes);
  g_test_add_func ("/manual/search", test_search);
  g_test_add_func ("/manual/search-all-words", test_search_all_words);
  return g_test_run ();
}
