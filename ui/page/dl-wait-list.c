#include "dl-wait-list.h"

#include "dl-pane.h"
#include "dl-simulation-text.h"
#include "dl-step-list.h"
#include "dl-view-family.h"

#include <glib/gi18n-lib.h>

/* Some four packets, and a hint of the next. */
#define LIST_HEIGHT 200

struct _DlWaitList
{
  GtkWidget parent;
  DlView *view;
  GtkWidget *box;
  GtkLabel *title;
  DlStepList *list;
  GArray *waits; /* DlSimWait; NULL unless it is locked */
};

G_DEFINE_FINAL_TYPE (DlWaitList, dl_wait_list, GTK_TYPE_WIDGET)

/* A packet that waits for a channel, and who stands in its way. */
static void
describe_wait (guint i, DlStepText *text, gpointer user_data)
{
  const DlWaitList *self = user_data;
  const DlLivePicture *picture = dl_live_get_picture (dl_view_get_live (self->view));
  const DlEvaluation *result = dl_session_get_result (dl_view_get_session (self->view));
  const DlSimWait *wait, *next;

  if (result == NULL || self->waits == NULL || i >= self->waits->len)
    return;
  wait = &g_array_index (self->waits, DlSimWait, i);
  next = &g_array_index (self->waits, DlSimWait, (i + 1) % self->waits->len);
  g_autofree char *source = dl_view_name_node (self->view, wait->source);
  g_autofree char *dest = dl_view_name_node (self->view, wait->dest);
  g_autofree char *other_source = dl_view_name_node (self->view, next->source);
  g_autofree char *other_dest = dl_view_name_node (self->view, next->dest);

  dl_view_family (result->scenario->family)->name_wait (result, wait, text);
  if (picture != NULL && picture->cycle >= wait->injected)
    /* Translators: since the packet entered the network */
    text->note
        = g_strdup_printf (_ ("%'lu cycles old"), (gulong) (picture->cycle - wait->injected));
  /* Translators: two packets, each from a node to a node */
  text->detail = g_strdup_printf (_ ("%s → %s waits for the buffer that %s → %s occupies"), source,
                                  dest, other_source, other_dest);
}

static void
follow (DlWaitList *self)
{
  const DlLivePicture *picture = dl_live_get_picture (dl_view_get_live (self->view));
  GArray *waits = picture != NULL ? picture->deadlock : NULL;
  g_autofree char *text = NULL;

  if (waits == self->waits)
    return;
  g_clear_pointer (&self->waits, g_array_unref);
  self->waits = waits != NULL ? g_array_ref (waits) : NULL;
  if (waits != NULL)
    {
      text = dl_simulation_deadlock_text (picture);
      gtk_label_set_text (self->title, text);
    }
  dl_step_list_set_n (self->list, waits != NULL ? waits->len : 0);
  gtk_widget_set_visible (GTK_WIDGET (self), waits != NULL);
}

static void
dispose (GObject *object)
{
  DlWaitList *self = DL_WAIT_LIST (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_pointer (&self->waits, g_array_unref);
  g_clear_object (&self->view);
  G_OBJECT_CLASS (dl_wait_list_parent_class)->dispose (object);
}

static void
dl_wait_list_class_init (DlWaitListClass *class)
{
  G_OBJECT_CLASS (class)->dispose = dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (class), GTK_TYPE_BIN_LAYOUT);
}

static void
dl_wait_list_init (DlWaitList *self)
{
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  gtk_widget_add_css_class (self->box, "dl-problem");
  self->title = dl_pane_add_label (self->box, "dl-error", TRUE);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
}

GtkWidget *
dl_wait_list_new (DlView *view)
{
  DlWaitList *self = g_object_new (DL_TYPE_WAIT_LIST, "visible", FALSE, NULL);
  GtkWidget *button, *list;

  self->view = g_object_ref (view);
  button = dl_pane_add_button (self->box, _ ("Show the _Packets"),
                               _ ("Draw in the maps which packets wait for each other"));
  gtk_widget_set_halign (button, GTK_ALIGN_START);
  g_signal_connect_object (button, "clicked", G_CALLBACK (dl_view_show_waits), view,
                           G_CONNECT_SWAPPED);
  list = dl_step_list_new (view, DL_PATH_WAITS, _ ("Packets that wait for each other"),
                           describe_wait, self);
  gtk_widget_set_size_request (list, -1, LIST_HEIGHT);
  gtk_box_append (GTK_BOX (self->box), list);
  self->list = DL_STEP_LIST (list);
  g_signal_connect_object (dl_view_get_live (view), "notify::picture", G_CALLBACK (follow), self,
                           G_CONNECT_SWAPPED);
  follow (self);
  return GTK_WIDGET (self);
}
