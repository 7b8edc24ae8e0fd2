#include "dl-turn-box.h"

struct _DlTurnBox
{
  GtkWidget parent;
  GtkWidget *previous, *next;
};

enum
{
  TURNED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (DlTurnBox, dl_turn_box, GTK_TYPE_WIDGET)

static void
on_previous (DlTurnBox *self)
{
  g_signal_emit (self, signals[TURNED], 0, -1);
}

static void
on_next (DlTurnBox *self)
{
  g_signal_emit (self, signals[TURNED], 0, 1);
}

static void
dispose (GObject *object)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))) != NULL)
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (dl_turn_box_parent_class)->dispose (object);
}

static void
dl_turn_box_class_init (DlTurnBoxClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = dispose;
  signals[TURNED] = g_signal_new ("turned", DL_TYPE_TURN_BOX, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                  NULL, G_TYPE_NONE, 1, G_TYPE_INT);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/dateline/Dateline/dl-turn-box.ui");
  gtk_widget_class_bind_template_child (widget_class, DlTurnBox, previous);
  gtk_widget_class_bind_template_child (widget_class, DlTurnBox, next);
  gtk_widget_class_bind_template_callback (widget_class, on_previous);
  gtk_widget_class_bind_template_callback (widget_class, on_next);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
dl_turn_box_init (DlTurnBox *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

static void
name_widget (GtkWidget *widget, const char *name)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

GtkWidget *
dl_turn_box_new (const char *name, const char *previous, const char *next, GtkWidget *middle)
{
  DlTurnBox *self = g_object_new (DL_TYPE_TURN_BOX, NULL);

  name_widget (GTK_WIDGET (self), name);
  gtk_widget_set_tooltip_text (self->previous, previous);
  gtk_widget_set_tooltip_text (self->next, next);
  name_widget (self->previous, previous);
  name_widget (self->next, next);
  gtk_widget_insert_after (middle, GTK_WIDGET (self), self->previous);
  return GTK_WIDGET (self);
}

void
dl_turn_box_set_turns (DlTurnBox *self, gboolean turns)
{
  gtk_widget_set_sensitive (self->previous, turns);
  gtk_widget_set_sensitive (self->next, turns);
}
