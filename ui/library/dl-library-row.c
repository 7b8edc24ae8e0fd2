#include "dl-library-row.h"

#include "dl-accessible.h"

#include <glib/gi18n-lib.h>

#define THUMBNAIL_WIDTH  96
#define THUMBNAIL_HEIGHT 60

struct _DlLibraryRow
{
  GtkBox parent;
  DlLibraryItem *item; /* nullable */
  GHashTable *textures;

  GtkWidget *picture;
  GtkWidget *name;
  GtkWidget *open_mark;
  GtkWidget *tags;
  GtkWidget *summary;
  GtkWidget *age;
  GtkWidget *menu;
};

G_DEFINE_FINAL_TYPE (DlLibraryRow, dl_library_row, GTK_TYPE_BOX)

/* "5 minutes ago", "yesterday", "3 March 2026" */
static char *
age_text (gint64 modified_us)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_local ();
  g_autoptr (GDateTime) then = g_date_time_new_from_unix_local (modified_us / G_USEC_PER_SEC);
  const GTimeSpan span = g_date_time_difference (now, then);
  const gint minutes = span / G_TIME_SPAN_MINUTE;
  gint days;
  GDate today, day;

  if (minutes < 1) /* also for clocks that were put back */
    return g_strdup (_ ("just now"));
  if (minutes < 60)
    return g_strdup_printf (
        g_dngettext (GETTEXT_PACKAGE, "%d minute ago", "%d minutes ago", minutes), minutes);
  g_date_clear (&today, 1);
  g_date_clear (&day, 1);
  g_date_set_dmy (&today, g_date_time_get_day_of_month (now), g_date_time_get_month (now),
                  g_date_time_get_year (now));
  g_date_set_dmy (&day, g_date_time_get_day_of_month (then), g_date_time_get_month (then),
                  g_date_time_get_year (then));
  days = g_date_days_between (&day, &today);
  if (days == 0)
    return g_strdup_printf (
        g_dngettext (GETTEXT_PACKAGE, "%d hour ago", "%d hours ago", minutes / 60), minutes / 60);
  if (days == 1)
    return g_strdup (_ ("yesterday"));
  if (days < 7)
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%d day ago", "%d days ago", days), days);
  /* Translators: a date, as for g_date_time_format: “3 March 2026” */
  return g_date_time_format (then, _ ("%-e %B %Y"));
}

static GMenuModel *
menu_for (gint64 id)
{
  static const struct
  {
    const char *label;
    const char *action;
  } entries[] = {
    { N_ ("_Rename…"), "library.rename" },
    { N_ ("_Pin as B"), "library.pin" },
    { N_ ("_Compare"), "library.compare" },
    { N_ ("_Duplicate"), "library.duplicate" },
    { N_ ("_Export with Results…"), "library.export" },
    { N_ ("De_lete"), "library.delete" },
  };
  GMenu *menu = g_menu_new ();

  for (guint i = 0; i < G_N_ELEMENTS (entries); i++)
    {
      g_autoptr (GMenuItem) entry = g_menu_item_new (_ (entries[i].label), NULL);
      g_menu_item_set_action_and_target (entry, entries[i].action, "x", id);
      g_menu_append_item (menu, entry);
    }
  return G_MENU_MODEL (menu);
}

/* When it is asked for: a menu for each row that comes by would cost more than the rows. */
static void
make_menu (GtkMenuButton *button, gpointer row)
{
  g_autoptr (GMenuModel) menu = menu_for (dl_library_item_get_id (DL_LIBRARY_ROW (row)->item));

  gtk_menu_button_set_menu_model (button, menu);
}

static void
on_thumbnail (DlLibraryRow *self)
{
  GBytes *png = dl_library_item_get_thumbnail (self->item);
  const gint64 id = dl_library_item_get_id (self->item);
  GdkTexture *texture = png != NULL ? gdk_texture_new_from_bytes (png, NULL) : NULL;

  if (texture == NULL)
    return; /* one that cannot be read is as good as none */
  gtk_picture_set_paintable (GTK_PICTURE (self->picture), GDK_PAINTABLE (texture));
  g_hash_table_replace (self->textures, g_memdup2 (&id, sizeof id), texture);
}

/* "5 minutes ago · 2 sweeps, 57 runs" */
static char *
last_line (DlLibraryItem *item, const char *age)
{
  g_autofree char *results
      = dl_count_text (0, dl_library_item_get_n_sweeps (item), dl_library_item_get_n_runs (item));

  return g_strconcat (age, results != NULL ? " · " : NULL, results, NULL);
}

/* "paper +2" */
static char *
short_tags (const char *const *tags)
{
  const guint n = g_strv_length ((char **) tags);

  if (n < 2)
    return g_strdup (n == 1 ? tags[0] : "");
  return g_strdup_printf ("%s +%u", tags[0], n - 1);
}

static void
show_item (DlLibraryRow *self)
{
  const gint64 id = dl_library_item_get_id (self->item);
  const gint64 modified_us = dl_library_item_get_modified_us (self->item);
  const char *name = dl_library_item_get_name (self->item);
  const char *summary = dl_library_item_get_summary (self->item);
  g_autofree char *age = age_text (modified_us);
  g_autoptr (GDateTime) modified = g_date_time_new_from_unix_local (modified_us / G_USEC_PER_SEC);
  g_autofree char *date = g_date_time_format (modified, "%c");
  g_autofree char *tags = g_strjoinv (", ", (char **) dl_library_item_get_tags (self->item));
  g_autofree char *first_tags = short_tags (dl_library_item_get_tags (self->item));
  g_autofree char *line = last_line (self->item, age);
  g_autofree char *menu_name = g_strdup_printf (_ ("More about “%s”"), name);

  gtk_label_set_label (GTK_LABEL (self->name), name);
  gtk_label_set_label (GTK_LABEL (self->tags), first_tags);
  gtk_widget_set_tooltip_text (self->tags, *tags != '\0' ? tags : NULL);
  gtk_label_set_label (GTK_LABEL (self->summary), summary);
  gtk_widget_set_tooltip_text (self->summary, summary);
  gtk_label_set_label (GTK_LABEL (self->age), line);
  gtk_widget_set_tooltip_text (self->age, date);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->menu), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  menu_name, -1);
  gtk_picture_set_paintable (GTK_PICTURE (self->picture),
                             g_hash_table_lookup (self->textures, &id));
  on_thumbnail (self);
}

void
dl_library_row_set_item (DlLibraryRow *self, DlLibraryItem *item)
{
  if (self->item != NULL)
    g_signal_handlers_disconnect_by_func (self->item, on_thumbnail, self);
  g_set_object (&self->item, item);
  if (item == NULL)
    return;
  g_signal_connect_swapped (item, "notify::thumbnail", G_CALLBACK (on_thumbnail), self);
  show_item (self);
}

void
dl_library_row_set_open (DlLibraryRow *self, gboolean open)
{
  gtk_widget_set_visible (self->open_mark, open);
}

void
dl_library_row_popup_menu (DlLibraryRow *self)
{
  gtk_menu_button_popup (GTK_MENU_BUTTON (self->menu));
}

GtkWidget *
dl_library_row_get_name_label (DlLibraryRow *self)
{
  return self->name;
}

/* The widget ----------------------------------------------------------------------------------- */

static GtkWidget *
new_label (GtkWidget *box, const char *css_class)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (label, css_class);
  gtk_box_append (GTK_BOX (box), label);
  return label;
}

/* The picture in a frame of fixed size, whatever its own. */
static GtkWidget *
new_picture (GtkWidget *box)
{
  GtkWidget *overlay = gtk_overlay_new ();
  GtkWidget *frame = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  /* The row says in words what it is of. */
  GtkWidget *picture
      = g_object_new (GTK_TYPE_PICTURE, "accessible-role", GTK_ACCESSIBLE_ROLE_PRESENTATION, NULL);

  gtk_widget_set_size_request (frame, THUMBNAIL_WIDTH, THUMBNAIL_HEIGHT);
  gtk_overlay_set_child (GTK_OVERLAY (overlay), frame);
  gtk_overlay_add_overlay (GTK_OVERLAY (overlay), picture);
  gtk_widget_set_overflow (overlay, GTK_OVERFLOW_HIDDEN);
  gtk_widget_set_valign (overlay, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (overlay, "dl-thumbnail");
  gtk_box_append (GTK_BOX (box), overlay);
  return picture;
}

static void
dispose (GObject *object)
{
  DlLibraryRow *self = DL_LIBRARY_ROW (object);

  dl_library_row_set_item (self, NULL);
  g_clear_pointer (&self->textures, g_hash_table_unref);
  G_OBJECT_CLASS (dl_library_row_parent_class)->dispose (object);
}

static void
dl_library_row_class_init (DlLibraryRowClass *class)
{
  G_OBJECT_CLASS (class)->dispose = dispose;
}

static void
dl_library_row_init (DlLibraryRow *self)
{
  GtkWidget *box = GTK_WIDGET (self);
  GtkWidget *lines = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  GtkWidget *first = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkGesture *click = gtk_gesture_click_new ();

  self->picture = new_picture (box);
  gtk_box_append (GTK_BOX (lines), first);
  self->name = new_label (first, "dl-library-name");
  self->open_mark = new_label (first, "dl-tag");
  gtk_label_set_label (GTK_LABEL (self->open_mark), _ ("open"));
  gtk_widget_set_valign (self->open_mark, GTK_ALIGN_CENTER);
  self->tags = new_label (first, "dl-description");
  gtk_label_set_max_width_chars (GTK_LABEL (self->tags), 14); /* the name goes first */
  gtk_widget_set_hexpand (self->tags, TRUE);
  gtk_label_set_xalign (GTK_LABEL (self->tags), 1);
  self->summary = new_label (lines, "dl-description");
  self->age = new_label (lines, "dl-description");
  gtk_widget_set_hexpand (lines, TRUE);
  gtk_widget_set_valign (lines, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (box), lines);

  self->menu = gtk_menu_button_new ();
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (self->menu), "view-more-symbolic");
  gtk_menu_button_set_has_frame (GTK_MENU_BUTTON (self->menu), FALSE);
  gtk_menu_button_set_create_popup_func (GTK_MENU_BUTTON (self->menu), make_menu, self, NULL);
  gtk_widget_set_valign (self->menu, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (self->menu, _ ("Rename, compare, export or delete it"));
  gtk_box_append (GTK_BOX (box), self->menu);
  gtk_widget_add_css_class (box, "dl-library-row");
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  g_signal_connect_swapped (click, "pressed", G_CALLBACK (dl_library_row_popup_menu), self);
  gtk_widget_add_controller (box, GTK_EVENT_CONTROLLER (click));
}

GtkWidget *
dl_library_row_new (GHashTable *textures)
{
  DlLibraryRow *self = g_object_new (DL_TYPE_LIBRARY_ROW, NULL);

  self->textures = g_hash_table_ref (textures);
  return GTK_WIDGET (self);
}
