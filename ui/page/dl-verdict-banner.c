#include "dl-verdict-banner.h"

#include "dl-verdict-text.h"
#include "dl-view-family.h"

#include <glib/gi18n-lib.h>

/* How long a verdict must last before the banner comes, or goes, in milliseconds. */
#define COME_MS 150
#define GO_MS   600

struct _DlVerdictBanner
{
  GtkWidget parent;
  DlView *view;
  DlBanner *banner;
  GtkWidget *show_cycle;
  GtkWidget *switch_on;
  GtkWidget *past_faults;
  guint timeout;
  gboolean coming;    /* what the timeout is for */
  gboolean dismissed; /* until things are well again */
  double progress;    /* of a search, or negative */
};

G_DEFINE_FINAL_TYPE (DlVerdictBanner, dl_verdict_banner, GTK_TYPE_WIDGET)

static const DlEvaluation *
current_result (DlVerdictBanner *self)
{
  return dl_session_get_result (dl_view_get_session (self->view));
}

static void
label_search (DlVerdictBanner *self, const DlTrouble *trouble)
{
  GtkButton *button = GTK_BUTTON (self->past_faults);

  if (self->progress >= 0)
    {
      g_autofree char *label
          = g_strdup_printf (_ ("_Cancel the Search (%.0f%%)"), 100 * self->progress);
      gtk_button_set_label (button, label);
      gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.cancel-search");
      return;
    }
  gtk_button_set_label (button, trouble->mesh_z ? _ ("_Find a Routing Engine")
                                                : _ ("_Put Datelines Past the Fault"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.datelines-past-faults");
}

/* Is something wrong with the result's routes? */
static gboolean
has_trouble (const DlEvaluation *result)
{
  const DlPairCounts *all = &result->findings.all;

  return !result->findings.deadlock_free || all->unreachable + all->dropped + all->illegal > 0;
}

/* Say what is so now, with the buttons that go with it. */
static void
show_now (DlVerdictBanner *self)
{
  const DlEvaluation *result = current_result (self);
  const DlViewFamily *family = dl_view_family (result->scenario->family);
  const DlTrouble trouble
      = family->trouble != NULL ? family->trouble (result) : (DlTrouble) { .any = TRUE };
  g_autofree char *text = dl_trouble_to_text (&result->findings);

  gtk_widget_set_visible (self->show_cycle, trouble.deadlock);
  gtk_widget_set_visible (self->switch_on, trouble.switch_on);
  gtk_widget_set_visible (self->past_faults, trouble.past_faults || self->progress >= 0);
  label_search (self, &trouble);
  dl_banner_set_message (self->banner, text);
}

static gboolean
on_timeout (gpointer user_data)
{
  DlVerdictBanner *self = user_data;

  self->timeout = 0;
  if (self->coming && current_result (self) != NULL && has_trouble (current_result (self)))
    show_now (self);
  else
    dl_banner_set_message (self->banner, NULL);
  return G_SOURCE_REMOVE;
}

static void
on_result (DlVerdictBanner *self)
{
  const gboolean shown = dl_banner_get_message (self->banner) != NULL;
  gboolean bad;

  if (current_result (self) == NULL)
    {
      g_clear_handle_id (&self->timeout, g_source_remove);
      dl_banner_set_message (self->banner, NULL);
      return;
    }
  bad = has_trouble (current_result (self));
  if (!bad)
    self->dismissed = FALSE;
  if (bad && shown)
    show_now (self);
  if (bad && self->dismissed)
    return;
  if (bad == shown)
    g_clear_handle_id (&self->timeout, g_source_remove); /* as it should be */
  else if (self->timeout == 0 || self->coming != bad)
    {
      g_clear_handle_id (&self->timeout, g_source_remove);
      self->coming = bad;
      self->timeout = g_timeout_add (bad ? COME_MS : GO_MS, on_timeout, self);
    }
}

void
dl_verdict_banner_set_progress (DlVerdictBanner *self, double progress)
{
  self->progress = progress;
  if (dl_banner_get_message (self->banner) != NULL && current_result (self) != NULL
      && has_trouble (current_result (self)))
    show_now (self);
}

DlBanner *
dl_verdict_banner_get_banner (DlVerdictBanner *self)
{
  return self->banner;
}

const char *
dl_verdict_banner_get_message (DlVerdictBanner *self)
{
  return dl_banner_get_message (self->banner);
}

static void
on_closed (DlVerdictBanner *self)
{
  self->dismissed = TRUE;
  g_clear_handle_id (&self->timeout, g_source_remove);
}

void
dl_verdict_banner_set_view (DlVerdictBanner *self, DlView *view)
{
  g_return_if_fail (self->view == NULL);
  self->view = g_object_ref (view);
  g_signal_connect_object (dl_view_get_session (view), "notify::result", G_CALLBACK (on_result),
                           self, G_CONNECT_SWAPPED);
  on_result (self);
}

static void
dispose (GObject *object)
{
  DlVerdictBanner *self = DL_VERDICT_BANNER (object);

  g_clear_handle_id (&self->timeout, g_source_remove);
  if (self->banner != NULL)
    gtk_widget_unparent (GTK_WIDGET (self->banner));
  self->banner = NULL;
  g_clear_object (&self->view);
  G_OBJECT_CLASS (dl_verdict_banner_parent_class)->dispose (object);
}

static void
dl_verdict_banner_class_init (DlVerdictBannerClass *class)
{
  G_OBJECT_CLASS (class)->dispose = dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (class), GTK_TYPE_BIN_LAYOUT);
}

static void
dl_verdict_banner_init (DlVerdictBanner *self)
{
  self->progress = -1;
  self->banner = g_object_new (DL_TYPE_BANNER, NULL);
  dl_banner_set_steady (self->banner);
  self->show_cycle = dl_banner_add_button (self->banner, _ ("Show the _Cycle"), "win.show-cycle");
  self->switch_on
      = dl_banner_add_button (self->banner, _ ("_Switch Datelines On"), "win.datelines-on");
  self->past_faults = dl_banner_add_button (self->banner, _ ("_Put Datelines Past the Fault"),
                                            "win.datelines-past-faults");
  gtk_widget_set_tooltip_text (
      self->show_cycle, _ ("Draw the shortest cycle of channels that wait for each other (C; "
                           "VC paper, section 2.2.1)"));
  gtk_widget_set_tooltip_text (
      self->switch_on, _ ("A dateline in each ring, at its last node (VC paper, section 3)"));
  gtk_widget_set_tooltip_text (self->past_faults,
                               _ ("Search datelines or a routing engine with which every pair is "
                                  "delivered on legal routes (VC paper, section 2.2)"));
  dl_banner_add_close (self->banner);
  g_signal_connect_object (self->banner, "closed", G_CALLBACK (on_closed), self, G_CONNECT_SWAPPED);
  gtk_widget_set_parent (GTK_WIDGET (self->banner), GTK_WIDGET (self));
}
