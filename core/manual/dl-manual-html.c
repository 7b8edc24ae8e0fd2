#include "dl-manual-html.h"

#include <string.h>

/* Lists that a paragraph can be in; more are drawn as the last. */
#define DEEPEST  8
#define NOTEBOOK ".ipynb"

static const DlManual *
manual_at (GPtrArray *manuals, guint language)
{
  return g_ptr_array_index (manuals, language);
}

static void
append_escaped (GString *out, const char *text)
{
  g_autofree char *escaped = g_markup_escape_text (text, -1);

  g_string_append (out, escaped);
}

/* HTML writes zh-CN what the locale calls zh_CN. */
static char *
tag_of (const char *language)
{
  return g_strdelimit (g_strdup (language), "_", '-');
}

static void
append_head (GString *out, const char *language, const char *title, const char *folder)
{
  g_autofree char *tag = tag_of (language);

  g_string_append_printf (out, "<!DOCTYPE html>\n<html lang=\"%s\">\n<head>\n", tag);
  g_string_append (out, "<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
                        "content=\"width=device-width, initial-scale=1\">\n<title>");
  append_escaped (out, title);
  g_string_append_printf (out, "</title>\n<link rel=\"stylesheet\" href=\"%sstyle.css\">\n",
                          folder);
}

/* Text ----------------------------------------------------------------------------------------- */

static void
append_span (GString *out, const DlMarkdownSpan *span)
{
  static const struct
  {
    DlMarkdownStyle style;
    const char *element;
  } styles[] = {
    { DL_MARKDOWN_STRONG, "strong" },
    { DL_MARKDOWN_EMPHASIS, "em" },
    { DL_MARKDOWN_LITERAL, "code" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (styles); i++)
    if (span->style & styles[i].style)
      g_string_append_printf (out, "<%s>", styles[i].element);
  append_escaped (out, span->text);
  for (guint i = G_N_ELEMENTS (styles); i-- > 0;)
    if (span->style & styles[i].style)
      g_string_append_printf (out, "</%s>", styles[i].element);
}

/* A topic, and what is beside the manual. */
typedef struct
{
  const DlManualPage *page;
  const char *const *notebooks; /* (nullable) names of those that have a page */
} Place;

/* "../notebooks/name.html" of the file's name; NULL of any other text. */
static char *
notebook_of (const Place *place, const DlMarkdownSpan *span)
{
  g_autofree char *name = NULL;

  if (place->notebooks == NULL || !(span->style & DL_MARKDOWN_LITERAL)
      || !g_str_has_suffix (span->text, NOTEBOOK))
    return NULL;
  name = g_strndup (span->text, strlen (span->text) - strlen (NOTEBOOK));
  return g_strv_contains (place->notebooks, name)
             ? g_strconcat ("../" DL_MANUAL_HTML_NOTEBOOKS "/", name, ".html", NULL)
             : NULL;
}

/* "topic.html#anchor"; NULL of a link that leads out of the manual, and of no link. */
static char *
address_of (const Place *place, const DlMarkdownSpan *span)
{
  g_autofree char *target
      = span->link != NULL ? dl_manual_page_target (place->page, span->link) : NULL;
  const gsize length = target != NULL ? strcspn (target, "#") : 0;

  if (span->link == NULL)
    return notebook_of (place, span);
  return target != NULL ? g_strdup_printf ("%.*s.html%s", (int) length, target, target + length)
                        : NULL;
}

static void
append_spans (GString *out, const Place *place, const DlMarkdownBlock *block)
{
  g_autofree char *open = NULL;

  for (guint i = 0; i < block->spans->len; i++)
    {
      const DlMarkdownSpan *span = g_ptr_array_index (block->spans, i);
      g_autofree char *address = address_of (place, span);

      if (open != NULL && g_strcmp0 (open, address) != 0)
        {
          g_string_append (out, "</a>");
          g_clear_pointer (&open, g_free);
        }
      if (address != NULL && open == NULL)
        {
          g_string_append_printf (out, "<a href=\"%s\">", address);
          open = g_steal_pointer (&address);
        }
      append_span (out, span);
    }
  if (open != NULL)
    g_string_append (out, "</a>");
}

/* Blocks --------------------------------------------------------------------------------------- */

/* Elements of the lists that are open, outermost first. */
typedef struct
{
  const char *elements[DEEPEST]; /* "ul" or "ol"; an item of each is open */
  guint depth;
} Lists;

static void
close_lists (GString *out, Lists *lists, guint depth)
{
  while (lists->depth > depth)
    g_string_append_printf (out, "</li>\n</%s>\n", lists->elements[--lists->depth]);
}

/* Where an item begins, or what follows in one. */
static void
move_to (GString *out, Lists *lists, const DlMarkdownBlock *block)
{
  const guint depth = MIN (block->level, DEEPEST);
  const char *element
      = block->marker == NULL ? NULL : (g_ascii_isdigit (*block->marker) ? "ol" : "ul");

  close_lists (out, lists, depth);
  if (element == NULL || depth == 0)
    return;
  if (lists->depth == depth && strcmp (lists->elements[depth - 1], element) == 0)
    {
      g_string_append (out, "</li>\n<li>");
      return;
    }
  close_lists (out, lists, depth - 1);
  while (lists->depth < depth)
    {
      lists->elements[lists->depth++] = element;
      g_string_append_printf (out, "<%s>\n<li>", element);
    }
}

/* For a light and a dark page; one that is not of the manual is its words. */
static void
append_picture (GString *out, const DlMarkdownBlock *block)
{
  g_autofree char *name = dl_manual_picture_name (block);
  g_autofree char *words = dl_markdown_block_text (block);

  g_string_append (out, "<p>");
  if (name != NULL)
    g_string_append_printf (
        out,
        "<picture><source media=\"(prefers-color-scheme: dark)\" "
        "srcset=\"../pictures/%s-dark.png 2x\">"
        "<img src=\"../pictures/%s.png\" srcset=\"../pictures/%s.png 2x\" alt=\"",
        name, name, name);
  append_escaped (out, words);
  g_string_append (out, name != NULL ? "\"></picture></p>\n" : "</p>\n");
}

static void
append_block (GString *out, Lists *lists, const Place *place, const DlMarkdownBlock *block)
{
  switch (block->kind)
    {
    case DL_MARKDOWN_HEADING:
      close_lists (out, lists, 0);
      g_string_append_printf (out, "<h%u", block->level);
      if (block->anchor != NULL && dl_manual_is_target (block->anchor))
        g_string_append_printf (out, " id=\"%s\"", block->anchor);
      g_string_append_c (out, '>');
      append_spans (out, place, block);
      g_string_append_printf (out, "</h%u>\n", block->level);
      break;
    case DL_MARKDOWN_PARAGRAPH:
      move_to (out, lists, block);
      g_string_append (out, "<p>");
      append_spans (out, place, block);
      g_string_append (out, "</p>\n");
      break;
    case DL_MARKDOWN_CODE:
      {
        g_autofree char *text = dl_markdown_block_text (block);

        move_to (out, lists, block);
        g_string_append (out, "<pre><code>");
        append_escaped (out, text);
        g_string_append (out, "</code></pre>\n");
        break;
      }
    case DL_MARKDOWN_PICTURE:
      move_to (out, lists, block);
      append_picture (out, block);
      break;
    case DL_MARKDOWN_HTML:
      break;
    default:
      g_assert_not_reached ();
    }
}

/* Pages ---------------------------------------------------------------------------------------- */

static void
append_link (GString *out, const char *address, const char *language, const char *title)
{
  g_autofree char *tag = tag_of (language);

  g_string_append_printf (out, "<a href=\"%s\" lang=\"%s\">", address, tag);
  append_escaped (out, title);
  g_string_append (out, "</a>\n");
}

/* The index, and the same topic in each other language. */
static void
append_top (GString *out, GPtrArray *manuals, const char *const *languages, guint language,
            const DlManualPage *page)
{
  const DlManual *manual = manual_at (manuals, language);

  g_string_append (out, "<nav>\n");
  append_link (out, "index.html", dl_manual_page (manual, 0)->language,
               dl_manual_page (manual, 0)->title);
  for (guint i = 0; i < manuals->len; i++)
    {
      const DlManualPage *other = dl_manual_find (manual_at (manuals, i), page->id, NULL);
      g_autofree char *address = g_strdup_printf ("../%s/%s.html", languages[i], page->id);

      if (i != language)
        append_link (out, address, other->language, other->title);
    }
  g_string_append (out, "</nav>\n");
}

/* The topics before and after it. */
static void
append_bottom (GString *out, const DlManual *manual, guint i)
{
  g_string_append (out, "<nav>\n");
  for (gint step = -1; step <= 1; step += 2)
    if ((step > 0 || i > 0) && i + step < dl_manual_n_pages (manual))
      {
        const DlManualPage *page = dl_manual_page (manual, i + step);
        g_autofree char *address = g_strconcat (page->id, ".html", NULL);
        g_autofree char *title = step < 0 ? g_strconcat ("← ", page->title, NULL)
                                          : g_strconcat (page->title, " →", NULL);

        append_link (out, address, page->language, title);
      }
  g_string_append (out, "</nav>\n");
}

char *
dl_manual_html_page (GPtrArray *manuals, const char *const *languages, guint language, guint i,
                     const char *const *notebooks)
{
  GString *out = g_string_new (NULL);
  const DlManual *manual = manual_at (manuals, language);
  const DlManualPage *page = dl_manual_page (manual, i);
  const Place place = { page, notebooks };
  g_autofree char *title
      = i == 0 ? g_strdup (page->title)
               : g_strdup_printf ("%s – %s", page->title, dl_manual_page (manual, 0)->title);
  Lists lists = { .depth = 0 };

  append_head (out, page->language, title, "../");
  g_string_append (out, "<script src=\"" DL_MANUAL_HTML_PARTS "\" defer></script>\n"
                        "<script src=\"../search.js\" defer></script>\n</head>\n<body>\n");
  append_top (out, manuals, languages, language, page);
  g_string_append (out, "<main>\n");
  for (guint k = 0; k < page->blocks->len; k++)
    append_block (out, &lists, &place, dl_manual_page_block (page, k));
  close_lists (out, &lists, 0);
  g_string_append (out, "</main>\n");
  append_bottom (out, manual, i);
  g_string_append (out, "</body>\n</html>\n");
  return g_string_free (out, FALSE);
}

/* Searching ------------------------------------------------------------------------------------ */

/* A string of JavaScript: nothing in it ends the string or the script. */
static void
append_string (GString *out, const char *text)
{
  g_string_append_c (out, '"');
  for (const char *c = text; *c != '\0'; c++)
    if (*c == '"' || *c == '\\' || *c == '<' || g_ascii_iscntrl (*c))
      g_string_append_printf (out, "\\u%04x", (guint) (guchar) *c);
    else
      g_string_append_c (out, *c);
  g_string_append_c (out, '"');
}

/* The heading at @first, and the text from it to @end. */
static void
append_part (GString *out, const DlManualPage *page, guint first, guint end)
{
  const DlMarkdownBlock *heading = dl_manual_page_block (page, first);
  const char *anchor = heading->anchor != NULL ? heading->anchor : "";
  g_autofree char *title = dl_markdown_block_text (heading);
  g_autoptr (GString) text = g_string_new (NULL);
  const char *const strings[] = { page->id, anchor, title, page->title };

  for (guint i = first + 1; i < end; i++)
    {
      g_autofree char *words = dl_markdown_block_text (dl_manual_page_block (page, i));

      g_string_append_printf (text, "%s%s", text->len > 0 ? " " : "", words);
    }
  g_string_append (out, "[");
  for (guint i = 0; i < G_N_ELEMENTS (strings); i++)
    {
      append_string (out, strings[i]);
      g_string_append (out, ",");
    }
  append_string (out, text->str);
  g_string_append (out, "],\n");
}

char *
dl_manual_html_search (GPtrArray *manuals, guint language)
{
  GString *out = g_string_new ("const manualParts = [\n");
  const DlManual *manual = manual_at (manuals, language);

  for (guint p = 0; p < dl_manual_n_pages (manual); p++)
    {
      const DlManualPage *page = dl_manual_page (manual, p);
      guint first = 0;

      for (guint i = 1; i <= page->blocks->len; i++)
        if (i == page->blocks->len || dl_manual_page_block (page, i)->kind == DL_MARKDOWN_HEADING)
          {
            append_part (out, page, first, i);
            first = i;
          }
    }
  g_string_append (out, "];\n");
  return g_string_free (out, FALSE);
}

char *
dl_manual_html_index (GPtrArray *manuals, const char *const *languages)
{
  GString *out = g_string_new (NULL);

  append_head (out, "en", "Dateline", "");
  g_string_append (out, "</head>\n<body>\n<main>\n<h1>Dateline</h1>\n<ul>\n");
  for (guint i = 0; i < manuals->len; i++)
    {
      const DlManualPage *index = dl_manual_page (manual_at (manuals, i), 0);
      g_autofree char *address = g_strconcat (languages[i], "/index.html", NULL);

      g_string_append (out, "<li>");
      append_link (out, address, index->language, index->title);
      g_string_append (out, "</li>\n");
    }
  g_string_append (out, "</ul>\n</main>\n</body>\n</html>\n");
  return g_string_free (out, FALSE);
}
