#include "dl-analysis-box.h"

#include "dl-pane.h"

#include <glib/gi18n-lib.h>

struct _DlAnalysisBox
{
  GtkWidget parent;
  DlSession *session;
  GtkWidget *box;
  GtkLabel *title;
  GtkProgressBar *bar;
  GtkWidget *cancel, *again;
};

G_DEFINE_FINAL_TYPE (DlAnalysisBox, dl_analysis_box, GTK_TYPE_WIDGET)

/* In the middle of an empty place; off the middle of what is shown dimmed. */
static void
update (DlAnalysisBox *self)
{
  const gboolean awaited = dl_session_is_awaited (self->session);
  const char *problem = dl_session_get_analysis_problem (self->session);
  g_autofree char *title = awaited ? g_strdup_printf (_ ("Analyzing %s…"),
                                                      dl_session_get_scenario (self->session)->name)
                                   : g_strdup (problem);

  gtk_widget_set_visible (GTK_WIDGET (self), title != NULL);
  gtk_widget_set_valign (GTK_WIDGET (self),
                         dl_session_get_standing (self->session) == DL_STANDING_NONE
                             ? GTK_ALIGN_CENTER
                             : GTK_ALIGN_END);
  gtk_label_set_text (self->title, title != NULL ? title : "");
  dl_pane_show_progress (self->bar, awaited, dl_session_get_progress (self->session),
                         dl_session_get_seconds_left (self->session));
  gtk_widget_set_visible (self->cancel, awaited);
  gtk_widget_set_visible (self->again, !awaited);
}

void
dl_analysis_box_set_session (DlAnalysisBox *self, DlSession *session)
{
  static const char *const changes[] = { "notify::awaited", "notify::progress", "notify::standing",
                                         "notify::analysis-problem", "notify::name" };

  g_return_if_fail (self->session == NULL);
  self->session = g_object_ref (session);
  for (guint i = 0; i < G_N_ELEMENTS (changes); i++)
    g_signal_connect_object (session, changes[i], G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->cancel, "clicked", G_CALLBACK (dl_session_cancel_analysis),
                           session, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->again, "clicked", G_CALLBACK (dl_session_analyze), session,
                           G_CONNECT_SWAPPED);
  update (self);
}

static void
dispose (GObject *object)
{
  DlAnalysisBox *self = DL_ANALYSIS_BOX (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (dl_analysis_box_parent_class)->dispose (object);
}

static void
dl_analysis_box_class_init (DlAnalysisBoxClass *class)
{
  G_OBJECT_CLASS (class)->dispose = dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (class), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (class), GTK_ACCESSIBLE_ROLE_STATUS);
}

static void
dl_analysis_box_init (DlAnalysisBox *self)
{
  gtk_widget_set_halign (GTK_WIDGET (self), GTK_ALIGN_CENTER);
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  gtk_widget_add_css_class (self->box, "dl-analysis");
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  self->title = dl_pane_add_label (self->box, NULL, TRUE);
  gtk_label_set_max_width_chars (self->title, 40);
  self->bar = dl_pane_add_progress (self->box, _ ("Progress of the analysis"));
  self->cancel = dl_pane_add_button (self->box, _ ("_Cancel"), _ ("Cancel the analysis"));
  self->again = dl_pane_add_button (self->box, _ ("_Analyze"), _ ("Analyze the scenario again"));
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}
