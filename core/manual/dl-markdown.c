#include "dl-markdown.h"

#include <cmark.h>
#include <string.h>

/* A letter that is never written: not a character at all. */
#define LETTER "\xef\xbf\xbe"

static void
span_free (gpointer data)
{
  DlMarkdownSpan *span = data;

  g_free (span->text);
  g_free (span->link);
  g_free (span);
}

static void
block_free (gpointer data)
{
  DlMarkdownBlock *block = data;

  g_free (block->marker);
  g_free (block->anchor);
  g_free (block->picture);
  g_ptr_array_unref (block->spans);
  g_free (block);
}

/* Reading -------------------------------------------------------------------------------------- */

typedef struct
{
  GPtrArray *blocks;
  char *marker;             /* for the next paragraph, or NULL */
  guint depth;              /* in lists */
  DlMarkdownBlock *now;     /* the block that text goes to, or NULL */
  GString *text;            /* of the span that is being read */
  guint emphasized, strong; /* how many of them the text is in */
  const char *link;         /* borrowed, or NULL */
} Reader;

static void
finish_span (Reader *reader, guint style)
{
  DlMarkdownSpan *span;

  if (reader->text->len == 0)
    return;
  span = g_new0 (DlMarkdownSpan, 1);
  span->text = g_strndup (reader->text->str, reader->text->len);
  span->style = style | (reader->emphasized > 0 ? DL_MARKDOWN_EMPHASIS : 0)
                | (reader->strong > 0 ? DL_MARKDOWN_STRONG : 0);
  span->link = g_strdup (reader->link);
  g_ptr_array_add (reader->now->spans, span);
  g_string_truncate (reader->text, 0);
}

static void
add_text (Reader *reader, const char *text)
{
  g_auto (GStrv) parts = g_strsplit (text != NULL ? text : "", LETTER, -1);

  for (guint i = 0; parts[i] != NULL && reader->now != NULL; i++)
    g_string_append (reader->text, parts[i]);
}

static void
add_literal (Reader *reader, const char *text)
{
  finish_span (reader, 0);
  add_text (reader, text);
  finish_span (reader, DL_MARKDOWN_LITERAL);
}

static DlMarkdownBlock *
begin_block (Reader *reader, DlMarkdownKind kind, guint level)
{
  DlMarkdownBlock *block = g_new0 (DlMarkdownBlock, 1);

  block->kind = kind;
  block->level = level;
  block->spans = g_ptr_array_new_with_free_func (span_free);
  g_ptr_array_add (reader->blocks, block);
  reader->now = block;
  return block;
}

static void
finish_block (Reader *reader)
{
  finish_span (reader, 0);
  reader->now = NULL;
}

static void
read_lines (Reader *reader, cmark_node *node, DlMarkdownKind kind, guint style)
{
  g_autofree char *lines = g_strchomp (g_strdup (cmark_node_get_literal (node)));

  begin_block (reader, kind, reader->depth);
  add_text (reader, lines);
  finish_span (reader, style);
  reader->now = NULL;
}

/* A list knows the number of its next item. */
static void
begin_item (Reader *reader, cmark_node *list)
{
  const gint number = GPOINTER_TO_INT (cmark_node_get_user_data (list));

  g_free (reader->marker);
  reader->marker = cmark_node_get_list_type (list) == CMARK_ORDERED_LIST
                       ? g_strdup_printf ("%d.", number)
                       : g_strdup ("•");
  cmark_node_set_user_data (list, GINT_TO_POINTER (number + 1));
}

/* A paragraph of a picture and nothing else is the picture. */
static void
begin_paragraph (Reader *reader, cmark_node *node)
{
  cmark_node *first = cmark_node_first_child (node);
  const gboolean is_picture = first != NULL && cmark_node_get_type (first) == CMARK_NODE_IMAGE
                              && cmark_node_next (first) == NULL;
  DlMarkdownBlock *block = begin_block (
      reader, is_picture ? DL_MARKDOWN_PICTURE : DL_MARKDOWN_PARAGRAPH, reader->depth);

  block->marker = g_steal_pointer (&reader->marker);
  if (is_picture)
    block->picture = g_strdup (cmark_node_get_url (first));
}

/* Nodes with others inside come twice, others once; @step is 1 where one begins and -1 where it
 * ends. */
static void
read_node (Reader *reader, cmark_node *node, gint step)
{
  switch (cmark_node_get_type (node))
    {
    case CMARK_NODE_HEADING:
      if (step > 0)
        begin_block (reader, DL_MARKDOWN_HEADING, cmark_node_get_heading_level (node));
      else
        finish_block (reader);
      break;
    case CMARK_NODE_PARAGRAPH:
      if (step > 0)
        begin_paragraph (reader, node);
      else
        finish_block (reader);
      break;
    case CMARK_NODE_CODE_BLOCK:
      read_lines (reader, node, DL_MARKDOWN_CODE, DL_MARKDOWN_LITERAL);
      break;
    case CMARK_NODE_HTML_BLOCK:
      read_lines (reader, node, DL_MARKDOWN_HTML, 0);
      break;
    case CMARK_NODE_LIST:
      if (step > 0)
        cmark_node_set_user_data (node, GINT_TO_POINTER (cmark_node_get_list_start (node)));
      reader->depth += step;
      break;
    case CMARK_NODE_BLOCK_QUOTE:
      reader->depth += step;
      break;
    case CMARK_NODE_ITEM:
      if (step > 0)
        begin_item (reader, cmark_node_parent (node));
      else
        g_clear_pointer (&reader->marker, g_free);
      break;
    case CMARK_NODE_TEXT:
    case CMARK_NODE_HTML_INLINE:
      add_text (reader, cmark_node_get_literal (node));
      break;
    case CMARK_NODE_CODE:
      add_literal (reader, cmark_node_get_literal (node));
      break;
    case CMARK_NODE_SOFTBREAK:
      add_text (reader, " ");
      break;
    case CMARK_NODE_LINEBREAK:
      add_text (reader, "\n");
      break;
    case CMARK_NODE_EMPH:
      finish_span (reader, 0);
      reader->emphasized += step;
      break;
    case CMARK_NODE_STRONG:
      finish_span (reader, 0);
      reader->strong += step;
      break;
    case CMARK_NODE_LINK:
      finish_span (reader, 0);
      reader->link = step > 0 ? cmark_node_get_url (node) : NULL;
      break;
    default:
      break;
    }
}

/* Between a word and a punctuation mark CommonMark takes stars for the end of emphasis or for its
 * begin, as it is right where there are blanks between words. In Chinese there are none, and both
 * may be: there punctuation gets a letter in between. */
static char *
part_stars (const char *text, gsize length)
{
#define WIDE "[\\p{Han}\\p{Hiragana}\\p{Katakana}\\p{Hangul}]"
#define SIGN "[^\\PP*]"
  static const char *const pattern
      = "(?<=" WIDE ")\\*++\\K(?=" SIGN ")|(?<=" SIGN ")(?=\\*++" WIDE ")";
  g_autofree char *valid = g_utf8_make_valid (text, (gssize) length);
  g_autoptr (GRegex) regex = g_regex_new (pattern, G_REGEX_OPTIMIZE, 0, NULL);
  char *parted = g_regex_replace_literal (regex, valid, -1, 0, LETTER, 0, NULL);

  return parted != NULL ? parted : g_steal_pointer (&valid);
}

GPtrArray *
dl_markdown_read (const char *text, gsize length)
{
  Reader reader
      = { .blocks = g_ptr_array_new_with_free_func (block_free), .text = g_string_new (NULL) };
  g_autofree char *parted = part_stars (text, length);
  cmark_node *document = cmark_parse_document (parted, strlen (parted), CMARK_OPT_DEFAULT);
  cmark_iter *iter = cmark_iter_new (document);
  cmark_event_type event;

  while ((event = cmark_iter_next (iter)) != CMARK_EVENT_DONE)
    read_node (&reader, cmark_iter_get_node (iter), event == CMARK_EVENT_ENTER ? 1 : -1);
  cmark_iter_free (iter);
  cmark_node_free (document);
  g_string_free (reader.text, TRUE);
  g_free (reader.marker);
  return reader.blocks;
}

char *
dl_markdown_block_text (const DlMarkdownBlock *block)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < block->spans->len; i++)
    g_string_append (text, ((const DlMarkdownSpan *) block->spans->pdata[i])->text);
  return g_string_free (text, FALSE);
}
