#include "dl-bit-strip.h"

#include "dl-aging-text.h"
#include "dl-view.h"

#include <glib/gi18n-lib.h>

#include <math.h>

/* A row is four digits of the hexadecimal number, with a gap between them. */
#define COLUMNS   16
#define ROWS      (DL_BIT_STRIP_BITS / COLUMNS)
#define GROUP     4
#define GROUP_GAP 5.0
#define CELL_GAP  2.0
#define CELL_MIN  8.0
#define HEIGHT    14.0
#define NOWHERE   DL_BIT_STRIP_BITS

struct _DlBitStrip
{
  GtkWidget parent;
  guint64 bits; /* followed last */
  guint cursor;
  gboolean painting; /* what the stroke makes of the bits */
  guint painted;     /* the last one it went over */
  double x, y;       /* where it began */
};

enum
{
  CHANGED,
  SETTLED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (DlBitStrip, dl_bit_strip, GTK_TYPE_WIDGET)

static gboolean
is_set (DlBitStrip *self, guint bit)
{
  return self->bits >> bit & 1;
}

static void
describe (DlBitStrip *self)
{
  g_autofree char *sum = dl_age_select_text (self->bits);
  g_autofree char *hex = g_strdup_printf ("0x%016" G_GINT64_MODIFIER "x", self->bits);
  /* Translators: the value of 64 bits, how many of them are set, and which one the cursor is on */
  g_autofree char *text
      = g_strdup_printf (is_set (self, self->cursor) ? _ ("%s, %s. Grant %u: age-based")
                                                     : _ ("%s, %s. Grant %u: round robin"),
                         hex, sum, self->cursor + 1);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, hex,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
}

/* Cells ---------------------------------------------------------------------------------------- */

static double
cell_width (DlBitStrip *self)
{
  const double gaps = (COLUMNS / GROUP - 1) * GROUP_GAP + (COLUMNS - COLUMNS / GROUP) * CELL_GAP;

  return (gtk_widget_get_width (GTK_WIDGET (self)) - gaps) / COLUMNS;
}

void
dl_bit_strip_get_cell (DlBitStrip *self, guint bit, graphene_rect_t *cell)
{
  const guint column = bit % COLUMNS, row = bit / COLUMNS;
  const double width = cell_width (self);
  const double left = column * (width + CELL_GAP) + column / GROUP * (GROUP_GAP - CELL_GAP);

  graphene_rect_init (cell, left, row * (HEIGHT + CELL_GAP), width, HEIGHT);
}

/* The one whose cell is nearest in its row; NOWHERE outside. */
static guint
bit_at (DlBitStrip *self, double x, double y)
{
  const double row = floor (y / (HEIGHT + CELL_GAP));
  guint column = 0;

  if (x < 0 || x >= gtk_widget_get_width (GTK_WIDGET (self)) || row < 0 || row >= ROWS)
    return NOWHERE;
  for (; column + 1 < COLUMNS; column++)
    {
      graphene_rect_t cell;

      dl_bit_strip_get_cell (self, column + 1, &cell);
      if (x < graphene_rect_get_x (&cell) - CELL_GAP / 2)
        break;
    }
  return row * COLUMNS + column;
}

/* Filled: by age. An outline: by turn. */
static void
snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  DlBitStrip *self = DL_BIT_STRIP (widget);
  const DlTheme *theme = dl_view_theme (widget);
  const graphene_rect_t all = GRAPHENE_RECT_INIT (-2, -2, gtk_widget_get_width (widget) + 4,
                                                  gtk_widget_get_height (widget) + 4);
  const double alpha = gtk_widget_is_sensitive (widget) ? 1 : 0.4;
  cairo_t *cr = gtk_snapshot_append_cairo (snapshot, &all);

  for (guint bit = 0; bit < DL_BIT_STRIP_BITS; bit++)
    {
      graphene_rect_t cell;

      dl_bit_strip_get_cell (self, bit, &cell);
      cairo_rectangle (cr, graphene_rect_get_x (&cell) + 0.5, graphene_rect_get_y (&cell) + 0.5,
                       graphene_rect_get_width (&cell) - 1, HEIGHT - 1);
      dl_color_set_alpha (cr, is_set (self, bit) ? &theme->accent : &theme->muted, alpha);
      if (is_set (self, bit))
        cairo_fill_preserve (cr);
      cairo_set_line_width (cr, 1);
      cairo_stroke (cr);
      if (bit == self->cursor && gtk_widget_has_visible_focus (widget))
        {
          cairo_rectangle (cr, graphene_rect_get_x (&cell) - 1, graphene_rect_get_y (&cell) - 1,
                           graphene_rect_get_width (&cell) + 2, HEIGHT + 2);
          dl_color_set (cr, &theme->foreground);
          cairo_set_line_width (cr, 2);
          cairo_stroke (cr);
        }
    }
  cairo_destroy (cr);
}

static void
measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
         int *minimum_baseline, int *natural_baseline)
{
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    *minimum = *natural = COLUMNS * (CELL_MIN + CELL_GAP) + COLUMNS / GROUP * GROUP_GAP;
  else
    *minimum = *natural = ROWS * (HEIGHT + CELL_GAP) - CELL_GAP;
}

/* Pointer -------------------------------------------------------------------------------------- */

static void
move_cursor (DlBitStrip *self, guint bit)
{
  self->cursor = bit;
  describe (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
paint (DlBitStrip *self, guint bit)
{
  const guint64 mask = G_GUINT64_CONSTANT (1) << bit;
  const guint64 bits = self->painting ? self->bits | mask : self->bits & ~mask;

  move_cursor (self, bit);
  if (bits != self->bits)
    g_signal_emit (self, signals[CHANGED], 0, bits);
}

static void
on_drag_begin (DlBitStrip *self, double x, double y)
{
  const guint bit = bit_at (self, x, y);

  gtk_widget_grab_focus (GTK_WIDGET (self));
  self->painted = bit;
  self->x = x;
  self->y = y;
  if (bit == NOWHERE)
    return;
  self->painting = !is_set (self, bit);
  paint (self, bit);
}

/* All that a fast stroke went over, from the one before to @bit: straight ahead. */
static void
paint_way (DlBitStrip *self, guint bit)
{
  const gint from = self->painted, to = bit;
  const gint columns = to % COLUMNS - from % COLUMNS, rows = to / COLUMNS - from / COLUMNS;
  const gint steps = MAX (ABS (columns), ABS (rows));

  for (gint i = 1; i <= steps; i++)
    {
      const gint column = from % COLUMNS + (gint) lround ((double) columns * i / steps);
      const gint row = from / COLUMNS + (gint) lround ((double) rows * i / steps);

      paint (self, row * COLUMNS + column);
    }
  self->painted = bit;
}

static void
on_drag_update (GtkGestureDrag *drag, double dx, double dy, DlBitStrip *self)
{
  guint bit;

  bit = bit_at (self, CLAMP (self->x + dx, 0, gtk_widget_get_width (GTK_WIDGET (self)) - 1),
                CLAMP (self->y + dy, 0, gtk_widget_get_height (GTK_WIDGET (self)) - 1));
  if (self->painted != NOWHERE && bit != NOWHERE && bit != self->painted)
    paint_way (self, bit);
}

static void
on_drag_end (DlBitStrip *self)
{
  if (self->painted != NOWHERE)
    g_signal_emit (self, signals[SETTLED], 0);
}

static gboolean
query_tooltip (GtkWidget *widget, int x, int y, gboolean keyboard, GtkTooltip *tooltip)
{
  DlBitStrip *self = DL_BIT_STRIP (widget);
  const guint bit = keyboard ? self->cursor : bit_at (self, x, y);
  g_autofree char *text = NULL;

  if (bit == NOWHERE)
    return FALSE;
  text = g_strdup_printf (
      is_set (self, bit)
          ? _ ("Grant %u of 64 of an output: age-based (AGE_RR_SELECT, default for all; age "
               "paper, section 2.1)")
          : _ ("Grant %u of 64 of an output: round robin (AGE_RR_SELECT, default for none; age "
               "paper, section 2.1)"),
      bit + 1);
  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

/* Keyboard ------------------------------------------------------------------------------------- */

static void
toggle (DlBitStrip *self)
{
  self->painting = !is_set (self, self->cursor);
  paint (self, self->cursor);
  g_signal_emit (self, signals[SETTLED], 0);
}

static gboolean
on_key (DlBitStrip *self, guint keyval, guint keycode, GdkModifierType state)
{
  gint to = self->cursor;

  if (state & (GDK_CONTROL_MASK | GDK_ALT_MASK))
    return GDK_EVENT_PROPAGATE;
  switch (keyval)
    {
    case GDK_KEY_Left:
    case GDK_KEY_KP_Left:
      to--;
      break;
    case GDK_KEY_Right:
    case GDK_KEY_KP_Right:
      to++;
      break;
    case GDK_KEY_Up:
    case GDK_KEY_KP_Up:
      to -= COLUMNS;
      break;
    case GDK_KEY_Down:
    case GDK_KEY_KP_Down:
      to += COLUMNS;
      break;
    case GDK_KEY_Home:
    case GDK_KEY_KP_Home:
      to = 0;
      break;
    case GDK_KEY_End:
    case GDK_KEY_KP_End:
      to = DL_BIT_STRIP_BITS - 1;
      break;
    case GDK_KEY_space:
    case GDK_KEY_KP_Space:
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
      toggle (self);
      return GDK_EVENT_STOP;
    default:
      return GDK_EVENT_PROPAGATE;
    }
  if (to >= 0 && to < DL_BIT_STRIP_BITS)
    move_cursor (self, to);
  return GDK_EVENT_STOP;
}

/* The widget ----------------------------------------------------------------------------------- */

static void
dl_bit_strip_class_init (DlBitStripClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  widget_class->measure = measure;
  widget_class->snapshot = snapshot;
  widget_class->query_tooltip = query_tooltip;
  gtk_widget_class_set_css_name (widget_class, "dl-bit-strip");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
  signals[CHANGED] = g_signal_new ("changed", DL_TYPE_BIT_STRIP, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                   NULL, G_TYPE_NONE, 1, G_TYPE_UINT64);
  signals[SETTLED] = g_signal_new ("settled", DL_TYPE_BIT_STRIP, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                   NULL, G_TYPE_NONE, 0);
}

static void
dl_bit_strip_init (DlBitStrip *self)
{
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->painted = NOWHERE;
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  g_signal_connect_swapped (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  g_signal_connect_swapped (drag, "drag-end", G_CALLBACK (on_drag_end), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("AGE_RR_SELECT: the age-based ones of 64 grants"), -1);
  describe (self);
}

GtkWidget *
dl_bit_strip_new (void)
{
  return g_object_new (DL_TYPE_BIT_STRIP, NULL);
}

guint
dl_bit_strip_get_cursor (DlBitStrip *self)
{
  return self->cursor;
}

void
dl_bit_strip_follow (DlBitStrip *self, guint64 bits)
{
  if (self->bits == bits)
    return;
  self->bits = bits;
  describe (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
