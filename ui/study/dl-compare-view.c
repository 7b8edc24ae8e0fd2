#include "dl-compare-view.h"

#include "dl-accessible.h"
#include "dl-choices.h"
#include "dl-compare-private.h"
#include "dl-comparison-chart.h"
#include "dl-figure.h"
#include "dl-pane.h"
#include "dl-side-window.h"
#include "dl-wrap-layout.h"

#include <glib/gi18n-lib.h>

#include <string.h>

/* The chart of the compare page: a dot and its interval for each scenario and measure that the
 * table shows, and its export as a figure. */

#define EMPTY_HEIGHT 60.0 /* where there is nothing to draw, of the words that say so */

/* Chart of the table, in its columns' order. */
static DlComparisonChart
chart_of (DlCompareView *self, const DlMeasure **measures)
{
  DlComparisonChart chart = { .comparison = dl_compare_get_comparison (self->compare),
                              .measures = measures,
                              .base = self->base };

  for (guint i = 0; i < self->n_measures; i++)
    if (dl_compare_view_shows (self, i))
      measures[chart.n_measures++] = &self->measures[i];
  return chart;
}

static void
draw (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer user_data)
{
  DlCompareView *self = user_data;
  g_autofree const DlMeasure **measures = g_new (const DlMeasure *, self->n_measures);
  const DlComparisonChart chart = chart_of (self, measures);

  dl_comparison_chart_draw (cr, (DlRect) { 0, 0, width, height }, &chart,
                            dl_view_theme (GTK_WIDGET (area)));
}

/* Set the height that the chart takes at this width. */
static gboolean
fit_height (gpointer user_data)
{
  DlCompareView *self = user_data;
  g_autofree const DlMeasure **measures = g_new (const DlMeasure *, self->n_measures);
  const DlComparisonChart chart = chart_of (self, measures);
  const double width = dl_pane_chart_rect (self->chart).width;

  self->fitting = 0;
  if (width > 0)
    gtk_drawing_area_set_content_height (
        GTK_DRAWING_AREA (self->chart),
        (int) (dl_pane_chart_scale (self->chart)
               * MAX (EMPTY_HEIGHT, dl_comparison_chart_height (&chart, width))));
  return G_SOURCE_REMOVE;
}

static void
queue_fit (DlCompareView *self)
{
  if (self->fitting == 0)
    self->fitting = g_idle_add (fit_height, self);
}

/* "Mean latency: A 148 ± 7, B 152 ± 5. ...", as the picture has it. */
static char *
chart_describe (const DlComparisonChart *chart)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < chart->n_measures; i++)
    {
      g_autofree char *title = dl_comparison_title (chart->comparison, chart->measures[i]);

      g_string_append_printf (text, "%s%s: ", i > 0 ? ". " : "", title);
      for (guint row = 0; row < chart->comparison->rows->len; row++)
        {
          const DlComparisonRow *it = dl_comparison_row (chart->comparison, row);
          const DlEstimate estimate = dl_comparison_get (it, chart->measures[i]);
          g_autofree char *value = dl_measure_format_interval (chart->measures[i], estimate.mean,
                                                               estimate.reach, FALSE);

          g_string_append_printf (text, "%s%s %s", row > 0 ? ", " : "", it->name, value);
        }
    }
  return g_string_free (text, FALSE);
}

static void
compare_chart_update (DlCompareView *self)
{
  g_autofree const DlMeasure **measures = g_new (const DlMeasure *, self->n_measures);
  const DlComparisonChart chart = chart_of (self, measures);
  g_autofree char *text = chart_describe (&chart);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self->chart), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  text, -1);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "compare.export",
                                 chart.comparison->rows->len > 0);
  queue_fit (self);
  gtk_widget_queue_draw (self->chart);
}

gboolean
dl_compare_view_export_chart (DlCompareView *self, const char *path, GError **error)
{
  g_autofree const DlMeasure **measures = g_new (const DlMeasure *, self->n_measures);
  const DlComparisonChart chart = chart_of (self, measures);
  const DlFigureInput input
      = { .scenario = dl_comparison_row (chart.comparison, 0)->scenario, .comparison = &chart };

  return dl_figure_export (&dl_figure_comparison, &input, path, DL_WIDTH_PAGE_IN, DL_DPI_DEFAULT,
                           error);
}

static gboolean
write_chart (GtkWidget *view, const char *path, GError **error)
{
  DlCompareView *self = DL_COMPARE_VIEW (view);

  return dl_compare_get_comparison (self->compare)->rows->len > 0
         && dl_compare_view_export_chart (self, path, error);
}

/* The chart of the same, in a scrolled window, and the current values. */
static GtkWidget *
compare_chart_new (DlCompareView *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *scrolled = dl_pane_scrolled (box);

  self->chart = dl_pane_add_chart (box, 100, draw,
                                   /* xgettext:no-c-format */
                                   _ ("Scenarios and their 95% confidence intervals"), self);
  g_signal_connect_swapped (self->chart, "resize", G_CALLBACK (queue_fit), self);
  gtk_widget_set_margin_start (box, 12);
  gtk_widget_set_margin_end (box, 12);
  gtk_widget_set_margin_top (box, 8);
  gtk_widget_set_margin_bottom (box, 8);
  gtk_widget_set_size_request (scrolled, 260, -1);
  return scrolled;
}

/* Menus of the compare page: scenarios, measures, and formats to copy. */

/* Scenarios ------------------------------------------------------------------------------------ */

static void
show_pick (DlCompareView *self, GtkListItem *list_item)
{
  DlLibraryItem *item = gtk_list_item_get_item (list_item);
  GtkWidget *box = gtk_list_item_get_child (list_item);
  GtkWidget *check = gtk_widget_get_first_child (box);
  GtkWidget *lines = gtk_widget_get_last_child (box);

  gtk_widget_set_opacity (
      check, dl_compare_find_scenario (self->compare, dl_library_item_get_id (item)) != 0);
  gtk_label_set_text (GTK_LABEL (gtk_widget_get_first_child (lines)),
                      dl_library_item_get_name (item));
  gtk_label_set_text (GTK_LABEL (gtk_widget_get_last_child (lines)),
                      dl_library_item_get_summary (item));
}

/* Update the list after a change of the scenarios in the comparison. */
static void
compare_picks_update (DlCompareView *self)
{
  for (guint i = 0; i < self->picks->len; i++)
    show_pick (self, g_ptr_array_index (self->picks, i));
}

static GtkWidget *
line (const char *class)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_add_css_class (label, class);
  return label;
}

static void
setup_pick (GtkSignalListItemFactory *factory, GtkListItem *list_item, DlCompareView *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *lines = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  gtk_box_append (GTK_BOX (lines), line ("dl-library-name"));
  gtk_box_append (GTK_BOX (lines), line ("dl-description"));
  gtk_box_append (GTK_BOX (box), gtk_image_new_from_icon_name ("object-select-symbolic"));
  gtk_box_append (GTK_BOX (box), lines);
  gtk_list_item_set_child (list_item, box);
}

static void
bind_pick (GtkSignalListItemFactory *factory, GtkListItem *list_item, DlCompareView *self)
{
  g_ptr_array_add (self->picks, list_item);
  show_pick (self, list_item);
}

static void
unbind_pick (GtkSignalListItemFactory *factory, GtkListItem *list_item, DlCompareView *self)
{
  g_ptr_array_remove (self->picks, list_item);
}

/* Into the comparison, or out of it. */
static void
on_pick (GtkListView *list, guint position, DlCompareView *self)
{
  g_autoptr (DlLibraryItem) item
      = g_list_model_get_item (G_LIST_MODEL (gtk_list_view_get_model (list)), position);
  const gint64 id = dl_library_item_get_id (item);
  const guint there = dl_compare_find_scenario (self->compare, id);

  if (there != 0)
    dl_compare_remove (self->compare, there);
  else
    dl_compare_add (self->compare, id);
}

/* Buttons with what can be chosen. */
static GtkWidget *
compare_add_button_new (DlCompareView *self)
{
  DlLibrary *library = dl_session_get_library (dl_compare_get_session (self->compare));
  GtkWidget *button = gtk_menu_button_new ();
  GtkWidget *popover = gtk_popover_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *search = gtk_search_entry_new ();
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  GtkWidget *list;

  gtk_menu_button_set_label (GTK_MENU_BUTTON (button), _ ("_Scenarios"));
  gtk_menu_button_set_use_underline (GTK_MENU_BUTTON (button), TRUE);
  gtk_widget_set_tooltip_text (button, _ ("Add scenarios of the library, or take them out"));
  gtk_widget_set_sensitive (button, library != NULL);

  /* The library's own page has a search of its own. */
  self->library = library != NULL ? dl_library_new_list (library) : NULL;
  if (library != NULL)
    g_object_bind_property (search, "text", self->library, "search", G_BINDING_DEFAULT);
  gtk_accessible_update_property (GTK_ACCESSIBLE (search), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Search the library"), -1);
  gtk_widget_set_tooltip_text (search,
                               _ ("Words that occur in the name, the summary, a tag or the note"));
  g_signal_connect_object (factory, "setup", G_CALLBACK (setup_pick), self, 0);
  g_signal_connect_object (factory, "bind", G_CALLBACK (bind_pick), self, 0);
  g_signal_connect_object (factory, "unbind", G_CALLBACK (unbind_pick), self, 0);
  list = gtk_list_view_new (
      GTK_SELECTION_MODEL (gtk_no_selection_new (
          library != NULL ? G_LIST_MODEL (g_object_ref (self->library)) : NULL)),
      factory);
  gtk_list_view_set_single_click_activate (GTK_LIST_VIEW (list), TRUE);
  gtk_widget_add_css_class (list, "dl-library-list");
  gtk_accessible_update_property (GTK_ACCESSIBLE (list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Scenarios of the library"), -1);
  g_signal_connect (list, "activate", G_CALLBACK (on_pick), self);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), list);
  gtk_widget_set_size_request (scrolled, 380, 340);
  gtk_box_append (GTK_BOX (box), search);
  gtk_box_append (GTK_BOX (box), scrolled);
  gtk_popover_set_child (GTK_POPOVER (popover), box);
  if (library != NULL)
    g_signal_connect_object (popover, "show", G_CALLBACK (dl_library_refresh), self->library,
                             G_CONNECT_SWAPPED);
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (button), popover);
  return button;
}

/* Measures ------------------------------------------------------------------------------------- */

static void
on_measure (GtkCheckButton *check, DlCompareView *self)
{
  dl_compare_view_show_measure (self, g_object_get_data (G_OBJECT (check), "dl-measure"),
                                gtk_check_button_get_active (check));
}

static GtkWidget *
measures_box (DlCompareView *self, gboolean simulated)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  GtkWidget *title = gtk_label_new (simulated ? _ ("Simulated") : _ ("Analyzed"));

  gtk_widget_add_css_class (title, "dl-group-title");
  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_box_append (GTK_BOX (box), title);
  for (guint i = 0; i < self->n_measures; i++)
    {
      const DlMeasure *measure = &self->measures[i];
      const DlFamily *family = dl_measure_family (measure);
      GtkWidget *check;

      if (measure->simulated != simulated)
        continue;
      check = gtk_check_button_new_with_label (_ (measure->title));
      gtk_check_button_set_active (GTK_CHECK_BUTTON (check), self->chosen[i]);
      gtk_widget_set_tooltip_text (check, family != NULL ? _ (family->title)
                                                         : _ ("Of both kinds of network"));
      g_object_set_data (G_OBJECT (check), "dl-measure", (gpointer) measure);
      g_signal_connect (check, "toggled", G_CALLBACK (on_measure), self);
      gtk_box_append (GTK_BOX (box), check);
    }
  return box;
}

static GtkWidget *
compare_measures_button_new (DlCompareView *self)
{
  GtkWidget *button = gtk_menu_button_new ();
  GtkWidget *popover = gtk_popover_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 24);

  gtk_box_append (GTK_BOX (box), measures_box (self, TRUE));
  gtk_box_append (GTK_BOX (box), measures_box (self, FALSE));
  gtk_popover_set_child (GTK_POPOVER (popover), box);
  gtk_menu_button_set_label (GTK_MENU_BUTTON (button), _ ("_Measures"));
  gtk_menu_button_set_use_underline (GTK_MENU_BUTTON (button), TRUE);
  gtk_widget_set_tooltip_text (button, _ ("Which columns are shown, and copied"));
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (button), popover);
  return button;
}

/* Formats -------------------------------------------------------------------------------------- */

static GtkWidget *
compare_copy_button_new (void)
{
  static const struct
  {
    const char *label, *action;
  } formats[] = {
    { N_ ("As _CSV"), "compare.copy::csv" },
    { N_ ("As _Markdown"), "compare.copy::markdown" },
    { N_ ("As _LaTeX, With booktabs"), "compare.copy::latex" },
    { N_ ("_Export Chart…"), "compare.export" },
  };
  GtkWidget *button = gtk_menu_button_new ();
  g_autoptr (GMenu) menu = g_menu_new ();

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    g_menu_append (menu, _ (formats[i].label), formats[i].action);
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (button), G_MENU_MODEL (menu));
  gtk_menu_button_set_label (GTK_MENU_BUTTON (button), _ ("_Copy"));
  gtk_menu_button_set_use_underline (GTK_MENU_BUTTON (button), TRUE);
  gtk_widget_set_tooltip_text (button, _ ("Copy what is shown (Ctrl+C: as CSV)"));
  return button;
}

G_DEFINE_FINAL_TYPE (DlCompareView, dl_compare_view, GTK_TYPE_WIDGET)

static guint told_signal;

/* Measures at first: as many as a window has room for. */
static const char *const first_measures[] = { "accepted_load",
                                              "latency_mean",
                                              "latency_p99",
                                              "unreachable_pairs",
                                              "mean_hops",
                                              "deadlock_free",
                                              "vc_balance_mean_x",
                                              "vc_balance_mean_y",
                                              "bound_load",
                                              "vc_balance_mean_z",
                                              NULL };

/* The number is the identifier. */
static const DlOption seed_choices[] = {
  { "1", N_ ("1 run"), /* xgettext:no-c-format */
    N_ ("Quick, with 95% confidence intervals over batches of the run") },
  { "3", N_ ("3 runs"),
    /* xgettext:no-c-format */ N_ ("With 95% confidence intervals over the seeds") },
  { "5", N_ ("5 runs"), /* xgettext:no-c-format */ N_ ("Narrower 95% confidence intervals") },
  { "10", N_ ("10 runs"), N_ ("Narrower still, for small differences") },
};

DlCompare *
dl_compare_view_get_compare (DlCompareView *self)
{
  return self->compare;
}

/* Display -------------------------------------------------------------------------------------- */

static char *
base_text (const DlComparisonRow *row)
{
  /* Translators: the scenario from which the others' differences are given */
  return g_strdup_printf (_ ("Base: %s"), row->name);
}

/* The base's drop-down: none, and the rows in their order. */
static void
fill_base (DlCompareView *self)
{
  const DlComparison *comparison = dl_compare_get_comparison (self->compare);
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  guint selected = 0;

  gtk_string_list_append (names, _ ("No base"));
  for (guint i = 0; i < comparison->rows->len; i++)
    {
      const DlComparisonRow *row = dl_comparison_row (comparison, i);

      gtk_string_list_take (names, base_text (row));
      if (row->id == self->base)
        selected = i + 1;
    }
  self->filling = TRUE;
  gtk_drop_down_set_model (self->base_down, G_LIST_MODEL (names));
  dl_choices_make_room (self->base_down);
  gtk_drop_down_set_selected (self->base_down, selected);
  self->filling = FALSE;
}

/* Are the names in the drop-down those of the rows? */
static gboolean
base_is_filled (DlCompareView *self)
{
  const DlComparison *comparison = dl_compare_get_comparison (self->compare);
  GListModel *model = gtk_drop_down_get_model (self->base_down);

  if (model == NULL || g_list_model_get_n_items (model) != comparison->rows->len + 1)
    return FALSE;
  for (guint i = 0; i < comparison->rows->len; i++)
    {
      g_autofree char *text = base_text (dl_comparison_row (comparison, i));

      if (strcmp (gtk_string_list_get_string (GTK_STRING_LIST (model), i + 1), text) != 0)
        return FALSE;
    }
  return TRUE;
}

static void
update_note (DlCompareView *self)
{
  const DlComparison *comparison = dl_compare_get_comparison (self->compare);
  DlShortfall shortfall = DL_SHORTFALL_NONE;
  gboolean bound = FALSE;
  g_autofree char *marks = NULL;
  g_autofree char *text = NULL;

  for (guint i = 0; i < comparison->rows->len; i++)
    {
      const DlComparisonRow *row = dl_comparison_row (comparison, i);

      shortfall |= dl_comparison_shortfall (row);
      bound = bound
              || (row->scenario->family->is_bound != NULL
                  && row->scenario->family->is_bound (row->scenario));
    }
  marks = dl_shortfall_notes (shortfall);
  text = g_strconcat (
      /* xgettext:no-c-format */ _ (
          "★ the best value, if its confidence interval does not overlap any other. ± is the "
          "half-width of the 95% confidence interval of the mean."),
      self->base != 0 ? " " : "", self->base != 0 ? dl_comparison_rule () : "",
      *marks != '\0' ? " " : "", marks, bound ? " " : "", bound ? dl_measure_bound_note () : "",
      NULL);

  gtk_label_set_text (self->note, text);
}

static void
update_run (DlCompareView *self)
{
  const gboolean running = dl_compare_is_simulating (self->compare);
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;
  const gboolean had_focus = focus == self->simulate || focus == self->cancel;

  gtk_widget_set_visible (self->simulate, !running);
  gtk_widget_set_visible (self->cancel, running);
  gtk_widget_set_visible (self->progress, running);
  gtk_widget_set_sensitive (GTK_WIDGET (self->seeds_down), !running);
  if (had_focus)
    gtk_widget_grab_focus (running ? self->cancel : self->simulate);
}

static void
update (DlCompareView *self)
{
  const DlComparison *comparison = dl_compare_get_comparison (self->compare);

  if (self->base != 0 && dl_comparison_find (comparison, self->base) == NULL)
    self->base = 0;
  if (!base_is_filled (self))
    fill_base (self);
  dl_compare_columns_update (self);
  compare_chart_update (self);
  compare_picks_update (self);
  update_note (self);
  gtk_widget_set_sensitive (self->simulate, comparison->rows->len > 0);
}

static void
on_base (DlCompareView *self)
{
  const DlComparison *comparison = dl_compare_get_comparison (self->compare);
  const guint selected = gtk_drop_down_get_selected (self->base_down);

  if (self->filling || selected == GTK_INVALID_LIST_POSITION)
    return;
  self->base = selected > 0 && selected <= comparison->rows->len
                   ? dl_comparison_row (comparison, selected - 1)->id
                   : 0;
  update (self);
}

void
dl_compare_view_set_base (DlCompareView *self, guint row_id)
{
  self->base = row_id;
  fill_base (self);
  update (self);
}

/* Remember the measures that are shown, for this window and the next. */
static void
remember (DlCompareView *self)
{
  g_autoptr (GPtrArray) ids = g_ptr_array_new ();

  for (guint i = 0; i < self->n_measures; i++)
    if (self->chosen[i])
      g_ptr_array_add (ids, (gpointer) self->measures[i].id);
  g_ptr_array_add (ids, NULL);
  if (self->settings != NULL)
    g_settings_set_strv (self->settings, "compare-measures", (const char *const *) ids->pdata);
}

static void
recall (DlCompareView *self)
{
  GSettingsSchemaSource *source = g_settings_schema_source_get_default ();
  g_autoptr (GSettingsSchema) schema
      = source != NULL ? g_settings_schema_source_lookup (source, "org.dateline.Dateline", TRUE)
                       : NULL;
  g_auto (GStrv) ids = NULL;

  if (schema != NULL)
    {
      self->settings = g_settings_new_full (schema, NULL, NULL);
      ids = g_settings_get_strv (self->settings, "compare-measures");
    }
  for (guint i = 0; i < self->n_measures; i++)
    self->chosen[i] = g_strv_contains (ids != NULL && ids[0] != NULL ? (const char *const *) ids
                                                                     : first_measures,
                                       self->measures[i].id);
}

void
dl_compare_view_show_measure (DlCompareView *self, const DlMeasure *measure, gboolean show)
{
  self->chosen[measure - self->measures] = show;
  remember (self);
  update (self);
}

/* Actions -------------------------------------------------------------------------------------- */

static void
on_simulate (DlCompareView *self)
{
  dl_compare_simulate (self->compare,
                       g_ascii_strtoull (dl_choices_get (self->seeds_down), NULL, 10));
  if (!dl_compare_is_simulating (self->compare))
    g_signal_emit (self, told_signal, 0, _ ("All these runs already exist"));
}

static void
on_cancel (DlCompareView *self)
{
  dl_compare_cancel (self->compare);
}

static void
on_failed (DlCompareView *self, const char *message)
{
  g_signal_emit (self, told_signal, 0, message);
}

char *
dl_compare_view_to_text (DlCompareView *self, const char *format)
{
  const DlComparison *comparison = dl_compare_get_comparison (self->compare);
  g_autofree const DlMeasure **measures = g_new (const DlMeasure *, self->n_measures);
  DlComparisonWrite write = { measures, 0, G_MAXUINT, NULL };

  for (guint i = 0; i < self->n_measures; i++)
    if (dl_compare_view_shows (self, i))
      measures[write.n_measures++] = &self->measures[i];
  for (guint i = 0; i < comparison->rows->len; i++)
    if (self->base != 0 && dl_comparison_row (comparison, i)->id == self->base)
      write.base = i;
  return g_str_equal (format, "latex")      ? dl_comparison_to_latex (comparison, &write)
         : g_str_equal (format, "markdown") ? dl_comparison_to_markdown (comparison, &write)
                                            : dl_comparison_to_csv (comparison, &write);
}

static void
copy (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  g_autofree char *text
      = dl_compare_view_to_text (DL_COMPARE_VIEW (widget), g_variant_get_string (parameter, NULL));

  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text);
  g_signal_emit (widget, told_signal, 0, _ ("Copied the table"));
}

static void
export_chart (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  dl_side_window_export (widget, "comparison.pdf", write_chart);
}

static void
add_pinned (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  DlCompareView *self = DL_COMPARE_VIEW (widget);

  if (!dl_compare_add_pinned (self->compare))
    g_signal_emit (self, told_signal, 0, _ ("The pinned state is already in the table"));
}

static void
update_pinned (DlCompareView *self)
{
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "compare.add-pinned",
                                 dl_session_get_pin (dl_compare_get_session (self->compare))
                                     != NULL);
}

static void
remove_selected (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  DlCompareView *self = DL_COMPARE_VIEW (widget);
  const DlRow *row = gtk_single_selection_get_selected_item (self->selection);

  if (row != NULL)
    dl_compare_remove (self->compare, dl_row_get_index (row));
}

/* Widget --------------------------------------------------------------------------------------- */

static GtkWidget *
pill (GtkWidget *button, const char *tooltip)
{
  gtk_button_set_use_underline (GTK_BUTTON (button), TRUE);
  gtk_widget_set_tooltip_text (button, tooltip);
  return button;
}

static GtkWidget *
make_bar (DlCompareView *self)
{
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  GtkWidget *space = gtk_label_new (NULL);

  self->add_button = compare_add_button_new (self);
  self->pinned_button
      = pill (gtk_button_new_with_label (_ ("Add _B")), _ ("Add the state that is pinned as B"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->pinned_button), "compare.add-pinned");
  self->measures_button = compare_measures_button_new (self);
  self->base_down = GTK_DROP_DOWN (gtk_drop_down_new (NULL, NULL));
  dl_accessible_explain (self->base_down, _ ("Base of the differences"),
                         _ ("The scenario with which the others are compared"));
  self->seeds_down = GTK_DROP_DOWN (gtk_drop_down_new (NULL, NULL));
  dl_choices_fill (self->seeds_down, seed_choices, G_N_ELEMENTS (seed_choices));
  dl_choices_select (self->seeds_down, "3");
  dl_accessible_explain (self->seeds_down, _ ("Runs of each scenario"),
                         _ ("How many runs each scenario has, each with the next seed"));
  self->simulate
      = pill (gtk_button_new_with_label (_ ("Si_mulate")),
              _ ("Simulate the runs that are missing in the library; they are saved there"));
  gtk_widget_add_css_class (self->simulate, "suggested-action");
  self->progress = gtk_progress_bar_new ();
  gtk_widget_set_valign (self->progress, GTK_ALIGN_CENTER);
  gtk_widget_set_size_request (self->progress, 90, -1);
  dl_accessible_explain (self->progress, _ ("Progress of the simulations"), NULL);
  self->cancel
      = pill (gtk_button_new_with_label (_ ("_Cancel")), _ ("Stop; runs that are finished stay"));
  gtk_widget_set_hexpand (space, TRUE);
  gtk_widget_set_layout_manager (bar, dl_wrap_layout_new (8));
  gtk_widget_add_css_class (bar, "dl-library-bar");
  gtk_box_append (GTK_BOX (bar), self->add_button);
  gtk_box_append (GTK_BOX (bar), self->pinned_button);
  gtk_box_append (GTK_BOX (bar), self->measures_button);
  gtk_box_append (GTK_BOX (bar), GTK_WIDGET (self->base_down));
  gtk_box_append (GTK_BOX (bar), space);
  gtk_box_append (GTK_BOX (bar), GTK_WIDGET (self->seeds_down));
  gtk_box_append (GTK_BOX (bar), self->simulate);
  gtk_box_append (GTK_BOX (bar), self->progress);
  gtk_box_append (GTK_BOX (bar), self->cancel);
  gtk_box_append (GTK_BOX (bar), compare_copy_button_new ());
  return bar;
}

static void
dispose (GObject *object)
{
  DlCompareView *self = DL_COMPARE_VIEW (object);

  if (self->compare != NULL)
    g_signal_handlers_disconnect_by_data (self->compare, self);
  g_clear_handle_id (&self->fitting, g_source_remove);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->rows);
  g_clear_object (&self->compare);
  g_clear_object (&self->library);
  g_clear_object (&self->settings);
  G_OBJECT_CLASS (dl_compare_view_parent_class)->dispose (object);
}

static void
finalize (GObject *object)
{
  DlCompareView *self = DL_COMPARE_VIEW (object);

  g_free (self->chosen);
  g_free (self->columns);
  g_ptr_array_unref (self->picks);
  G_OBJECT_CLASS (dl_compare_view_parent_class)->finalize (object);
}

static void
dl_compare_view_class_init (DlCompareViewClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = dispose;
  G_OBJECT_CLASS (class)->finalize = finalize;
  told_signal = g_signal_new ("told", DL_TYPE_COMPARE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                              G_TYPE_NONE, 1, G_TYPE_STRING);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_install_action (widget_class, "compare.copy", "s", copy);
  gtk_widget_class_install_action (widget_class, "compare.export", NULL, export_chart);
  gtk_widget_class_install_action (widget_class, "compare.add-pinned", NULL, add_pinned);
  gtk_widget_class_install_action (widget_class, "compare.remove", NULL, remove_selected);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_c, GDK_CONTROL_MASK, "compare.copy",
                                       "s", "csv");
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Delete, 0, "compare.remove", NULL);
}

static void
dl_compare_view_init (DlCompareView *self)
{
  self->measures = dl_measure_table (&self->n_measures);
  self->chosen = g_new0 (gboolean, self->n_measures);
  recall (self);
  self->picks = g_ptr_array_new ();
}

/* Beside each other, with a divider. */
static GtkWidget *
new_table_and_chart (DlCompareView *self)
{
  GtkWidget *paned = gtk_paned_new (GTK_ORIENTATION_HORIZONTAL);

  gtk_paned_set_start_child (GTK_PANED (paned), dl_compare_columns_new (self));
  gtk_paned_set_end_child (GTK_PANED (paned), compare_chart_new (self));
  gtk_paned_set_resize_end_child (GTK_PANED (paned), FALSE);
  gtk_paned_set_shrink_start_child (GTK_PANED (paned), FALSE);
  gtk_paned_set_shrink_end_child (GTK_PANED (paned), FALSE);
  gtk_paned_set_position (GTK_PANED (paned), 620);
  return paned;
}

GtkWidget *
dl_compare_view_new (DlSession *session)
{
  DlCompareView *self = g_object_new (DL_TYPE_COMPARE_VIEW, NULL);

  self->compare = dl_compare_new (session);
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  self->note = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_wrap (self->note, TRUE);
  gtk_label_set_xalign (self->note, 0);
  gtk_widget_add_css_class (GTK_WIDGET (self->note), "dl-note");
  gtk_box_append (GTK_BOX (self->box), make_bar (self));
  gtk_box_append (GTK_BOX (self->box), new_table_and_chart (self));
  gtk_box_append (GTK_BOX (self->box), gtk_separator_new (GTK_ORIENTATION_HORIZONTAL));
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->note));
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));

  g_object_bind_property (self->compare, "progress", self->progress, "fraction",
                          G_BINDING_SYNC_CREATE);
  g_signal_connect_swapped (self->compare, "changed", G_CALLBACK (update), self);
  g_signal_connect_swapped (self->compare, "failed", G_CALLBACK (on_failed), self);
  g_signal_connect_swapped (self->compare, "notify::simulating", G_CALLBACK (update_run), self);
  g_signal_connect_swapped (self->base_down, "notify::selected", G_CALLBACK (on_base), self);
  g_signal_connect_swapped (self->simulate, "clicked", G_CALLBACK (on_simulate), self);
  g_signal_connect_swapped (self->cancel, "clicked", G_CALLBACK (on_cancel), self);
  g_signal_connect_object (session, "notify::pin", G_CALLBACK (update_pinned), self,
                           G_CONNECT_SWAPPED);
  update (self);
  update_run (self);
  update_pinned (self);
  return GTK_WIDGET (self);
}

/* Its window ----------------------------------------------------------------------------------- */

#define NAME "dl-compare-window"

DlCompareView *
dl_compare_window_get_view (GtkWindow *window)
{
  return DL_COMPARE_VIEW (dl_side_window_get_view (window));
}

GtkWindow *
dl_compare_window_present (GtkWindow *parent, DlSession *session)
{
  GtkWindow *window = dl_side_window_find (parent, NAME);

  if (window == NULL)
    {
      GtkWidget *view = dl_compare_view_new (session);

      window = dl_side_window_new (parent, NAME, _ ("Compare"), 1000, 560, view);
      g_signal_connect (view, "told", G_CALLBACK (dl_side_window_tell), NULL);
    }
  gtk_window_present (window);
  return window;
}

DlCompare *
dl_compare_window_find (GtkWindow *parent)
{
  GtkWindow *window = dl_side_window_find (parent, NAME);

  return window != NULL ? dl_compare_view_get_compare (dl_compare_window_get_view (window)) : NULL;
}
