/* A page of the manual becomes text with tags, and what is a link. */
#include "dl-help-text-private.h"

#include "dl-help-keys.h"
#include "dl-text-size.h"
#include "dl-view.h"

/* Lists in lists; deeper ones are no further in. */
#define MAX_LEVEL 4

/* A new line, not a new paragraph. */
#define LINE_SEPARATOR "\u2028"

/* Tags ----------------------------------------------------------------------------------------- */

/* Of a list's paragraph: its lines begin where the text after the marker does. */
static void
add_level_tag (DlHelpText *self, guint level, gint step)
{
  g_autofree char *name = g_strdup_printf ("level-%u", level);
  g_autoptr (PangoTabArray) tabs
      = pango_tab_array_new_with_positions (1, TRUE, PANGO_TAB_LEFT, step);

  gtk_text_buffer_create_tag (self->text, name, "left-margin",
                              DL_HELP_MARGIN + (gint) (level - 1) * step, "indent", -step, "tabs",
                              tabs, "pixels-below-lines", 4, NULL);
}

/* How far a list is in: with larger text further. */
static gint
level_step (DlHelpText *self)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), "00. ");
  gint width;

  pango_layout_get_pixel_size (layout, &width, NULL);
  return width;
}

void
dl_help_text_add_tags (DlHelpText *self)
{
  const gint step = level_step (self);

  gtk_text_buffer_create_tag (self->text, "heading-1", "scale", 1.6, "weight", PANGO_WEIGHT_BOLD,
                              "pixels-below-lines", 10, NULL);
  gtk_text_buffer_create_tag (self->text, "heading-2", "scale", 1.2, "weight", PANGO_WEIGHT_BOLD,
                              "pixels-above-lines", 14, "pixels-below-lines", 4, NULL);
  gtk_text_buffer_create_tag (self->text, "heading-3", "weight", PANGO_WEIGHT_BOLD,
                              "pixels-above-lines", 10, "pixels-below-lines", 3, NULL);
  gtk_text_buffer_create_tag (self->text, "paragraph", "pixels-below-lines", 7, NULL);
  gtk_text_buffer_create_tag (self->text, "code", "family", "monospace", "left-margin",
                              DL_HELP_MARGIN + step, "wrap-mode", GTK_WRAP_NONE, NULL);
  gtk_text_buffer_create_tag (self->text, "code-end", "family", "monospace", "left-margin",
                              DL_HELP_MARGIN + step, "wrap-mode", GTK_WRAP_NONE,
                              "pixels-below-lines", 10, NULL);
  gtk_text_buffer_create_tag (self->text, "strong", "weight", PANGO_WEIGHT_BOLD, NULL);
  gtk_text_buffer_create_tag (self->text, "emphasis", "style", PANGO_STYLE_ITALIC, NULL);
  gtk_text_buffer_create_tag (self->text, "literal", "family", "monospace", NULL);
  for (guint level = 1; level <= MAX_LEVEL; level++)
    add_level_tag (self, level, step);
  gtk_text_buffer_create_tag (self->text, "keys", "pixels-below-lines", 3, NULL);
  self->link_tag
      = gtk_text_buffer_create_tag (self->text, NULL, "underline", PANGO_UNDERLINE_SINGLE, NULL);
  self->found_tag = gtk_text_buffer_create_tag (self->text, NULL, NULL);
  self->here_tag = gtk_text_buffer_create_tag (self->text, NULL, "weight", PANGO_WEIGHT_BOLD, NULL);
}

/* Of at least 4.5:1 on the theme's own background, and told by a line, too. */
void
dl_help_text_colour_tags (DlHelpText *self)
{
  const gboolean dark = dl_view_theme (GTK_WIDGET (self)) == dl_theme_dark ();

  g_object_set (self->link_tag, "foreground", dark ? "#99c1f1" : "#1a5fb4", NULL);
  g_object_set (self->here_tag, "background", dark ? "#1a5fb4" : "#cfe1f7", "foreground",
                dark ? "#ffffff" : "#0b3b78", NULL);
  g_object_set (self->found_tag, "background", dark ? "#715b00" : "#f9e79f", NULL);
}

/* Filling -------------------------------------------------------------------------------------- */

static void
append (DlHelpText *self, const char *words)
{
  GtkTextIter end;

  gtk_text_buffer_get_end_iter (self->text, &end);
  gtk_text_buffer_insert (self->text, &end, words, -1);
}

static gint
length_of (DlHelpText *self)
{
  return gtk_text_buffer_get_char_count (self->text);
}

/* @tag over all from @begin on. */
static void
apply (DlHelpText *self, GtkTextTag *tag, gint begin)
{
  GtkTextIter from, to;

  gtk_text_buffer_get_iter_at_offset (self->text, &from, begin);
  gtk_text_buffer_get_end_iter (self->text, &to);
  gtk_text_buffer_apply_tag (self->text, tag, &from, &to);
}

static void
apply_name (DlHelpText *self, const char *name, gint begin)
{
  apply (self, gtk_text_tag_table_lookup (gtk_text_buffer_get_tag_table (self->text), name), begin);
}

/* A line as @name has it from @begin on, and its end. The end is without the tag, so that each line
 * begins with a tag of its own: GTK lets a line that does not take the style of whatever it laid
 * out before. */
static void
end_line (DlHelpText *self, const char *name, gint begin)
{
  apply_name (self, name, begin);
  append (self, "\n");
}

static void
append_span (DlHelpText *self, const DlManualPage *page, const DlMarkdownSpan *span)
{
  static const char *const styles[] = { "emphasis", "strong", "literal" };
  const gint begin = length_of (self);
  DlHelpLink link
      = { begin, 0, span->link != NULL ? dl_manual_page_target (page, span->link) : NULL };

  append (self, span->text);
  for (guint i = 0; i < G_N_ELEMENTS (styles); i++)
    if (span->style >> i & 1)
      apply_name (self, styles[i], begin);
  if (link.target == NULL)
    return;
  apply (self, self->link_tag, begin);
  link.end = length_of (self);
  /* Several spans of one link are one. */
  if (self->links->len > 0)
    {
      DlHelpLink *last = &g_array_index (self->links, DlHelpLink, self->links->len - 1);

      if (last->end == begin && g_str_equal (last->target, link.target))
        {
          last->end = link.end;
          g_free (link.target);
          return;
        }
    }
  g_array_append_val (self->links, link);
}

static void
append_text (DlHelpText *self, const DlManualPage *page, const DlMarkdownBlock *block)
{
  const gint begin = length_of (self);
  g_autofree char *tag = NULL;

  if (block->kind == DL_MARKDOWN_HEADING)
    tag = g_strdup_printf ("heading-%u", MIN (block->level, 3));
  else if (block->level > 0)
    tag = g_strdup_printf ("level-%u", MIN (block->level, MAX_LEVEL));
  else
    tag = g_strdup ("paragraph");
  if (block->level > 0 && block->kind != DL_MARKDOWN_HEADING)
    {
      append (self, block->marker != NULL ? block->marker : "");
      append (self, "\t");
    }
  for (guint i = 0; i < block->spans->len; i++)
    append_span (self, page, g_ptr_array_index (block->spans, i));
  end_line (self, tag, begin);
}

static void
append_code (DlHelpText *self, const DlMarkdownBlock *block)
{
  g_autofree char *text = dl_markdown_block_text (block);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      const gint begin = length_of (self);

      append (self, lines[i]);
      end_line (self, lines[i + 1] != NULL ? "code" : "code-end", begin);
    }
}

/* What keys do begins right of the widest of them; where text is so large that little would be left
 * there, below them. */
static void
indent_keys (DlHelpText *self, GPtrArray *keys, gboolean below)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), NULL);
  g_autoptr (PangoAttrList) strong = pango_attr_list_new ();
  g_autoptr (PangoTabArray) tabs = NULL;
  gint widest = 0;

  pango_attr_list_insert (strong, pango_attr_weight_new (PANGO_WEIGHT_BOLD));
  pango_layout_set_attributes (layout, strong);
  for (guint i = 0; i < keys->len && !below; i++)
    {
      const DlHelpKey *key = g_ptr_array_index (keys, i);
      gint width;

      pango_layout_set_text (layout, key->keys, -1);
      pango_layout_get_pixel_size (layout, &width, NULL);
      widest = MAX (widest, width);
    }
  widest += level_step (self);
  tabs = pango_tab_array_new_with_positions (1, TRUE, PANGO_TAB_LEFT, widest);
  g_object_set (gtk_text_tag_table_lookup (gtk_text_buffer_get_tag_table (self->text), "keys"),
                "indent", -widest, "tabs", tabs, NULL);
}

static void
append_keys (DlHelpText *self, GPtrArray *keys)
{
  const gboolean below = dl_text_size_is_large ();
  const char *group = NULL;

  if (keys != NULL)
    indent_keys (self, keys, below);
  for (guint i = 0; keys != NULL && i < keys->len; i++)
    {
      const DlHelpKey *key = g_ptr_array_index (keys, i);
      gint begin = length_of (self);

      if (g_strcmp0 (group, key->group) != 0)
        {
          group = key->group;
          append (self, group);
          end_line (self, "heading-3", begin);
          begin = length_of (self);
        }
      append (self, key->keys);
      apply_name (self, "strong", begin);
      append (self, below ? LINE_SEPARATOR : "\t");
      append (self, key->title);
      end_line (self, "keys", begin);
    }
}

void
dl_help_text_fill (DlHelpText *self, const DlManualPage *page, GPtrArray *keys)
{
  gtk_text_buffer_set_text (self->text, "", 0);
  g_array_set_size (self->links, 0);
  g_array_set_size (self->blocks, 0);
  for (guint i = 0; i < page->blocks->len; i++)
    {
      const DlMarkdownBlock *what = dl_manual_page_block (page, i);
      const gint begin = length_of (self);

      g_array_append_val (self->blocks, begin);
      if (what->kind == DL_MARKDOWN_HTML)
        append_keys (self, keys);
      else if (what->kind == DL_MARKDOWN_CODE)
        append_code (self, what);
      else
        append_text (self, page, what);
    }
}
