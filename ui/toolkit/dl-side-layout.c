#include "dl-side-layout.h"

#include "dl-appearance.h"

struct _DlSideLayout
{
  GtkLayoutManager parent;
  gboolean narrow;
  guint idle; /* tells of it */
};

enum
{
  NARROW = 1,
  N_PROPERTIES
};

static GParamSpec *properties[N_PROPERTIES];

G_DEFINE_FINAL_TYPE (DlSideLayout, dl_side_layout, GTK_TYPE_LAYOUT_MANAGER)

static int
least_width (GtkWidget *widget)
{
  int minimum = 0;

  if (widget != NULL && gtk_widget_should_layout (widget))
    gtk_widget_measure (widget, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL, NULL);
  return minimum;
}

static void
measure (GtkLayoutManager *manager, GtkWidget *widget, GtkOrientation orientation, int for_size,
         int *minimum, int *natural, int *minimum_baseline, int *natural_baseline)
{
  GtkWidget *children[]
      = { gtk_widget_get_first_child (widget), gtk_widget_get_last_child (widget) };

  const gboolean stand_beside
      = orientation == GTK_ORIENTATION_HORIZONTAL && !dl_text_size_is_large ();

  *minimum = *natural = 0;
  for (guint i = 0; i < G_N_ELEMENTS (children); i++)
    {
      int min, nat;

      if (!gtk_widget_should_layout (children[i]))
        continue;
      gtk_widget_measure (children[i], orientation, -1, &min, &nat, NULL, NULL);
      *minimum = stand_beside ? *minimum + min : MAX (*minimum, min);
      *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? *natural + nat : MAX (*natural, nat);
    }
}

static gboolean
tell (gpointer user_data)
{
  DlSideLayout *self = user_data;

  self->idle = 0;
  g_object_notify_by_pspec (G_OBJECT (self), properties[NARROW]);
  return G_SOURCE_REMOVE;
}

static void
allocate (GtkLayoutManager *manager, GtkWidget *widget, int width, int height, int baseline)
{
  DlSideLayout *self = DL_SIDE_LAYOUT (manager);
  GtkWidget *main = gtk_widget_get_first_child (widget), *side = gtk_widget_get_last_child (widget);
  const gboolean mirrored = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  /* However much of it is revealed. */
  const int whole = least_width (gtk_revealer_get_child (GTK_REVEALER (side)));
  const int shown = MIN (least_width (side), width);
  const gboolean narrow = width < whole + least_width (main);
  const int beside = narrow ? 0 : shown;

  gtk_widget_size_allocate (
      main, &(GtkAllocation) { mirrored ? 0 : beside, 0, width - beside, height }, -1);
  if (gtk_widget_should_layout (side))
    gtk_widget_size_allocate (
        side, &(GtkAllocation) { mirrored ? width - shown : 0, 0, shown, height }, -1);
  if (narrow == self->narrow)
    return;
  self->narrow = narrow;
  /* Nothing is shown or hidden while it is laid out. */
  if (self->idle == 0)
    self->idle = g_idle_add (tell, self);
}

static GtkSizeRequestMode
get_request_mode (GtkLayoutManager *manager, GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_CONSTANT_SIZE;
}

static void
get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  g_value_set_boolean (value, DL_SIDE_LAYOUT (object)->narrow);
}

static void
finalize (GObject *object)
{
  g_clear_handle_id (&DL_SIDE_LAYOUT (object)->idle, g_source_remove);
  G_OBJECT_CLASS (dl_side_layout_parent_class)->finalize (object);
}

static void
dl_side_layout_class_init (DlSideLayoutClass *class)
{
  GtkLayoutManagerClass *layout_class = GTK_LAYOUT_MANAGER_CLASS (class);
  GObjectClass *object_class = G_OBJECT_CLASS (class);

  object_class->get_property = get_property;
  object_class->finalize = finalize;
  layout_class->measure = measure;
  layout_class->allocate = allocate;
  layout_class->get_request_mode = get_request_mode;
  properties[NARROW] = g_param_spec_boolean ("narrow", NULL, NULL, FALSE,
                                             G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
}

static void
dl_side_layout_init (DlSideLayout *self)
{
}

gboolean
dl_side_layout_is_narrow (DlSideLayout *self)
{
  return self->narrow;
}
