#include "dl-live-entry.h"

#include "dl-accessible.h"

#include <string.h>

struct _DlLiveEntry
{
  GtkEntry parent;
  GtkLabel *problem_label;
  char *value; /* followed last */
  gboolean following, typing;
};

enum
{
  TYPED,
  SETTLED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (DlLiveEntry, dl_live_entry, GTK_TYPE_ENTRY)

static void
show_value (DlLiveEntry *self)
{
  self->following = TRUE;
  if (self->value != NULL && strcmp (self->value, gtk_editable_get_text (GTK_EDITABLE (self))) != 0)
    gtk_editable_set_text (GTK_EDITABLE (self), self->value);
  self->following = FALSE;
  dl_live_entry_set_problem (self, NULL);
}

static void
on_changed (DlLiveEntry *self)
{
  if (self->following)
    return;
  self->typing = TRUE;
  g_signal_emit (self, signals[TYPED], 0, gtk_editable_get_text (GTK_EDITABLE (self)));
  self->typing = FALSE;
}

static void
on_activate (DlLiveEntry *self)
{
  g_signal_emit (self, signals[SETTLED], 0);
}

static void
on_focus (GtkEventController *focus, GParamSpec *pspec, DlLiveEntry *self)
{
  if (!dl_focus_has_left (focus))
    return;
  g_signal_emit (self, signals[SETTLED], 0);
  show_value (self);
}

static void
finalize (GObject *object)
{
  DlLiveEntry *self = DL_LIVE_ENTRY (object);

  g_clear_object (&self->problem_label);
  g_free (self->value);
  G_OBJECT_CLASS (dl_live_entry_parent_class)->finalize (object);
}

static void
dl_live_entry_class_init (DlLiveEntryClass *class)
{
  G_OBJECT_CLASS (class)->finalize = finalize;
  signals[TYPED] = g_signal_new ("typed", DL_TYPE_LIVE_ENTRY, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                 NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[SETTLED] = g_signal_new ("settled", DL_TYPE_LIVE_ENTRY, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                   NULL, G_TYPE_NONE, 0);
}

static void
dl_live_entry_init (DlLiveEntry *self)
{
  GtkEventController *focus = gtk_event_controller_focus_new ();

  g_signal_connect (self, "changed", G_CALLBACK (on_changed), NULL);
  g_signal_connect (self, "activate", G_CALLBACK (on_activate), NULL);
  g_signal_connect (focus, "notify::contains-focus", G_CALLBACK (on_focus), self);
  gtk_widget_add_controller (GTK_WIDGET (self), focus);
}

void
dl_live_entry_set_problem_label (DlLiveEntry *self, GtkLabel *label)
{
  g_set_object (&self->problem_label, label);
}

void
dl_live_entry_set_problem (DlLiveEntry *self, const char *problem)
{
  if (problem != NULL)
    {
      gtk_widget_add_css_class (GTK_WIDGET (self), "error");
      gtk_accessible_update_state (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_INVALID,
                                   GTK_ACCESSIBLE_INVALID_TRUE, -1);
    }
  else
    {
      gtk_widget_remove_css_class (GTK_WIDGET (self), "error");
      gtk_accessible_reset_state (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_INVALID);
    }
  if (self->problem_label == NULL)
    return;
  gtk_label_set_label (self->problem_label, problem != NULL ? problem : "");
  gtk_widget_set_visible (GTK_WIDGET (self->problem_label), problem != NULL);
}

void
dl_live_entry_follow (DlLiveEntry *self, const char *value)
{
  if (g_strcmp0 (self->value, value) == 0)
    return;
  g_free (self->value);
  self->value = g_strdup (value);
  if (!self->typing)
    show_value (self);
}
