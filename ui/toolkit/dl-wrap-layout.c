#include "dl-wrap-layout.h"

#include "compat.h"

struct _DlWrapLayout
{
  GtkLayoutManager parent;
  int spacing;
  gboolean shrink;
};

enum
{
  SPACING = 1,
  SHRINK,
  N_PROPERTIES
};

static GParamSpec *properties[N_PROPERTIES];

G_DEFINE_FINAL_TYPE (DlWrapLayout, dl_wrap_layout, GTK_TYPE_LAYOUT_MANAGER)

/* A child in its row. */
typedef struct
{
  GtkWidget *widget;
  guint row;
  int minimum, natural;
  int width; /* width given */
} Item;

/* Items laid out, with their widths. */
static GArray *
items_of (GtkWidget *widget)
{
  GArray *items = g_array_new (FALSE, TRUE, sizeof (Item));

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (gtk_widget_should_layout (child))
      {
        Item item = { .widget = child };

        gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, &item.minimum, &item.natural,
                            NULL, NULL);
        g_array_append_val (items, item);
      }
  return items;
}

static int
total_width (DlWrapLayout *self, GArray *items)
{
  int width = 0;

  for (guint i = 0; i < items->len; i++)
    width += (i > 0 ? self->spacing : 0) + g_array_index (items, Item, i).natural;
  return width;
}

/* Room left in a row goes to the first child that expands. */
static void
share_out (Item *items, guint n, int rest)
{
  for (guint i = 0; i < n && rest > 0; i++)
    if (items[i].width > 0
        && gtk_widget_compute_expand (items[i].widget, GTK_ORIENTATION_HORIZONTAL))
      {
        items[i].width += rest;
        return;
      }
}

/* All in one row, if it suffices that what expands is left out and that others have less than they
 * would like, the last ones first. */
static gboolean
lay_one_row (DlWrapLayout *self, GArray *items, int width)
{
  int over = total_width (self, items) - width;

  for (guint i = 0; i < items->len; i++)
    g_array_index (items, Item, i).width = g_array_index (items, Item, i).natural;
  for (guint i = items->len; i-- > 0 && over > 0;)
    {
      Item *item = &g_array_index (items, Item, i);

      if (gtk_widget_compute_expand (item->widget, GTK_ORIENTATION_HORIZONTAL))
        {
          over -= item->natural + self->spacing;
          item->width = 0;
        }
    }
  for (guint i = items->len; i-- > 0 && over > 0;)
    {
      Item *item = &g_array_index (items, Item, i);
      const int less = item->width > 0 ? MIN (over, item->natural - item->minimum) : 0;

      item->width -= less;
      over -= less;
    }
  if (over <= 0)
    share_out (&g_array_index (items, Item, 0), items->len, -over);
  return over <= 0;
}

/* Rows and widths for @width; the number of rows. */
static guint
lay_rows (DlWrapLayout *self, GArray *items, int width)
{
  guint first = 0, row = 0;
  int used = 0;

  if (self->shrink && items->len > 0 && lay_one_row (self, items, width))
    return 1;
  for (guint i = 0; i < items->len; i++)
    {
      Item *item = &g_array_index (items, Item, i);

      if (i > first && used + self->spacing + item->natural > width)
        {
          share_out (&g_array_index (items, Item, first), i - first, width - used);
          first = i;
          used = 0;
          row++;
        }
      item->row = row;
      item->width = MAX (item->minimum, MIN (item->natural, width));
      used += (i > first ? self->spacing : 0) + item->width;
    }
  if (items->len > 0)
    share_out (&g_array_index (items, Item, first), items->len - first, width - used);
  return items->len > 0 ? row + 1 : 0;
}

static int
row_height (GArray *items, guint row)
{
  int height = 0;

  for (guint i = 0; i < items->len; i++)
    {
      const Item *item = &g_array_index (items, Item, i);
      int natural = 0;

      /* Items left out have no height, and must not be measured for no width. */
      if (item->row == row && item->width > 0)
        gtk_widget_measure (item->widget, GTK_ORIENTATION_VERTICAL, item->width, NULL, &natural,
                            NULL, NULL);
      height = MAX (height, natural);
    }
  return height;
}

static void
measure (GtkLayoutManager *manager, GtkWidget *widget, GtkOrientation orientation, int for_size,
         int *minimum, int *natural, int *minimum_baseline, int *natural_baseline)
{
  DlWrapLayout *self = DL_WRAP_LAYOUT (manager);
  g_autoptr (GArray) items = items_of (widget);

  *minimum = *natural = 0;
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      for (guint i = 0; i < items->len; i++)
        *minimum = MAX (*minimum, g_array_index (items, Item, i).minimum);
      *natural = MAX (*minimum, total_width (self, items));
      return;
    }
  const guint n_rows = lay_rows (self, items, for_size >= 0 ? for_size : total_width (self, items));
  for (guint row = 0; row < n_rows; row++)
    *natural += (row > 0 ? self->spacing / 2 : 0) + row_height (items, row);
  *minimum = *natural;
}

static void
allocate (GtkLayoutManager *manager, GtkWidget *widget, int width, int height, int baseline)
{
  DlWrapLayout *self = DL_WRAP_LAYOUT (manager);
  g_autoptr (GArray) items = items_of (widget);
  const guint n_rows = lay_rows (self, items, width);
  const gboolean mirrored = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  int y = 0;

  for (guint row = 0; row < n_rows; row++)
    {
      const int own = n_rows == 1 ? height : row_height (items, row);
      int x = 0;

      for (guint i = 0; i < items->len; i++)
        {
          const Item *item = &g_array_index (items, Item, i);

          if (item->row != row)
            continue;
          dl_compat_show_child (widget, item->widget, item->width > 0);
          if (item->width == 0)
            continue;
          gtk_widget_size_allocate (
              item->widget,
              &(GtkAllocation) { mirrored ? width - x - item->width : x, y, item->width, own }, -1);
          x += item->width + self->spacing;
        }
      y += own + self->spacing / 2;
    }
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
    DL_WRAP_LAYOUT (object)->spacing = g_value_get_int (value);
  else if (id == SHRINK)
    DL_WRAP_LAYOUT (object)->shrink = g_value_get_boolean (value);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
dl_wrap_layout_class_init (DlWrapLayoutClass *class)
{
  GtkLayoutManagerClass *layout_class = GTK_LAYOUT_MANAGER_CLASS (class);

  G_OBJECT_CLASS (class)->set_property = set_property;
  layout_class->measure = measure;
  layout_class->allocate = allocate;
  layout_class->get_request_mode = get_request_mode;
  properties[SPACING] = g_param_spec_int ("spacing", NULL, NULL, 0, 1000, 0,
                                          G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS);
  properties[SHRINK] = g_param_spec_boolean ("shrink", NULL, NULL, FALSE,
                                             G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (G_OBJECT_CLASS (class), N_PROPERTIES, properties);
}

static void
dl_wrap_layout_init (DlWrapLayout *self)
{
}

GtkLayoutManager *
dl_wrap_layout_new (int spacing)
{
  return g_object_new (DL_TYPE_WRAP_LAYOUT, "spacing", spacing, NULL);
}
