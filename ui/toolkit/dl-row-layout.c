#include "dl-row-layout.h"

#include "compat.h"

struct _DlRowLayoutChild
{
  GtkLayoutChild parent;
  guint drop;
  gboolean rest;
};

enum
{
  DROP = 1,
  REST,
  N_CHILD_PROPERTIES
};

static GParamSpec *child_properties[N_CHILD_PROPERTIES];

G_DEFINE_FINAL_TYPE (DlRowLayoutChild, dl_row_layout_child, GTK_TYPE_LAYOUT_CHILD)

static void
child_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  DlRowLayoutChild *self = DL_ROW_LAYOUT_CHILD (object);

  if (id == DROP)
    g_value_set_uint (value, self->drop);
  else if (id == REST)
    g_value_set_boolean (value, self->rest);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
child_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  DlRowLayoutChild *self = DL_ROW_LAYOUT_CHILD (object);

  if (id == DROP)
    self->drop = g_value_get_uint (value);
  else if (id == REST)
    self->rest = g_value_get_boolean (value);
  else
    {
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
      return;
    }
  gtk_layout_manager_layout_changed (gtk_layout_child_get_layout_manager (GTK_LAYOUT_CHILD (self)));
}

static void
dl_row_layout_child_class_init (DlRowLayoutChildClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);

  object_class->get_property = child_get_property;
  object_class->set_property = child_set_property;
  child_properties[DROP] = g_param_spec_uint ("drop", NULL, NULL, 0, G_MAXUINT, 0,
                                              G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  child_properties[REST] = g_param_spec_boolean ("rest", NULL, NULL, FALSE,
                                                 G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_CHILD_PROPERTIES, child_properties);
}

static void
dl_row_layout_child_init (DlRowLayoutChild *self)
{
}

/* The row -------------------------------------------------------------------------------------- */

struct _DlRowLayout
{
  GtkLayoutManager parent;
  int spacing;
};

G_DEFINE_FINAL_TYPE (DlRowLayout, dl_row_layout, GTK_TYPE_LAYOUT_MANAGER)

typedef struct
{
  GtkWidget *widget;
  guint drop; /* 0: never */
  gboolean is_rest;
  int minimum, natural;
  int width; /* width given; 0: it is left out */
} Item;

/* Children laid out, each as wide as it likes. */
static GArray *
items_of (DlRowLayout *self, GtkWidget *widget)
{
  GArray *items = g_array_new (FALSE, TRUE, sizeof (Item));

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (gtk_widget_should_layout (child))
      {
        DlRowLayoutChild *of_row = DL_ROW_LAYOUT_CHILD (
            gtk_layout_manager_get_layout_child (GTK_LAYOUT_MANAGER (self), child));
        const gboolean stays = (gtk_widget_get_state_flags (child)
                                & (GTK_STATE_FLAG_CHECKED | GTK_STATE_FLAG_FOCUS_WITHIN))
                               != 0;
        Item item = {
          .widget = child,
          .drop = stays ? 0 : of_row->drop,
          .is_rest = of_row->rest,
        };

        gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, &item.minimum, &item.natural,
                            NULL, NULL);
        item.width = item.natural;
        g_array_append_val (items, item);
      }
  return items;
}

/* The next to be left out, of those before @end; NULL if all others stay. */
static Item *
next_to_drop (GArray *items, guint end)
{
  Item *next = NULL;

  for (guint i = 0; i < items->len; i++)
    {
      Item *item = &g_array_index (items, Item, i);

      if (item->width > 0 && item->drop > 0 && item->drop < end
          && (next == NULL || item->drop < next->drop))
        next = item;
    }
  return next;
}

static void
show_rest (GArray *items, gboolean is_shown)
{
  for (guint i = 0; i < items->len; i++)
    {
      Item *item = &g_array_index (items, Item, i);

      if (item->is_rest)
        item->width = is_shown ? item->natural : 0;
    }
}

static gboolean
is_row (GtkWidget *widget)
{
  return DL_IS_ROW_LAYOUT (gtk_widget_get_layout_manager (widget));
}

static int
used_width (DlRowLayout *self, GArray *items)
{
  int width = 0;

  for (guint i = 0; i < items->len; i++)
    {
      const Item *item = &g_array_index (items, Item, i);

      if (item->width > 0)
        width += (width > 0 ? self->spacing : 0) + item->width;
    }
  return width;
}

static void
leave_out (DlRowLayout *self, GArray *items, int width, guint end)
{
  Item *next;

  while (used_width (self, items) > width && (next = next_to_drop (items, end)) != NULL)
    next->width = 0;
}

/* Give less to children that are rows themselves, or to the others. */
static void
shrink (DlRowLayout *self, GArray *items, int width, gboolean rows)
{
  int over = used_width (self, items) - width;

  for (guint i = items->len; i-- > 0 && over > 0;)
    {
      Item *item = &g_array_index (items, Item, i);
      const int less = item->width == 0 || is_row (item->widget) != rows
                           ? 0
                           : MIN (over, item->natural - item->minimum);

      item->width -= less;
      over -= less;
    }
}

static void
lay (DlRowLayout *self, GArray *items, int width)
{
  show_rest (items, FALSE);
  if (used_width (self, items) <= width)
    return;
  show_rest (items, TRUE);
  leave_out (self, items, width, DL_ROW_LATE);
  shrink (self, items, width, TRUE);
  leave_out (self, items, width, G_MAXUINT);
  shrink (self, items, width, FALSE);
}

/* Room that is left goes to the first child that expands. */
static void
share_out (DlRowLayout *self, GArray *items, int width)
{
  const int used = used_width (self, items);

  for (guint i = 0; i < items->len && used < width; i++)
    {
      Item *item = &g_array_index (items, Item, i);

      if (item->width > 0 && gtk_widget_compute_expand (item->widget, GTK_ORIENTATION_HORIZONTAL))
        {
          item->width += width - used;
          return;
        }
    }
}

/* Minimum: whatever may be left out is. Of a row of buttons that may all be, the one pressed stays,
 * which can be the widest. */
static int
least_width (DlRowLayout *self, GArray *items)
{
  Item *next;
  int widest = 0;

  while ((next = next_to_drop (items, G_MAXUINT)) != NULL)
    {
      widest = MAX (widest, next->minimum);
      next->width = 0;
    }
  for (guint i = 0; i < items->len; i++)
    {
      Item *item = &g_array_index (items, Item, i);

      item->width = MIN (item->width, item->minimum);
    }
  return MAX (widest, used_width (self, items));
}

static void
measure (GtkLayoutManager *manager, GtkWidget *widget, GtkOrientation orientation, int for_size,
         int *minimum, int *natural, int *minimum_baseline, int *natural_baseline)
{
  DlRowLayout *self = DL_ROW_LAYOUT (manager);
  g_autoptr (GArray) items = items_of (self, widget);

  *minimum = *natural = 0;
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      g_autoptr (GArray) least = g_array_copy (items);

      show_rest (items, FALSE);
      *natural = used_width (self, items);
      *minimum = MIN (*natural, least_width (self, least));
      return;
    }
  /* The same for every width: it does not move rows below. */
  for (guint i = 0; i < items->len; i++)
    {
      int least, height;

      gtk_widget_measure (g_array_index (items, Item, i).widget, GTK_ORIENTATION_VERTICAL, -1,
                          &least, &height, NULL, NULL);
      *natural = MAX (*natural, height);
    }
  *minimum = *natural;
}

static void
allocate (GtkLayoutManager *manager, GtkWidget *widget, int width, int height, int baseline)
{
  DlRowLayout *self = DL_ROW_LAYOUT (manager);
  g_autoptr (GArray) items = items_of (self, widget);
  const gboolean mirrored = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  int x = 0;

  lay (self, items, width);
  share_out (self, items, width);
  for (guint i = 0; i < items->len; i++)
    {
      const Item *item = &g_array_index (items, Item, i);

      dl_compat_show_child (widget, item->widget, item->width > 0);
      if (item->width == 0)
        continue;
      gtk_widget_size_allocate (
          item->widget,
          &(GtkAllocation) { mirrored ? width - x - item->width : x, 0, item->width, height }, -1);
      x += item->width + self->spacing;
    }
}

static GtkSizeRequestMode
get_request_mode (GtkLayoutManager *manager, GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_CONSTANT_SIZE;
}

static GtkLayoutChild *
create_layout_child (GtkLayoutManager *manager, GtkWidget *widget, GtkWidget *child)
{
  return g_object_new (DL_TYPE_ROW_LAYOUT_CHILD, "layout-manager", manager, "child-widget", child,
                       NULL);
}

static void
set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  DL_ROW_LAYOUT (object)->spacing = g_value_get_int (value);
}

static void
dl_row_layout_class_init (DlRowLayoutClass *class)
{
  GtkLayoutManagerClass *layout_class = GTK_LAYOUT_MANAGER_CLASS (class);

  G_OBJECT_CLASS (class)->set_property = set_property;
  layout_class->layout_child_type = DL_TYPE_ROW_LAYOUT_CHILD;
  layout_class->create_layout_child = create_layout_child;
  layout_class->measure = measure;
  layout_class->allocate = allocate;
  layout_class->get_request_mode = get_request_mode;
  g_object_class_install_property (G_OBJECT_CLASS (class), 1,
                                   g_param_spec_int ("spacing", NULL, NULL, 0, 1000, 0,
                                                     G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS));
}

static void
dl_row_layout_init (DlRowLayout *self)
{
}
