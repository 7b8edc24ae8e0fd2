#include "dl-new-view.h"

#include "compat.h"
#include "dl-accessible.h"
#include "dl-evaluate.h"
#include "dl-family.h"
#include "dl-names.h"
#include "dl-side-window.h"
#include "dl-thumbnail.h"

#include <glib/gi18n-lib.h>

#include <string.h>

struct _DlNewRow
{
  GtkListBoxRow parent;
  const DlPreset *preset;
  char *folded_title, *folded_detail;
  GtkLabel *title, *size, *summary;
  GtkPicture *picture;
};

G_DEFINE_FINAL_TYPE (DlNewRow, dl_new_row, GTK_TYPE_LIST_BOX_ROW)

/* Summary of @preset, in one line: the first sentence of its description, which continues with
 * documented and assumed facts. */
static char *
first_sentence (const char *description)
{
  const char *chinese = strstr (description, "\u3002"); /* the full stop */
  const char *blank = strstr (description, ". ");

  if (chinese != NULL)
    return g_strndup (description, chinese - description);
  return blank != NULL ? g_strndup (description, blank - description) : g_strdup (description);
}

/* "Torus, 2,112 nodes" */
static char *
size_text (const DlPreset *preset)
{
  g_autoptr (DlScenario) scenario = dl_preset_new_scenario (preset->id);
  const guint64 n = preset->family->cost (scenario).nodes;
  g_autofree char *nodes = g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "%'u node", "%'u nodes", (gulong) n), (guint) n);

  /* Translators: the family of a network and its size, “Torus, 2,112 nodes” */
  return g_strdup_printf (_ ("%s, %s"), _ (preset->family->title), nodes);
}

const DlPreset *
dl_new_row_get_preset (DlNewRow *self)
{
  return self->preset;
}

/* Where it has all words of @words, which are folded (dl_match_fold): in its name, or in its
 * family, size or description. */
static DlMatch
new_row_match (DlNewRow *self, const char *words)
{
  return dl_match (words, self->folded_title, self->folded_detail);
}

static void
new_row_set_picture (DlNewRow *self, GdkTexture *picture)
{
  gtk_picture_set_paintable (self->picture, GDK_PAINTABLE (picture));
}

static void
row_finalize (GObject *object)
{
  DlNewRow *self = DL_NEW_ROW (object);

  g_free (self->folded_title);
  g_free (self->folded_detail);
  G_OBJECT_CLASS (dl_new_row_parent_class)->finalize (object);
}

static void
dl_new_row_class_init (DlNewRowClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->finalize = row_finalize;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/dateline/Dateline/dl-new-row.ui");
  gtk_widget_class_bind_template_child (widget_class, DlNewRow, title);
  gtk_widget_class_bind_template_child (widget_class, DlNewRow, size);
  gtk_widget_class_bind_template_child (widget_class, DlNewRow, summary);
  gtk_widget_class_bind_template_child (widget_class, DlNewRow, picture);
}

static void
dl_new_row_init (DlNewRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

static GtkWidget *
new_row_new (const DlPreset *preset)
{
  DlNewRow *self = g_object_new (DL_TYPE_NEW_ROW, NULL);
  g_autofree char *size = size_text (preset);
  g_autofree char *summary = first_sentence (_ (preset->description));
  g_autofree char *detail = g_strdup_printf ("%s %s %s", size, preset->id, _ (preset->description));
  g_autofree char *words = g_strdup_printf ("%s. %s. %s", _ (preset->title), size, summary);

  self->preset = preset;
  self->folded_title = dl_match_fold (_ (preset->title));
  self->folded_detail = dl_match_fold (detail);
  gtk_label_set_text (self->title, _ (preset->title));
  gtk_label_set_text (self->size, size);
  gtk_label_set_text (self->summary, summary);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, words, -1);
  return GTK_WIDGET (self);
}

/* Size of a picture, in pixels: twice the size in a row. */
#define PICTURE_WIDTH  192
#define PICTURE_HEIGHT 120

/* Pictures that were drawn, kept with the session: (char * id to GdkTexture). */
#define PICTURES "dl-new-pictures"

struct _DlNewView
{
  GtkWidget parent;
  DlSession *session;
  GHashTable *pictures;
  GCancellable *drawing;
  char *words; /* folded */

  GtkWidget *content;
  GtkWidget *search;
  GtkWidget *pages;
  GtkListBox *list;
  GtkLabel *nothing, *description;
  GtkWidget *create;
};

G_DEFINE_FINAL_TYPE (DlNewView, dl_new_view, GTK_TYPE_WIDGET)

enum
{
  DONE,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static DlNewRow *
nth_row (DlNewView *self, guint i)
{
  return DL_NEW_ROW (gtk_list_box_get_row_at_index (self->list, (gint) i));
}

/* Pictures ------------------------------------------------------------------------------------- */

/* One after the other: together they would take the memory of the largest several times. */
static void draw_next (DlNewView *self);

static void
draw (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const DlPreset *preset = data;
  g_autoptr (DlScenario) scenario = dl_preset_new_scenario (preset->id);
  g_autoptr (GError) error = NULL;
  g_autoptr (DlEvaluation) result = dl_evaluation_new (scenario, 0, NULL, cancellable, &error);

  if (result == NULL)
    g_task_return_error (task, g_steal_pointer (&error));
  else
    g_task_return_pointer (task, dl_thumbnail_to_png (result, PICTURE_WIDTH, PICTURE_HEIGHT),
                           (GDestroyNotify) g_bytes_unref);
}

static void
on_drawn (GObject *source, GAsyncResult *result, gpointer data)
{
  DlNewView *self = data;
  const DlPreset *preset = g_task_get_task_data (G_TASK (result));
  g_autoptr (GBytes) png = g_task_propagate_pointer (G_TASK (result), NULL);
  GdkTexture *picture = png != NULL ? gdk_texture_new_from_bytes (png, NULL) : NULL;

  if (picture == NULL)
    return; /* closed meanwhile: the view is gone */
  g_hash_table_insert (self->pictures, (gpointer) preset->id, picture);
  draw_next (self);
}

static void
draw_next (DlNewView *self)
{
  guint n;
  const DlPreset *presets = dl_presets (&n);

  for (guint i = 0; i < n; i++)
    {
      GdkTexture *picture = g_hash_table_lookup (self->pictures, presets[i].id);

      if (picture == NULL)
        {
          g_autoptr (GTask) task = g_task_new (NULL, self->drawing, on_drawn, self);

          g_task_set_task_data (task, (gpointer) &presets[i], NULL);
          g_task_run_in_thread (task, draw);
          return;
        }
      new_row_set_picture (nth_row (self, i), picture);
    }
}

/* The list ------------------------------------------------------------------------------------- */

static gboolean
is_shown (GtkListBoxRow *row, gpointer data)
{
  return new_row_match (DL_NEW_ROW (row), DL_NEW_VIEW (data)->words) != DL_NO_MATCH;
}

static void
head_family (GtkListBoxRow *row, GtkListBoxRow *before, gpointer data)
{
  const DlFamily *family = dl_new_row_get_preset (DL_NEW_ROW (row))->family;
  GtkWidget *label;

  if (before != NULL && dl_new_row_get_preset (DL_NEW_ROW (before))->family == family)
    {
      gtk_list_box_row_set_header (row, NULL);
      return;
    }
  label = gtk_label_new (_ (family->plural));
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, "dl-preset-heading");
  gtk_list_box_row_set_header (row, label);
}

/* The row that matches best: of "16 hosts" the one called so, not one whose description has both;
 * the same as before if no other is better. */
static void
select_found (DlNewView *self)
{
  GtkListBoxRow *found = gtk_list_box_get_selected_row (self->list);
  DlMatch best = found != NULL ? new_row_match (DL_NEW_ROW (found), self->words) : DL_NO_MATCH;
  guint n;

  if (best == DL_NO_MATCH)
    found = NULL;
  dl_presets (&n);
  for (guint i = 0; i < n; i++)
    {
      const DlMatch match = new_row_match (nth_row (self, i), self->words);

      if (match >= best)
        continue;
      best = match;
      found = GTK_LIST_BOX_ROW (nth_row (self, i));
    }
  gtk_list_box_select_row (self->list, found);
  gtk_widget_set_sensitive (self->create, found != NULL);
  gtk_stack_set_visible_child_name (GTK_STACK (self->pages), found != NULL ? "list" : "nothing");
}

static void
on_search (DlNewView *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->search));
  g_autofree char *nothing = g_strdup_printf (_ ("No preset matches “%s”"), text);

  g_free (self->words);
  self->words = dl_match_fold (text);
  gtk_label_set_text (self->nothing, nothing);
  gtk_list_box_invalidate_filter (self->list);
  select_found (self);
}

static void
on_selected (DlNewView *self, GtkListBoxRow *row)
{
  const char *description
      = row != NULL ? _ (dl_new_row_get_preset (DL_NEW_ROW (row))->description) : "";

  gtk_label_set_text (self->description, description);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->description), description);
}

static void
on_create (DlNewView *self)
{
  GtkListBoxRow *row = gtk_list_box_get_selected_row (self->list);

  if (row == NULL)
    {
      gtk_widget_error_bell (GTK_WIDGET (self));
      return;
    }
  dl_session_open_new (self->session,
                       dl_preset_new_scenario (dl_new_row_get_preset (DL_NEW_ROW (row))->id));
  g_signal_emit (self, signals[DONE], 0);
}

static void
on_clear (DlNewView *self)
{
  gtk_editable_set_text (GTK_EDITABLE (self->search), "");
  gtk_widget_grab_focus (self->search);
}

static void
on_stop (DlNewView *self)
{
  if (*gtk_editable_get_text (GTK_EDITABLE (self->search)) != '\0')
    on_clear (self);
  else
    g_signal_emit (self, signals[DONE], 0);
}

/* From the search into the list. */
static gboolean
on_down (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  GtkListBoxRow *row = gtk_list_box_get_selected_row (DL_NEW_VIEW (data)->list);

  return row != NULL && gtk_widget_grab_focus (GTK_WIDGET (row));
}

/* The one that is selected comes to the top, with its heading, once the list has its size. */
static gboolean
show_selected (GtkWidget *list, GdkFrameClock *clock, gpointer data)
{
  GtkListBoxRow *row = gtk_list_box_get_selected_row (GTK_LIST_BOX (list));
  GtkWidget *top = row != NULL ? gtk_list_box_row_get_header (row) : NULL;
  double x, y;

  if (gtk_widget_get_height (list) <= 1)
    return G_SOURCE_CONTINUE;
  if (top != NULL && dl_compat_translate (top, list, 0, 0, &x, &y))
    gtk_adjustment_set_value (gtk_list_box_get_adjustment (GTK_LIST_BOX (list)), y);
  return G_SOURCE_REMOVE;
}

/* The first preset of the kind that is open is selected. */
static void
fill (DlNewView *self)
{
  const DlFamily *family = dl_session_get_scenario (self->session)->family;
  guint n;
  const DlPreset *presets = dl_presets (&n);

  for (guint i = 0; i < n; i++)
    {
      gtk_list_box_append (self->list, new_row_new (&presets[i]));
      if (presets[i].family == family && gtk_list_box_get_selected_row (self->list) == NULL)
        gtk_list_box_select_row (self->list, GTK_LIST_BOX_ROW (nth_row (self, i)));
    }
  select_found (self);
  gtk_widget_add_tick_callback (GTK_WIDGET (self->list), show_selected, NULL, NULL);
}

/* The widget ----------------------------------------------------------------------------------- */

static gboolean
grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (DL_NEW_VIEW (widget)->search);
}

static void
dispose (GObject *object)
{
  DlNewView *self = DL_NEW_VIEW (object);

  g_cancellable_cancel (self->drawing);
  if (self->content != NULL) /* its rows go, the selected one too */
    g_signal_handlers_disconnect_by_func (self->list, on_selected, self);
  g_clear_pointer (&self->content, gtk_widget_unparent);
  G_OBJECT_CLASS (dl_new_view_parent_class)->dispose (object);
}

static void
finalize (GObject *object)
{
  DlNewView *self = DL_NEW_VIEW (object);

  g_object_unref (self->drawing);
  g_clear_object (&self->session);
  g_clear_pointer (&self->pictures, g_hash_table_unref);
  g_free (self->words);
  G_OBJECT_CLASS (dl_new_view_parent_class)->finalize (object);
}

static void
dl_new_view_class_init (DlNewViewClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = dispose;
  G_OBJECT_CLASS (class)->finalize = finalize;
  widget_class->grab_focus = grab_focus;
  signals[DONE] = g_signal_new ("done", G_TYPE_FROM_CLASS (class), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/dateline/Dateline/dl-new-view.ui");
  gtk_widget_class_bind_template_child (widget_class, DlNewView, content);
  gtk_widget_class_bind_template_child (widget_class, DlNewView, search);
  gtk_widget_class_bind_template_child (widget_class, DlNewView, pages);
  gtk_widget_class_bind_template_child (widget_class, DlNewView, list);
  gtk_widget_class_bind_template_child (widget_class, DlNewView, nothing);
  gtk_widget_class_bind_template_child (widget_class, DlNewView, description);
  gtk_widget_class_bind_template_child (widget_class, DlNewView, create);
  gtk_widget_class_bind_template_callback (widget_class, on_search);
  gtk_widget_class_bind_template_callback (widget_class, on_selected);
  gtk_widget_class_bind_template_callback (widget_class, on_create);
  gtk_widget_class_bind_template_callback (widget_class, on_clear);
  gtk_widget_class_bind_template_callback (widget_class, on_stop);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
dl_new_view_init (DlNewView *self)
{
  GtkEventController *keys = gtk_shortcut_controller_new ();

  self->drawing = g_cancellable_new ();
  self->words = g_strdup ("");
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_list_box_set_filter_func (self->list, is_shown, self, NULL);
  gtk_list_box_set_header_func (self->list, head_family, NULL, NULL);
  dl_focus_add_key (keys, GDK_KEY_Down, 0, on_down, self);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  gtk_widget_add_controller (self->search, keys);
}

/* Pictures drawn before, by any window. */
static GHashTable *
pictures_of (DlSession *session)
{
  GHashTable *pictures = g_object_get_data (G_OBJECT (session), PICTURES);

  if (pictures == NULL)
    {
      pictures = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_object_unref);
      g_object_set_data_full (G_OBJECT (session), PICTURES, pictures,
                              (GDestroyNotify) g_hash_table_unref);
    }
  return g_hash_table_ref (pictures);
}

GtkWidget *
dl_new_view_new (DlSession *session)
{
  DlNewView *self = g_object_new (DL_TYPE_NEW_VIEW, NULL);

  self->session = g_object_ref (session);
  self->pictures = pictures_of (session);
  fill (self);
  draw_next (self);
  return GTK_WIDGET (self);
}

GtkWindow *
dl_new_window_present (GtkWindow *parent, DlSession *session)
{
  GtkWidget *view = dl_new_view_new (session);
  GtkWindow *window
      = dl_side_window_new (parent, "dl-new-window", _ ("New Scenario"), 680, 620, view);

  gtk_window_set_modal (window, TRUE);
  g_signal_connect_swapped (view, "done", G_CALLBACK (gtk_window_close), window);
  gtk_window_present (window);
  gtk_widget_grab_focus (view);
  return window;
}
