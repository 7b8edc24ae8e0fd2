/* The strip of 64 bits: clicks, strokes and keys ask for what they should, and say so. */
#include "dl-ui.h"
#include "dl-vc-search.h"
#include "ui-fixture.h"

typedef struct
{
  GtkWidget *window;
  GtkWidget *strip;
  guint64 bits;
  gboolean deaf; /* it is not told what comes of it */
  guint n_changed, n_settled;
} Fixture;

static void
on_changed (GtkWidget *strip, guint64 bits, Fixture *fixture)
{
  fixture->n_changed++;
  if (fixture->deaf)
    return;
  fixture->bits = bits;
  dl_bit_strip_follow (DL_BIT_STRIP (strip), bits);
}

static void
on_settled (GtkWidget *strip, Fixture *fixture)
{
  fixture->n_settled++;
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->strip = dl_bit_strip_new ();
  g_signal_connect (fixture->strip, "changed", G_CALLBACK (on_changed), fixture);
  g_signal_connect (fixture->strip, "settled", G_CALLBACK (on_settled), fixture);
  fixture->window = ui_window_new (fixture->strip, 208, 80);
  ui_wait_for (gtk_widget_get_width (fixture->strip) > 0);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
}

static void
centre (Fixture *fixture, guint bit, double *x, double *y)
{
  graphene_rect_t cell;
  graphene_point_t at;

  dl_bit_strip_get_cell (DL_BIT_STRIP (fixture->strip), bit, &cell);
  graphene_rect_get_center (&cell, &at);
  *x = at.x;
  *y = at.y;
}

/* From bit to bit, straight. */
static void
stroke (Fixture *fixture, guint from, guint to)
{
  gpointer drag = ui_controller (fixture->strip, GTK_TYPE_GESTURE_DRAG);
  double x, y, to_x, to_y;

  centre (fixture, from, &x, &y);
  centre (fixture, to, &to_x, &to_y);
  g_signal_emit_by_name (drag, "drag-begin", x, y);
  if (from != to)
    g_signal_emit_by_name (drag, "drag-update", to_x - x, to_y - y);
  g_signal_emit_by_name (drag, "drag-end", to_x - x, to_y - y);
}

static void
test_click (Fixture *fixture, gconstpointer data)
{
  for (guint bit = 0; bit < DL_BIT_STRIP_BITS; bit++)
    {
      stroke (fixture, bit, bit);
      g_assert_cmphex (fixture->bits, ==, G_MAXUINT64 >> (63 - bit));
      g_assert_cmpuint (dl_bit_strip_get_cursor (DL_BIT_STRIP (fixture->strip)), ==, bit);
    }
  g_assert_cmpuint (fixture->n_settled, ==, 64);
  stroke (fixture, 5, 5);
  g_assert_cmphex (fixture->bits, ==, ~G_GUINT64_CONSTANT (0x20));
}

/* A stroke paints the value of its first click, and misses no bit however fast it is. */
static void
test_stroke (Fixture *fixture, gconstpointer data)
{
  stroke (fixture, 3, 3);
  stroke (fixture, 1, 6);
  g_assert_cmphex (fixture->bits, ==, 0x7e);
  g_assert_cmpuint (fixture->n_settled, ==, 2);
  stroke (fixture, 6, 0);
  g_assert_cmphex (fixture->bits, ==, 0);
  stroke (fixture, 0, 48);
  g_assert_cmphex (fixture->bits, ==, 0x0001000100010001);
  stroke (fixture, 16, 19);
  g_assert_cmphex (fixture->bits, ==, 0x0001000100000001);
}

static void
test_keys (Fixture *fixture, gconstpointer data)
{
  g_assert_true (ui_press (fixture->strip, GDK_KEY_space, 0));
  g_assert_cmphex (fixture->bits, ==, 1);
  g_assert_true (ui_press (fixture->strip, GDK_KEY_Right, 0));
  g_assert_true (ui_press (fixture->strip, GDK_KEY_Down, 0));
  g_assert_true (ui_press (fixture->strip, GDK_KEY_Return, 0));
  g_assert_cmphex (fixture->bits, ==, 0x20001);
  g_assert_cmpuint (fixture->n_settled, ==, 2);
  g_assert_true (ui_press (fixture->strip, GDK_KEY_End, 0));
  g_assert_true (ui_press (fixture->strip, GDK_KEY_Right, 0));
  g_assert_true (ui_press (fixture->strip, GDK_KEY_Down, 0));
  g_assert_cmpuint (dl_bit_strip_get_cursor (DL_BIT_STRIP (fixture->strip)), ==, 63);
  g_assert_true (ui_press (fixture->strip, GDK_KEY_space, 0));
  g_assert_cmphex (fixture->bits, ==, 0x8000000000020001);
  g_assert_true (ui_press (fixture->strip, GDK_KEY_Home, 0));
  g_assert_true (ui_press (fixture->strip, GDK_KEY_Up, 0));
  g_assert_true (ui_press (fixture->strip, GDK_KEY_Left, 0));
  g_assert_cmpuint (dl_bit_strip_get_cursor (DL_BIT_STRIP (fixture->strip)), ==, 0);
  g_assert_cmpuint (fixture->n_changed, ==, 3);
}

static void
test_accessible (Fixture *fixture, gconstpointer data)
{
  dl_bit_strip_follow (DL_BIT_STRIP (fixture->strip), 0xffffffff0000ffff);
  g_assert_cmpuint (fixture->n_changed, ==, 0);
  gtk_test_accessible_assert_property (fixture->strip, GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT,
                                       "0xffffffff0000ffff");
  gtk_test_accessible_assert_property (
      fixture->strip, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
      "0xffffffff0000ffff, 48 of 64 grants age-based. Grant 1: age-based");
  g_assert_true (ui_press (fixture->strip, GDK_KEY_Down, 0));
  gtk_test_accessible_assert_property (
      fixture->strip, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
      "0xffffffff0000ffff, 48 of 64 grants age-based. Grant 17: round robin");
}

/* Bits that are not granted are not shown. */
static void
test_refused (Fixture *fixture, gconstpointer data)
{
  fixture->deaf = TRUE;
  stroke (fixture, 0, 15);
  g_assert_cmpuint (fixture->n_changed, ==, 16);
  gtk_test_accessible_assert_property (fixture->strip, GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT,
                                       "0x0000000000000000");
}

int
main (int argc, char **argv)
{
  ui_test_init (&argc, &argv);
  dl_ui_init ();
#define ADD(path, test) g_test_add ("/bit-strip/" path, Fixture, NULL, set_up, test, tear_down)
  ADD ("click", test_click);
  ADD ("stroke", test_stroke);
  ADD ("keys", test_keys);
  ADD ("accessible", test_accessible);
  ADD ("refused", test_refused);
  return g_test_run ();
}
