#include "dl-manual-page.h"

#include <cmark.h>
#include <string.h>

/* "<!-- #vc-balance -->" before a heading is its anchor, "<!-- keys -->" the place of the keys. */
#define COMMENT_BEGIN "<!--"
#define COMMENT_END   "-->"

static void
span_free (gpointer data)
{
  DlManualSpan *span = data;

  g_free (span->text);
  g_free (span->link);
  g_free (span);
}

static void
block_free (gpointer data)
{
  DlManualBlock *block = data;

  g_free (block->marker);
  g_free (block->anchor);
  g_ptr_array_unref (block->spans);
  g_free (block);
}

/* Reading -------------------------------------------------------------------------------------- */

typedef struct
{
  DlManualPage *page;
  char *anchor;       /* for the next heading, or NULL */
  char *marker;       /* for the next paragraph, or NULL */
  guint depth;        /* in lists */
  DlManualBlock *now; /* the block that spans go to, or NULL */
  guint style;
  const char *link; /* borrowed, or NULL */
} Reader;

static DlManualBlock *
add_block (Reader *reader, DlManualKind kind, guint level)
{
  DlManualBlock *block = g_new0 (DlManualBlock, 1);

  block->kind = kind;
  block->level = level;
  block->spans = g_ptr_array_new_with_free_func (span_free);
  g_ptr_array_add (reader->page->blocks, block);
  return block;
}

static void
add_span (Reader *reader, const char *text, guint style)
{
  DlManualSpan *span;

  if (reader->now == NULL || text == NULL || *text == '\0')
    return;
  span = g_new0 (DlManualSpan, 1);
  span->text = g_strdup (text);
  span->style = reader->style | style;
  span->link = g_strdup (reader->link);
  g_ptr_array_add (reader->now->spans, span);
}

/* What stands in a comment, blanks aside; NULL of anything else. */
static char *
comment_text (const char *html)
{
  g_autofree char *text = g_strstrip (g_strdup (html));

  if (!g_str_has_prefix (text, COMMENT_BEGIN) || !g_str_has_suffix (text, COMMENT_END)
      || strlen (text) < strlen (COMMENT_BEGIN COMMENT_END))
    return NULL;
  text[strlen (text) - strlen (COMMENT_END)] = '\0';
  return g_strdup (g_strstrip (text + strlen (COMMENT_BEGIN)));
}

static void
read_html (Reader *reader, cmark_node *node)
{
  g_autofree char *text = comment_text (cmark_node_get_literal (node));

  if (text == NULL)
    return;
  if (strcmp (text, "keys") == 0)
    add_block (reader, DL_MANUAL_KEYS, 0);
  else if (*text == '#')
    {
      g_free (reader->anchor);
      reader->anchor = g_strdup (text + 1);
    }
}

static void
begin_item (Reader *reader, cmark_node *item)
{
  cmark_node *list = cmark_node_parent (item);
  int number;

  g_free (reader->marker);
  if (cmark_node_get_list_type (list) != CMARK_ORDERED_LIST)
    {
      reader->marker = g_strdup ("•");
      return;
    }
  number = cmark_node_get_list_start (list);
  for (cmark_node *before = cmark_node_previous (item); before != NULL;
       before = cmark_node_previous (before))
    number++;
  reader->marker = g_strdup_printf ("%d.", number);
}

static void
set_style (Reader *reader, guint style, gboolean on)
{
  reader->style = on ? reader->style | style : reader->style & ~style;
}

static void
begin_heading (Reader *reader, cmark_node *node)
{
  reader->now = add_block (reader, DL_MANUAL_HEADING, cmark_node_get_heading_level (node));
  reader->now->anchor = g_steal_pointer (&reader->anchor);
}

static void
begin_paragraph (Reader *reader)
{
  reader->now = add_block (reader, DL_MANUAL_PARAGRAPH, reader->depth);
  reader->now->marker = g_steal_pointer (&reader->marker);
}

static void
read_code (Reader *reader, cmark_node *node)
{
  reader->now = add_block (reader, DL_MANUAL_CODE, reader->depth);
  add_span (reader, cmark_node_get_literal (node), DL_MANUAL_LITERAL);
  reader->now = NULL;
}

/* Nodes with others inside come twice, others once. */
static void
read_node (Reader *reader, cmark_node *node, gboolean enter)
{
  switch (cmark_node_get_type (node))
    {
    case CMARK_NODE_HEADING:
      if (enter)
        begin_heading (reader, node);
      else
        reader->now = NULL;
      break;
    case CMARK_NODE_PARAGRAPH:
      if (enter)
        begin_paragraph (reader);
      else
        reader->now = NULL;
      break;
    case CMARK_NODE_LIST:
    case CMARK_NODE_BLOCK_QUOTE:
      reader->depth += enter ? 1 : -1;
      break;
    case CMARK_NODE_ITEM:
      if (enter)
        begin_item (reader, node);
      break;
    case CMARK_NODE_CODE_BLOCK:
      read_code (reader, node);
      break;
    case CMARK_NODE_HTML_BLOCK:
      read_html (reader, node);
      break;
    case CMARK_NODE_TEXT:
      add_span (reader, cmark_node_get_literal (node), 0);
      break;
    case CMARK_NODE_CODE:
      add_span (reader, cmark_node_get_literal (node), DL_MANUAL_LITERAL);
      break;
    case CMARK_NODE_SOFTBREAK:
      add_span (reader, " ", 0);
      break;
    case CMARK_NODE_LINEBREAK:
      add_span (reader, "\n", 0);
      break;
    case CMARK_NODE_EMPH:
      set_style (reader, DL_MANUAL_EMPHASIS, enter);
      break;
    case CMARK_NODE_STRONG:
      set_style (reader, DL_MANUAL_STRONG, enter);
      break;
    case CMARK_NODE_LINK:
      reader->link = enter ? cmark_node_get_url (node) : NULL;
      break;
    default:
      break;
    }
}

static void
read_text (DlManualPage *page, const char *text, gsize length)
{
  Reader reader = { .page = page };
  cmark_node *document = cmark_parse_document (text, length, CMARK_OPT_VALIDATE_UTF8);
  cmark_iter *iter = cmark_iter_new (document);
  cmark_event_type event;

  while ((event = cmark_iter_next (iter)) != CMARK_EVENT_DONE)
    read_node (&reader, cmark_iter_get_node (iter), event == CMARK_EVENT_ENTER);
  cmark_iter_free (iter);
  cmark_node_free (document);
  g_free (reader.anchor);
  g_free (reader.marker);
}

DlManualPage *
dl_manual_page_new (const char *id, const char *language, const char *text, gsize length)
{
  DlManualPage *self = g_new0 (DlManualPage, 1);

  self->id = g_strdup (id);
  self->language = g_strdup (language);
  self->blocks = g_ptr_array_new_with_free_func (block_free);
  read_text (self, text, length);
  for (guint i = 0; i < self->blocks->len && self->title == NULL; i++)
    if (dl_manual_page_block (self, i)->kind == DL_MANUAL_HEADING)
      self->title = dl_manual_block_text (dl_manual_page_block (self, i));
  if (self->title == NULL)
    self->title = g_strdup (id);
  return self;
}

void
dl_manual_page_free (DlManualPage *self)
{
  if (self == NULL)
    return;
  g_free (self->id);
  g_free (self->language);
  g_free (self->title);
  g_ptr_array_unref (self->blocks);
  g_free (self);
}

/* Links ---------------------------------------------------------------------------------------- */

/* What names of topics and anchors are made of: no dots, no slashes, so that none is a path. */
static gboolean
is_name (const char *text, gsize length)
{
  for (gsize i = 0; i < length; i++)
    if (!g_ascii_islower (text[i]) && !g_ascii_isdigit (text[i]) && text[i] != '-')
      return FALSE;
  return length > 0;
}

char *
dl_manual_page_target (const DlManualPage *self, const char *link)
{
  const char *hash = strchr (link, '#');
  const gsize length = hash != NULL ? (gsize) (hash - link) : strlen (link);
  const char *ending = ".md";
  g_autofree char *topic = NULL;

  if (hash != NULL && !is_name (hash + 1, strlen (hash + 1)))
    return NULL;
  if (length == 0)
    return hash != NULL ? g_strconcat (self->id, hash, NULL) : NULL;
  if (length <= strlen (ending)
      || strncmp (link + length - strlen (ending), ending, strlen (ending)) != 0
      || !is_name (link, length - strlen (ending)))
    return NULL;
  topic = g_strndup (link, length - strlen (ending));
  return g_strconcat (topic, hash, NULL);
}

gint
dl_manual_page_find (const DlManualPage *self, const char *anchor)
{
  for (guint i = 0; i < self->blocks->len; i++)
    if (g_strcmp0 (dl_manual_page_block (self, i)->anchor, anchor) == 0 && anchor != NULL)
      return (gint) i;
  return -1;
}

const DlManualBlock *
dl_manual_page_block (const DlManualPage *self, guint i)
{
  return g_ptr_array_index (self->blocks, i);
}

char *
dl_manual_block_text (const DlManualBlock *block)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < block->spans->len; i++)
    g_string_append (text, ((const DlManualSpan *) g_ptr_array_index (block->spans, i))->text);
  return g_string_free (g_steal_pointer (&text), FALSE);
}
