#include "dl-marker-layout.h"

struct _DlMarkerLayout
{
  GtkLayoutManager parent;
  int spacing;
};

G_DEFINE_FINAL_TYPE (DlMarkerLayout, dl_marker_layout, GTK_TYPE_LAYOUT_MANAGER)

enum
{
  SPACING = 1,
  N_PROPERTIES
};

static GParamSpec *properties[N_PROPERTIES];

/* Width of the marker and the space after it. */
static int
marker_width (DlMarkerLayout *self, GtkWidget *marker)
{
  int natural;

  if (!gtk_widget_should_layout (marker))
    return 0;
  gtk_widget_measure (marker, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &natural, NULL, NULL);
  return natural + self->spacing;
}

static void
measure (GtkLayoutManager *manager, GtkWidget *widget, GtkOrientation orientation, int for_size,
         int *minimum, int *natural, int *minimum_baseline, int *natural_baseline)
{
  GtkWidget *marker = gtk_widget_get_first_child (widget);
  GtkWidget *text = gtk_widget_get_last_child (widget);
  const int width = marker_width (DL_MARKER_LAYOUT (manager), marker);
  int height = 0;

  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      gtk_widget_measure (text, orientation, -1, minimum, natural, NULL, NULL);
      *minimum += width;
      *natural += width;
      return;
    }
  if (width > 0)
    gtk_widget_measure (marker, orientation, -1, NULL, &height, NULL, NULL);
  gtk_widget_measure (text, orientation, for_size < 0 ? -1 : MAX (for_size - width, 0), minimum,
                      natural, NULL, NULL);
  *minimum = MAX (*minimum, height);
  *natural = MAX (*natural, height);
}

static void
allocate (GtkLayoutManager *manager, GtkWidget *widget, int width, int height, int baseline)
{
  DlMarkerLayout *self = DL_MARKER_LAYOUT (manager);
  GtkWidget *marker = gtk_widget_get_first_child (widget);
  GtkWidget *text = gtk_widget_get_last_child (widget);
  const gboolean mirrored = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  const int before = marker_width (self, marker), rest = MAX (width - before, 0);

  if (before > 0)
    {
      const int own = before - self->spacing;

      gtk_widget_size_allocate (
          marker, &(GtkAllocation) { mirrored ? width - own : 0, 0, own, height }, -1);
    }
  gtk_widget_size_allocate (text, &(GtkAllocation) { mirrored ? 0 : before, 0, rest, height }, -1);
}

static GtkSizeRequestMode
get_request_mode (GtkLayoutManager *manager, GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  if (id == SPACING)
    DL_MARKER_LAYOUT (object)->spacing = g_value_get_int (value);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
dl_marker_layout_class_init (DlMarkerLayoutClass *class)
{
  GtkLayoutManagerClass *layout_class = GTK_LAYOUT_MANAGER_CLASS (class);

  G_OBJECT_CLASS (class)->set_property = set_property;
  layout_class->measure = measure;
  layout_class->allocate = allocate;
  layout_class->get_request_mode = get_request_mode;
  properties[SPACING] = g_param_spec_int ("spacing", NULL, NULL, 0, 1000, 0,
                                          G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (G_OBJECT_CLASS (class), N_PROPERTIES, properties);
}

static void
dl_marker_layout_init (DlMarkerLayout *self)
{
}

GtkLayoutManager *
dl_marker_layout_new (int spacing)
{
  return g_object_new (DL_TYPE_MARKER_LAYOUT, "spacing", spacing, NULL);
}
