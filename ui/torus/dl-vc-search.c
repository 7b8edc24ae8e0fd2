#include "dl-vc-search.h"

#include "dl-evaluate-aging.h"
#include "dl-optimize-vc.h"
#include "dl-pane.h"
#include "dl-session-edits.h"
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
  gboolean painting; /* value that the stroke gives the bits */
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

enum
{
  BEFORE,
  AFTER,
  BOUND,
  N_COLUMNS
};

#define N_ROWS (DL_TORUS_N_DIMS + 1) /* and all */

typedef struct
{
  DlSession *session;
  DlSearchBox *box;
  GtkLabel *heads[N_COLUMNS];
  GtkLabel *cells[N_ROWS][N_COLUMNS];
  GtkLabel *verdict;
  GtkWidget *use;
  GtkLabel *used;
} Table;

static gpointer
search (const DlScenario *scenario, DlTorusNetwork *network, const DlDemand *demand,
        DlProgressFunc progress, gpointer progress_data, GCancellable *cancellable)
{
  const DlTorusRouting spec = dl_torus_routing (scenario);
  g_autoptr (DlTorusRoutes) routes = dl_torus_routes_new_from (network, &spec, NULL, cancellable);

  if (routes == NULL)
    return NULL;
  return dl_optimize_vc (routes, demand, scenario->seed, progress, progress_data, cancellable);
}

/* Reason why the search cannot run; NULL: it can. It counts one packet per pair, and sets the VCs
 * that no rule binds. */
static const char *
refuse (const DlScenario *scenario)
{
  if (scenario->traffic.source_vc_zero)
    return _ ("All unconstrained packets start on VC0, which leaves nothing to choose. To search, "
              "set “Virtual channel at the source” to “policy”.");
  if (dl_torus_options (scenario)->routing.tie == DL_TORUS_TIE_RANDOM)
    return _ ("Not with random ties: a pair then has several routes, which this search does not "
              "support. To search, set “Ties between directions” to “positive”.");
  return scenario->traffic.pattern->needs_matrix
             ? _ ("Not for a matrix: its pairs have unequal weights, which this search does not "
                  "support.")
             : NULL;
}

/* Display -------------------------------------------------------------------------------------- */

static void
show_cell (GtkLabel *label, double balance)
{
  g_autofree char *text = isnan (balance) ? g_strdup ("–") : g_strdup_printf ("%.4f", balance);

  gtk_label_set_text (label, text);
}

static void
show (gconstpointer result, const DlScenario *searched, gpointer user_data)
{
  Table *table = user_data;
  const DlVcOptimum *optimum = result;

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      show_cell (table->cells[dim][BEFORE], optimum->balance_before[dim]);
      show_cell (table->cells[dim][AFTER], optimum->balance_after[dim]);
      show_cell (table->cells[dim][BOUND], optimum->bound[dim]);
    }
  show_cell (table->cells[DL_TORUS_N_DIMS][BEFORE], optimum->mean_before);
  show_cell (table->cells[DL_TORUS_N_DIMS][AFTER], optimum->mean_after);
  show_cell (table->cells[DL_TORUS_N_DIMS][BOUND], optimum->mean_bound);
  gtk_label_set_text (table->verdict,
                      optimum->deadlock_free
                          ? _ ("✓ Deadlock-free: free choices stay inside the rules that exclude "
                               "cycles (VC paper 2.2.1).")
                          : _ ("✗ Can deadlock: the routes themselves are cyclic, whatever the "
                               "virtual channels (VC paper 2.2.1)."));
  gtk_widget_remove_css_class (GTK_WIDGET (table->verdict),
                               optimum->deadlock_free ? "dl-error" : "dl-good");
  gtk_widget_add_css_class (GTK_WIDGET (table->verdict),
                            optimum->deadlock_free ? "dl-good" : "dl-error");
}

static gboolean
is_optimized (const DlScenario *scenario)
{
  return g_str_equal (dl_torus_options (scenario)->routing.vc_policy->id, "optimized");
}

/* Does the scenario use @vc_table? */
static gboolean
uses (const DlScenario *scenario, const DlVcTable *vc_table)
{
  return is_optimized (scenario) && dl_torus_options (scenario)->vc_table != NULL
         && g_str_equal (dl_vc_table_text (dl_torus_options (scenario)->vc_table),
                         dl_vc_table_text (vc_table));
}

/* Is the policy still what the search compared with? */
static gboolean
is_before (const DlScenario *scenario, const DlScenario *searched)
{
  return dl_torus_options (scenario)->routing.vc_policy
             == dl_torus_options (searched)->routing.vc_policy
         && (!is_optimized (searched) || dl_torus_options (searched)->vc_table == NULL
             || uses (scenario, dl_torus_options (searched)->vc_table));
}

static void
update (gconstpointer result, const DlScenario *searched, gpointer user_data)
{
  Table *table = user_data;
  const DlVcOptimum *optimum = result;
  const DlScenario *scenario = dl_session_get_scenario (table->session);
  const gboolean used = uses (scenario, optimum->table);
  g_autofree char *tip
      = g_strdup_printf (_ ("Mean VC balance under the policy “%s”"),
                         _ (dl_torus_options (searched)->routing.vc_policy->title));

  gtk_label_set_text (table->heads[BEFORE],
                      is_before (scenario, searched) ? _ ("now") : _ ("before"));
  gtk_widget_set_tooltip_text (GTK_WIDGET (table->heads[BEFORE]), tip);
  gtk_widget_set_visible (table->use, !used);
  gtk_widget_set_visible (GTK_WIDGET (table->used), used);
}

static void
use (Table *table)
{
  const DlVcOptimum *optimum = dl_search_box_get_result (table->box);
  g_autoptr (GPtrArray) edits = dl_edits_new ();

  dl_edits_add (edits, DL_EDIT_SET, "torus.vc-policy", "optimized");
  dl_edits_add (edits, DL_EDIT_SET, "torus.vc-table", dl_vc_table_text (optimum->table));
  dl_session_edit (table->session, edits, _ ("Virtual channels optimized"), NULL, NULL);
  dl_search_box_focus (table->box); /* the button is gone */
}

/* Widgets ---------------------------------------------------------------------------------------
 */

static GtkLabel *
new_label (const char *text, float xalign, const char *class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), xalign);
  if (class != NULL)
    gtk_widget_add_css_class (label, class);
  return GTK_LABEL (label);
}

static GtkLabel *
add_wrapped (GtkWidget *content, const char *text, const char *class)
{
  GtkLabel *label = dl_pane_add_label (content, class, TRUE);

  gtk_label_set_text (label, text);
  return label;
}

static void
add_grid (Table *table, GtkWidget *content)
{
  static const char *const rows[N_ROWS] = { N_ ("X"), N_ ("Y"), N_ ("Z"), N_ ("All") };
  static const char *const heads[N_COLUMNS] = { N_ ("now"), N_ ("optimized"), N_ ("bound") };
  static const char *const tips[N_COLUMNS] = {
    NULL,
    N_ ("Mean VC balance with the table that was found (VC paper 3.6)"),
    N_ ("A proven lower bound of all assignments of the free legs"),
  };
  GtkWidget *grid = gtk_grid_new ();

  gtk_grid_set_column_spacing (GTK_GRID (grid), 8);
  gtk_widget_add_css_class (grid, "dl-card");
  gtk_widget_add_css_class (grid, "dl-figures");
  for (guint column = 0; column < N_COLUMNS; column++)
    {
      table->heads[column] = new_label (_ (heads[column]), 1, "dl-description");
      gtk_widget_set_hexpand (GTK_WIDGET (table->heads[column]), TRUE);
      if (tips[column] != NULL)
        gtk_widget_set_tooltip_text (GTK_WIDGET (table->heads[column]), _ (tips[column]));
      gtk_grid_attach (GTK_GRID (grid), GTK_WIDGET (table->heads[column]), column + 1, 0, 1, 1);
    }
  for (guint row = 0; row < N_ROWS; row++)
    {
      gtk_grid_attach (GTK_GRID (grid), GTK_WIDGET (new_label (_ (rows[row]), 0, "dl-step-title")),
                       0, row + 1, 1, 1);
      for (guint column = 0; column < N_COLUMNS; column++)
        {
          table->cells[row][column] = new_label ("", 1, column == AFTER ? "dl-step-title" : NULL);
          gtk_grid_attach (GTK_GRID (grid), GTK_WIDGET (table->cells[row][column]), column + 1,
                           row + 1, 1, 1);
        }
    }
  gtk_box_append (GTK_BOX (content), grid);
}

static void
fill (Table *table, GtkWidget *content)
{
  gtk_widget_add_css_class (content, "dl-number");
  add_wrapped (content, _ ("Mean VC balance, less is better:"), "dl-description");
  add_grid (table, content);
  table->verdict = add_wrapped (content, "", NULL);
  table->use = dl_pane_add_button (
      content, _ ("_Use It"), _ ("Policy “optimized” with this table, stored with the scenario"));
  g_signal_connect_swapped (table->use, "clicked", G_CALLBACK (use), table);
  table->used = add_wrapped (content, _ ("✓ This table is in use."), "dl-good");
}

DlSearchBox *
dl_vc_search_new (DlSession *session)
{
  static const char *const ignored[] = { "vc-policy", "vc-table", NULL };
  static const DlSearch kind = {
    .title = N_ ("Virtual channels"),
    .text = N_ ("Searches a virtual channel for each leg that no rule determines, for the lowest "
                "mean VC balance with this scenario’s loads (VC paper 3.6)."),
    .button = N_ ("_Optimize Virtual Channels"),
    .tooltip = N_ ("Search a table for the policy “optimized” (Shift+Ctrl+O)"),
    .ignored = ignored,
    .func = search,
    .refuse = refuse,
    .result_free = (GDestroyNotify) dl_vc_optimum_free,
    .show = show,
    .update = update,
  };
  Table *table = g_new0 (Table, 1);

  table->session = session; /* kept by the box */
  table->box = DL_SEARCH_BOX (dl_search_box_new (session, &kind, table));
  g_object_set_data_full (G_OBJECT (table->box), "dl-table", table, g_free);
  fill (table, GTK_WIDGET (dl_search_box_get_content (table->box)));
  return table->box;
}

/* For tests -------------------------------------------------------------------------------------
 */

static Table *
table_of (DlSearchBox *box)
{
  return g_object_get_data (G_OBJECT (box), "dl-table");
}

char *
dl_vc_search_describe (DlSearchBox *box, guint row)
{
  const Table *table = table_of (box);

  return g_strdup_printf ("%s | %s | %s", gtk_label_get_text (table->cells[row][BEFORE]),
                          gtk_label_get_text (table->cells[row][AFTER]),
                          gtk_label_get_text (table->cells[row][BOUND]));
}

const char *
dl_vc_search_get_head (DlSearchBox *box)
{
  return gtk_label_get_text (table_of (box)->heads[BEFORE]);
}

gboolean
dl_vc_search_can_use (DlSearchBox *box)
{
  return gtk_widget_get_visible (table_of (box)->use)
         && gtk_widget_is_sensitive (table_of (box)->use);
}

void
dl_vc_search_use (DlSearchBox *box)
{
  g_return_if_fail (dl_vc_search_can_use (box));
  g_signal_emit_by_name (table_of (box)->use, "clicked");
}
