#include "dl-help-text.h"

#include "dl-accessible.h"
#include "dl-appearance.h"
#include "dl-help-window.h"
#include "dl-view.h"

#include <glib/gi18n-lib.h>

#define DL_HELP_MARGIN 24 /* around the text */
/* Pixels of a picture where a screen of common resolution has one. */
#define PICTURE_SCALE 2

typedef struct
{
  gint begin, end; /* offsets in the text */
  char *target;
} DlHelpLink;

struct _DlHelpText
{
  GtkTextView parent;
  GtkTextBuffer *text;
  GtkTextTag *link_tag, *here_tag, *found_tag;
  GArray *links;       /* DlHelpLink */
  GArray *blocks;      /* gint: the offset of each block of the page */
  GPtrArray *pictures; /* GtkPicture: of the page, borrowed from the text */
  gint link;           /* that the keyboard is at, or -1 */
  gint found_end;      /* of the place that was found last, or 0 */
  gint scroll_offset;  /* where to scroll, or -1 */
  guint scroll_idle;
  gboolean over; /* the pointer is over a link */
};

/* A page of the manual becomes text with tags and links. */

/* Lists in lists; deeper ones are no further in. */
#define MAX_LEVEL 4

/* Percent of the keys that the column of keys is wide enough for. */
#define MOST_KEYS 95

/* A new line, not a new paragraph. */
#define LINE_SEPARATOR "\u2028"

/* Tags ----------------------------------------------------------------------------------------- */

/* Tag of a list's paragraph: its lines begin where the text after the marker does. */
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

static void
add_tags (DlHelpText *self)
{
  const gint step = level_step (self);

  gtk_text_buffer_create_tag (self->text, "heading-1", "scale", 1.6, "weight", PANGO_WEIGHT_BOLD,
                              "pixels-below-lines", 10, NULL);
  gtk_text_buffer_create_tag (self->text, "heading-2", "scale", 1.2, "weight", PANGO_WEIGHT_BOLD,
                              "pixels-above-lines", 14, "pixels-below-lines", 4, NULL);
  gtk_text_buffer_create_tag (self->text, "heading-3", "weight", PANGO_WEIGHT_BOLD,
                              "pixels-above-lines", 10, "pixels-below-lines", 3, NULL);
  gtk_text_buffer_create_tag (self->text, "paragraph", "pixels-below-lines", 7, NULL);
  gtk_text_buffer_create_tag (self->text, "picture", "pixels-above-lines", 4, "pixels-below-lines",
                              10, NULL);
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

/* Colors with a contrast of at least 4.5:1 on the theme's background; a line tells them, too. */
static void
colour_tags (DlHelpText *self)
{
  const gboolean dark = dl_view_theme (GTK_WIDGET (self)) == dl_theme_dark ();

  g_object_set (self->link_tag, "foreground", dark ? "#99c1f1" : "#1a5fb4", NULL);
  g_object_set (self->here_tag, "background", dark ? "#1a5fb4" : "#cfe1f7", "foreground",
                dark ? "#ffffff" : "#0b3b78", NULL);
  g_object_set (self->found_tag, "background", dark ? "#715b00" : "#f9e79f", NULL);
}

/* Pictures ------------------------------------------------------------------------------------- */

/* For the theme, light or dark. */
static void
colour_picture (DlHelpText *self, GtkPicture *picture)
{
  const gboolean dark = dl_view_theme (GTK_WIDGET (self)) == dl_theme_dark ();
  const char *name = g_object_get_data (G_OBJECT (picture), "dl-name");
  g_autoptr (GBytes) bytes = dl_manual_picture (name, dark);
  g_autoptr (GdkTexture) texture = bytes != NULL ? gdk_texture_new_from_bytes (bytes, NULL) : NULL;

  gtk_picture_set_paintable (picture, GDK_PAINTABLE (texture));
}

static void
colour_pictures (DlHelpText *self)
{
  for (guint i = 0; i < self->pictures->len; i++)
    colour_picture (self, g_ptr_array_index (self->pictures, i));
}

/* Set pictures to their drawn size, or to the room between the margins; the text view gives its
 * children only the least that they ask for. */
static void
fit_pictures (DlHelpText *self, gint width)
{
  for (guint i = 0; i < self->pictures->len; i++)
    {
      GtkPicture *picture = g_ptr_array_index (self->pictures, i);
      GdkPaintable *drawn = gtk_picture_get_paintable (picture);
      const gint own = drawn != NULL ? gdk_paintable_get_intrinsic_width (drawn) : 0;
      const gint own_height = drawn != NULL ? gdk_paintable_get_intrinsic_height (drawn) : 0;
      const gint room = width > 2 * DL_HELP_MARGIN ? width - 2 * DL_HELP_MARGIN : own;
      const gint fits = MIN (own / PICTURE_SCALE, room);
      gint before;

      gtk_widget_get_size_request (GTK_WIDGET (picture), &before, NULL);
      if (own > 0 && before != fits)
        gtk_widget_set_size_request (GTK_WIDGET (picture), fits,
                                     (gint) ((gint64) own_height * fits / own));
    }
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

/* FALSE if this program does not have the picture. */
static gboolean
append_picture (DlHelpText *self, const DlMarkdownBlock *block)
{
  g_autofree char *name = dl_manual_picture_name (block);
  g_autofree char *words = dl_markdown_block_text (block);
  g_autoptr (GBytes) bytes = name != NULL ? dl_manual_picture (name, FALSE) : NULL;
  const gint begin = length_of (self);
  GtkWidget *picture;
  GtkTextIter end;

  if (bytes == NULL)
    return FALSE;
  picture = gtk_picture_new ();
  g_object_set_data_full (G_OBJECT (picture), "dl-name", g_steal_pointer (&name), g_free);
  gtk_picture_set_alternative_text (GTK_PICTURE (picture), words);
  gtk_accessible_update_property (GTK_ACCESSIBLE (picture), GTK_ACCESSIBLE_PROPERTY_LABEL, words,
                                  -1);
  colour_picture (self, GTK_PICTURE (picture));
  gtk_text_buffer_get_end_iter (self->text, &end);
  gtk_text_view_add_child_at_anchor (GTK_TEXT_VIEW (self), picture,
                                     gtk_text_buffer_create_child_anchor (self->text, &end));
  g_ptr_array_add (self->pictures, picture);
  end_line (self, "picture", begin);
  return TRUE;
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

static gint
compare_widths (gconstpointer a, gconstpointer b)
{
  return *(const gint *) a - *(const gint *) b;
}

/* Width of the column of keys: of all but the few that are so wide that little would be left for
 * the texts on them. @widths: gint per key. */
static gint
column_width (GArray *widths)
{
  g_autoptr (GArray) sorted = g_array_new (FALSE, FALSE, sizeof (gint));

  for (guint i = 0; i < widths->len; i++)
    if (g_array_index (widths, gint, i) > 0)
      g_array_append_val (sorted, g_array_index (widths, gint, i));
  g_array_sort (sorted, compare_widths);
  return sorted->len > 0 ? g_array_index (sorted, gint, (sorted->len - 1) * MOST_KEYS / 100) : 0;
}

/* Texts on keys begin right of the column of keys; where text is so large that little would be left
 * there, below them. Returns the width of each key, as an array of gint. */
static GArray *
indent_keys (DlHelpText *self, GPtrArray *keys, gboolean below, gint *column)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), NULL);
  g_autoptr (PangoAttrList) strong = pango_attr_list_new ();
  g_autoptr (PangoTabArray) tabs = NULL;
  GArray *widths = g_array_new (FALSE, FALSE, sizeof (gint));
  gint indent;

  pango_attr_list_insert (strong, pango_attr_weight_new (PANGO_WEIGHT_BOLD));
  pango_layout_set_attributes (layout, strong);
  for (guint i = 0; i < keys->len; i++)
    {
      const DlHelpKey *key = g_ptr_array_index (keys, i);
      gint width;

      pango_layout_set_text (layout, key->keys, -1);
      pango_layout_get_pixel_size (layout, &width, NULL);
      g_array_append_val (widths, width);
    }
  *column = below ? 0 : column_width (widths);
  indent = *column + level_step (self);
  tabs = pango_tab_array_new_with_positions (1, TRUE, PANGO_TAB_LEFT, indent);
  g_object_set (gtk_text_tag_table_lookup (gtk_text_buffer_get_tag_table (self->text), "keys"),
                "indent", -indent, "tabs", tabs, NULL);
  return widths;
}

static void
append_keys (DlHelpText *self, GPtrArray *keys)
{
  g_autoptr (GArray) widths = NULL;
  const char *group = NULL;
  gint column = 0;

  if (keys != NULL)
    widths = indent_keys (self, keys, dl_text_size_is_large (), &column);
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
      append (self, g_array_index (widths, gint, i) > column ? LINE_SEPARATOR : "\t");
      append (self, key->title);
      end_line (self, "keys", begin);
    }
}

/* @page in place of the earlier one, see dl_help_text_show. */
static void
help_text_fill (DlHelpText *self, const DlManualPage *page, GPtrArray *keys)
{
  g_ptr_array_set_size (self->pictures, 0);
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
      else if (what->kind != DL_MARKDOWN_PICTURE || !append_picture (self, what))
        append_text (self, page, what);
    }
}

G_DEFINE_FINAL_TYPE (DlHelpText, dl_help_text, GTK_TYPE_TEXT_VIEW)

static guint follow_signal;

/* Scrolling ------------------------------------------------------------------------------------ */

/* Scroll to the line that was asked for, once the heights of lines are known: the text view
 * measures them when there is time. */
static gboolean
on_scroll_idle (gpointer user_data)
{
  DlHelpText *self = user_data;
  GtkAdjustment *scroll = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (self));
  GtkTextIter at;
  gint y, height;

  self->scroll_idle = 0;
  if (self->scroll_offset < 0 || gtk_widget_get_height (GTK_WIDGET (self)) == 0)
    return G_SOURCE_REMOVE; /* until it has a size */
  gtk_text_buffer_get_iter_at_offset (self->text, &at, self->scroll_offset);
  gtk_text_view_get_line_yrange (GTK_TEXT_VIEW (self), &at, &y, &height);
  gtk_adjustment_set_value (scroll, self->scroll_offset == 0 ? 0 : y + DL_HELP_MARGIN / 2);
  self->scroll_offset = -1;
  return G_SOURCE_REMOVE;
}

static void
queue_scroll (DlHelpText *self)
{
  if (self->scroll_offset >= 0 && self->scroll_idle == 0)
    self->scroll_idle = g_idle_add (on_scroll_idle, self);
}

static void
scroll_to (DlHelpText *self, gint offset)
{
  GtkTextIter at;

  gtk_text_buffer_get_iter_at_offset (self->text, &at, offset);
  gtk_text_buffer_place_cursor (self->text, &at);
  self->scroll_offset = offset;
  queue_scroll (self);
}

void
dl_help_text_show (DlHelpText *self, const DlManualPage *page, guint block, GPtrArray *keys)
{
  self->link = -1;
  self->found_end = 0;
  help_text_fill (self, page, keys);
  fit_pictures (self, gtk_widget_get_width (GTK_WIDGET (self)));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, page->title,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, "", -1);
  scroll_to (self, block < self->blocks->len ? g_array_index (self->blocks, gint, block) : 0);
}

/* Links ---------------------------------------------------------------------------------------- */

static const DlHelpLink *
link_at (DlHelpText *self, guint i)
{
  return &g_array_index (self->links, DlHelpLink, i);
}

guint
dl_help_text_n_links (DlHelpText *self)
{
  return self->links->len;
}

const char *
dl_help_text_get_target (DlHelpText *self, guint link)
{
  return link_at (self, link)->target;
}

gint
dl_help_text_get_link (DlHelpText *self)
{
  return self->link;
}

static char *
link_words (DlHelpText *self, const DlHelpLink *link)
{
  GtkTextIter begin, end;

  gtk_text_buffer_get_iter_at_offset (self->text, &begin, link->begin);
  gtk_text_buffer_get_iter_at_offset (self->text, &end, link->end);
  return gtk_text_buffer_get_text (self->text, &begin, &end, FALSE);
}

/* The keyboard at link @to, or at none. */
static void
set_link (DlHelpText *self, gint to)
{
  GtkTextIter begin, end;
  g_autofree char *spoken = NULL;

  gtk_text_buffer_get_bounds (self->text, &begin, &end);
  gtk_text_buffer_remove_tag (self->text, self->here_tag, &begin, &end);
  self->found_end = 0;
  self->link = to;
  if (to >= 0)
    {
      const DlHelpLink *link = link_at (self, to);
      g_autofree char *words = link_words (self, link);

      gtk_text_buffer_get_iter_at_offset (self->text, &begin, link->begin);
      gtk_text_buffer_get_iter_at_offset (self->text, &end, link->end);
      gtk_text_buffer_apply_tag (self->text, self->here_tag, &begin, &end);
      gtk_text_buffer_place_cursor (self->text, &begin);
      gtk_text_view_scroll_mark_onscreen (GTK_TEXT_VIEW (self),
                                          gtk_text_buffer_get_insert (self->text));
      /* Translators: said by a screen reader when the keyboard comes to a link */
      spoken = g_strdup_printf (_ ("Link: %s"), words);
    }
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  spoken != NULL ? spoken : "", -1);
}

/* The first one that can be seen, or the last, so that Tab does not jump out of sight. */
static gint
first_link (DlHelpText *self, gboolean forward)
{
  GdkRectangle seen;
  GtkTextIter top, bottom;
  gint found = -1;

  gtk_text_view_get_visible_rect (GTK_TEXT_VIEW (self), &seen);
  gtk_text_view_get_iter_at_location (GTK_TEXT_VIEW (self), &top, seen.x, seen.y);
  gtk_text_view_get_iter_at_location (GTK_TEXT_VIEW (self), &bottom, seen.x + seen.width,
                                      seen.y + seen.height);
  for (guint i = 0; i < self->links->len; i++)
    if (forward && found < 0 && link_at (self, i)->begin >= gtk_text_iter_get_offset (&top))
      found = i;
    else if (!forward && link_at (self, i)->begin <= gtk_text_iter_get_offset (&bottom))
      found = i;
  return found;
}

gboolean
dl_help_text_move_link (DlHelpText *self, gboolean forward)
{
  const gint to = self->link < 0 ? first_link (self, forward) : self->link + (forward ? 1 : -1);
  const gboolean there = to >= 0 && to < (gint) self->links->len;

  set_link (self, there ? to : -1);
  return there;
}

gboolean
dl_help_text_follow_link (DlHelpText *self)
{
  g_autofree char *target = NULL;

  if (self->link < 0)
    return FALSE;
  target = g_strdup (link_at (self, self->link)->target);
  g_signal_emit (self, follow_signal, 0, target);
  return TRUE;
}

/* The link at a place of the widget; -1 for none. */
static gint
link_under (DlHelpText *self, double x, double y)
{
  GtkTextIter at;
  gint text_x, text_y, offset;

  gtk_text_view_window_to_buffer_coords (GTK_TEXT_VIEW (self), GTK_TEXT_WINDOW_WIDGET, x, y,
                                         &text_x, &text_y);
  if (!gtk_text_view_get_iter_at_location (GTK_TEXT_VIEW (self), &at, text_x, text_y))
    return -1;
  offset = gtk_text_iter_get_offset (&at);
  for (guint i = 0; i < self->links->len; i++)
    if (link_at (self, i)->begin <= offset && offset < link_at (self, i)->end)
      return i;
  return -1;
}

static void
on_released (DlHelpText *self, gint n_press, double x, double y)
{
  const gint link = link_under (self, x, y);

  /* Selecting text does not follow a link. */
  if (link < 0 || n_press != 1 || gtk_text_buffer_get_has_selection (self->text))
    return;
  set_link (self, link);
  dl_help_text_follow_link (self);
}

static void
on_motion (DlHelpText *self, double x, double y)
{
  const gboolean over = link_under (self, x, y) >= 0;

  if (over == self->over)
    return;
  self->over = over;
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), over ? "pointer" : "text");
}

static gboolean
on_key (DlHelpText *self, guint keyval, guint keycode, GdkModifierType state)
{
  const GdkModifierType modifiers = state & gtk_accelerator_get_default_mod_mask ();

  switch (keyval)
    {
    case GDK_KEY_Tab:
    case GDK_KEY_KP_Tab:
      return modifiers == 0 && dl_help_text_move_link (self, TRUE);
    case GDK_KEY_ISO_Left_Tab:
      return modifiers == GDK_SHIFT_MASK && dl_help_text_move_link (self, FALSE);
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
    case GDK_KEY_ISO_Enter:
      return modifiers == 0 && dl_help_text_follow_link (self);
    default:
      return GDK_EVENT_PROPAGATE;
    }
}

static void
on_focus_left (GtkEventController *focus, DlHelpText *self)
{
  if (self->link >= 0 && dl_focus_has_left (focus))
    set_link (self, -1);
}

/* Finding -------------------------------------------------------------------------------------- */

#define FLAGS (GTK_TEXT_SEARCH_CASE_INSENSITIVE | GTK_TEXT_SEARCH_TEXT_ONLY)

guint
dl_help_text_mark (DlHelpText *self, const char *words)
{
  GtkTextIter at, end, begin;
  guint n = 0;

  gtk_text_buffer_get_bounds (self->text, &at, &end);
  gtk_text_buffer_remove_tag (self->text, self->found_tag, &at, &end);
  if (words == NULL || *words == '\0')
    return 0;
  while (gtk_text_iter_forward_search (&at, words, FLAGS, &begin, &end, NULL))
    {
      gtk_text_buffer_apply_tag (self->text, self->found_tag, &begin, &end);
      at = end;
      n++;
    }
  return n;
}

gboolean
dl_help_text_find (DlHelpText *self, const char *words, gboolean forward)
{
  GtkTextIter from, to, begin, end;
  gboolean found;

  if (words == NULL || *words == '\0')
    return FALSE;
  gtk_text_buffer_get_iter_at_mark (self->text, &from, gtk_text_buffer_get_insert (self->text));
  to = from;
  if (forward && self->found_end > 0)
    gtk_text_buffer_get_iter_at_offset (self->text, &to, self->found_end);
  found = forward ? gtk_text_iter_forward_search (&to, words, FLAGS, &begin, &end, NULL)
                  : gtk_text_iter_backward_search (&from, words, FLAGS, &begin, &end, NULL);
  if (!found)
    {
      gtk_text_buffer_get_bounds (self->text, &from, &to);
      found = forward ? gtk_text_iter_forward_search (&from, words, FLAGS, &begin, &end, NULL)
                      : gtk_text_iter_backward_search (&to, words, FLAGS, &begin, &end, NULL);
    }
  if (!found)
    return FALSE;
  set_link (self, -1);
  gtk_text_buffer_apply_tag (self->text, self->here_tag, &begin, &end);
  gtk_text_buffer_place_cursor (self->text, &begin);
  self->found_end = gtk_text_iter_get_offset (&end);
  gtk_text_view_scroll_to_mark (GTK_TEXT_VIEW (self), gtk_text_buffer_get_insert (self->text), 0.1,
                                FALSE, 0, 0);
  return TRUE;
}

/* The widget ----------------------------------------------------------------------------------- */

static void
css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (dl_help_text_parent_class)->css_changed (widget, change);
  if (DL_HELP_TEXT (widget)->link_tag != NULL)
    {
      colour_tags (DL_HELP_TEXT (widget));
      colour_pictures (DL_HELP_TEXT (widget));
    }
}

static void
size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  fit_pictures (DL_HELP_TEXT (widget), width);
  GTK_WIDGET_CLASS (dl_help_text_parent_class)->size_allocate (widget, width, height, baseline);
  queue_scroll (DL_HELP_TEXT (widget));
}

static void
dispose (GObject *object)
{
  g_clear_handle_id (&DL_HELP_TEXT (object)->scroll_idle, g_source_remove);
  G_OBJECT_CLASS (dl_help_text_parent_class)->dispose (object);
}

static void
finalize (GObject *object)
{
  DlHelpText *self = DL_HELP_TEXT (object);

  g_array_unref (self->links);
  g_array_unref (self->blocks);
  g_ptr_array_unref (self->pictures);
  g_object_unref (self->text);
  G_OBJECT_CLASS (dl_help_text_parent_class)->finalize (object);
}

static void
dl_help_text_class_init (DlHelpTextClass *class)
{
  G_OBJECT_CLASS (class)->dispose = dispose;
  G_OBJECT_CLASS (class)->finalize = finalize;
  GTK_WIDGET_CLASS (class)->size_allocate = size_allocate;
  GTK_WIDGET_CLASS (class)->css_changed = css_changed;
  follow_signal = g_signal_new ("follow", G_TYPE_FROM_CLASS (class), G_SIGNAL_RUN_LAST, 0, NULL,
                                NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
clear_link (gpointer data)
{
  g_free (((DlHelpLink *) data)->target);
}

static void
add_controllers (DlHelpText *self)
{
  GtkGesture *click = gtk_gesture_click_new ();
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();

  g_signal_connect_swapped (click, "released", G_CALLBACK (on_released), self);
  g_signal_connect_swapped (motion, "motion", G_CALLBACK (on_motion), self);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (on_key), self);
  g_signal_connect (focus, "leave", G_CALLBACK (on_focus_left), self);
  /* Before the text's own: a drag selects, and Tab would leave. */
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (click), GTK_PHASE_CAPTURE);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  gtk_widget_add_controller (GTK_WIDGET (self), focus);
}

static void
dl_help_text_init (DlHelpText *self)
{
  GtkTextView *view = GTK_TEXT_VIEW (self);

  self->text = gtk_text_buffer_new (NULL);
  self->links = g_array_new (FALSE, FALSE, sizeof (DlHelpLink));
  g_array_set_clear_func (self->links, clear_link);
  self->blocks = g_array_new (FALSE, FALSE, sizeof (gint));
  self->pictures = g_ptr_array_new ();
  self->link = -1;
  self->scroll_offset = -1;
  gtk_text_view_set_buffer (view, self->text);
  gtk_text_view_set_editable (view, FALSE);
  gtk_text_view_set_cursor_visible (view, FALSE);
  gtk_text_view_set_accepts_tab (view, FALSE);
  gtk_text_view_set_wrap_mode (view, GTK_WRAP_WORD_CHAR);
  gtk_text_view_set_left_margin (view, DL_HELP_MARGIN);
  gtk_text_view_set_right_margin (view, DL_HELP_MARGIN);
  gtk_text_view_set_top_margin (view, DL_HELP_MARGIN / 2);
  gtk_text_view_set_bottom_margin (view, DL_HELP_MARGIN);
  gtk_widget_add_css_class (GTK_WIDGET (self), "dl-help");
  add_tags (self);
  colour_tags (self);
  add_controllers (self);
}
