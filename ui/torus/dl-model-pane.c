#include "dl-model-pane.h"

#include "dl-evaluate-aging.h"
#include "dl-live.h"
#include "dl-rows.h"
#include "dl-session-edits.h"
#include "dl-simulation-pane.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <string.h>

typedef struct
{
  GtkWidget *row;
  GtkLabel *value, *dims, *source, *more;
} Row;

struct _DlModelList
{
  GtkBox parent;
  GtkListBox *list;
  Row rows[DL_AGING_N_RECORDS];
};

G_DEFINE_FINAL_TYPE (DlModelList, dl_model_list, GTK_TYPE_BOX)

/* Text ----------------------------------------------------------------------------------------- */

static char *
more_text (const DlAgingRecord *record)
{
  GString *text = g_string_new (record->info->formula);

  if (record->note != NULL)
    g_string_append_printf (text, "%s%s", text->len > 0 ? "\n" : "", record->note);
  return g_string_free (text, FALSE);
}

/* Rows ----------------------------------------------------------------------------------------- */

static void
follow_row (Row *row, const DlAgingRecord *record)
{
  const gboolean broken = record->broken != 0;
  g_autofree char *value = dl_aging_record_text (record);
  g_autofree char *dims = dl_aging_record_dims_text (record);
  g_autofree char *source = dl_aging_source_text (record->info);
  g_autofree char *marked
      = broken ? g_strdup_printf (_ ("⚠ %s: an assumption does not hold here"), source) : NULL;
  g_autofree char *more = more_text (record);
  g_autofree char *name = g_strdup_printf ("%s: %s%s%s", _ (record->info->title), value,
                                           *dims != '\0' ? ", " : "", dims);

  gtk_label_set_label (row->value, value);
  dl_pane_show_text (row->dims, dims);
  gtk_label_set_label (row->source, broken ? marked : source);
  if (broken)
    gtk_widget_add_css_class (GTK_WIDGET (row->source), "dl-warning");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (row->source), "dl-warning");
  gtk_label_set_label (row->more, more);
  gtk_widget_set_tooltip_text (row->row, *more != '\0' ? more : NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row->row), GTK_ACCESSIBLE_PROPERTY_LABEL, name,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, more, -1);
}

/* Show @model, which need not outlive the call. */
static void
model_list_follow (DlModelList *self, const DlAgingModel *model)
{
  for (DlAgingId id = 0; id < DL_AGING_N_RECORDS; id++)
    follow_row (&self->rows[id], &model->records[id]);
}

GtkWidget *
dl_model_list_get_row (DlModelList *self, DlAgingId id)
{
  return self->rows[id].row;
}

static void
add_row (DlModelList *self, const DlAgingInfo *info, Row *row)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 1);
  GtkWidget *head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  g_autofree char *number = dl_aging_info_number (info);
  GtkLabel *label;

  gtk_widget_add_css_class (box, "dl-step");
  gtk_widget_add_css_class (box, "dl-number");
  if (*number != '\0')
    {
      /* Translators: the number of an equation */
      g_autofree char *text = g_strdup_printf (_ ("(%s)"), number);
      gtk_label_set_label (dl_pane_add_label (head, "dl-step-number", FALSE), text);
    }
  label = dl_pane_add_label (head, "dl-step-title", FALSE);
  gtk_label_set_label (label, info->symbol);
  row->value = dl_pane_add_label (head, NULL, TRUE);
  gtk_label_set_xalign (row->value, 1);
  gtk_label_set_justify (row->value, GTK_JUSTIFY_RIGHT);
  gtk_widget_set_hexpand (GTK_WIDGET (row->value), TRUE);
  gtk_box_append (GTK_BOX (box), head);

  gtk_label_set_label (dl_pane_add_label (box, NULL, TRUE), _ (info->title));
  row->dims = dl_pane_add_label (box, "dl-small", TRUE);
  row->source = dl_pane_add_label (box, "dl-description", TRUE);
  row->more = dl_pane_add_label (box, "dl-description", TRUE);
  gtk_widget_set_visible (GTK_WIDGET (row->more), FALSE);

  row->row = gtk_list_box_row_new ();
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row->row), box);
  gtk_list_box_append (self->list, row->row);
}

static void
add_header (GtkListBoxRow *row, GtkListBoxRow *before, gpointer user_data)
{
  const char *part = dl_aging_part_title (gtk_list_box_row_get_index (row));
  GtkWidget *title;

  if (part == NULL || gtk_list_box_row_get_header (row) != NULL)
    return;
  title = gtk_label_new (part);
  gtk_label_set_wrap (GTK_LABEL (title), TRUE);
  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_widget_add_css_class (title, "dl-group-title");
  gtk_widget_add_css_class (title, "dl-section");
  gtk_list_box_row_set_header (row, title);
}

static void
on_selected (DlModelList *self, GtkListBoxRow *selected)
{
  for (DlAgingId id = 0; id < DL_AGING_N_RECORDS; id++)
    gtk_widget_set_visible (GTK_WIDGET (self->rows[id].more),
                            self->rows[id].row == GTK_WIDGET (selected)
                                && *gtk_label_get_label (self->rows[id].more) != '\0');
}

/* Nothing is selected any more while the rows go. */
static void
dispose (GObject *object)
{
  DlModelList *self = DL_MODEL_LIST (object);

  if (self->list != NULL)
    g_signal_handlers_disconnect_by_data (self->list, self);
  self->list = NULL;
  G_OBJECT_CLASS (dl_model_list_parent_class)->dispose (object);
}

static void
dl_model_list_class_init (DlModelListClass *class)
{
  G_OBJECT_CLASS (class)->dispose = dispose;
}

static void
dl_model_list_init (DlModelList *self)
{
  self->list = GTK_LIST_BOX (gtk_list_box_new ());
  gtk_widget_add_css_class (GTK_WIDGET (self->list), "dl-steps");
  gtk_widget_set_hexpand (GTK_WIDGET (self->list), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Equations"), -1);
  gtk_list_box_set_header_func (self->list, add_header, NULL, NULL);
  for (DlAgingId id = 0; id < DL_AGING_N_RECORDS; id++)
    add_row (self, dl_aging_info (id), &self->rows[id]);
  dl_pane_show_later (GTK_WIDGET (self->list));
  g_signal_connect_swapped (self->list, "row-selected", G_CALLBACK (on_selected), self);
  gtk_box_append (GTK_BOX (self), GTK_WIDGET (self->list));
}

static GtkWidget *
model_list_new (void)
{
  return g_object_new (DL_TYPE_MODEL_LIST, NULL);
}

/* Values of both the equations and the simulation. */
typedef enum
{
  ACCEPTED,
  LATENCY,
  AGE,
  STALLED_X,
  STALLED_Y,
  STALLED_Z,
  N_FIGURES
} Figure;

static const char stalled_tooltip[]
    = N_ ("Cycles per packet in which an output is idle with staged packets but without credits: "
          "defined by equation 17, measured by the simulation");

static const struct
{
  const char *title, *tooltip;
} figures[N_FIGURES] = {
  [ACCEPTED] = { N_ ("Load, flits/cycle"),
                 N_ ("Flits/node/cycle: offered, as in the equations, and accepted") },
  [LATENCY]
  = { N_ ("Latency, cycles"), N_ ("Mean, from leaving the source queue to the tail’s ejection") },
  [AGE] = { N_ ("Age at a grant"), N_ ("Mean over all grants, 0 to 255") },
  [STALLED_X] = { N_ ("Stalled X+, X−"), stalled_tooltip },
  [STALLED_Y] = { N_ ("Stalled Y+, Y−"), stalled_tooltip },
  [STALLED_Z] = { N_ ("Stalled Z+, Z−"), stalled_tooltip },
};

struct _DlModelPane
{
  DlPane parent;
  DlAgingModel *model; /* shown; nullable */
  GtkWidget *box;
  GtkLabel *recommended;
  GtkWidget *use;
  GtkLabel *state; /* of the simulation */
  GtkWidget *run;
  GtkLabel *expected[N_FIGURES], *found[N_FIGURES];
  DlModelList *list;
};

G_DEFINE_FINAL_TYPE (DlModelPane, dl_model_pane, DL_TYPE_PANE)

static DlSession *
session_of (DlModelPane *self)
{
  return dl_view_get_session (dl_pane_get_view (DL_PANE (self)));
}

/* Recommended settings ------------------------------------------------------------------------- */

/* In one step; nothing where it is all so already. */
static void
use (DlSession *session, const DlAgingModel *model)
{
  const DlRouterSpec *router = &dl_session_get_scenario (session)->router;
  const guint32 period = model->age_clock_period; /* 0: as it is */
  const gsize size = sizeof router->request_age_bias;
  g_autoptr (GPtrArray) edits = dl_edits_new ();
  g_autofree char *biases = dl_age_bias_text (model->bias);
  g_autofree char *clock = g_strdup_printf ("%u", period);
  g_autofree char *label = NULL;

  if (memcmp (router->request_age_bias, model->bias, size) != 0)
    dl_edits_add (edits, DL_EDIT_SET, "router.request-age-bias", biases);
  if (memcmp (router->response_age_bias, model->bias, size) != 0)
    dl_edits_add (edits, DL_EDIT_SET, "router.response-age-bias", biases);
  if (period != 0 && router->age_clock_period != period)
    dl_edits_add (edits, DL_EDIT_SET, "router.age-clock-period", clock);
  if (edits->len == 0)
    return;
  label = period != 0 ? g_strdup_printf (_ ("Age bias %s, clock period %s"), biases, clock)
                      : g_strdup_printf (_ ("Age bias %s"), biases);
  dl_session_edit (session, edits, label, NULL, NULL);
}

static void
on_use (DlModelPane *self)
{
  if (self->model != NULL)
    use (session_of (self), self->model);
}

static gboolean
is_used (const DlAgingModel *model, const DlRouterSpec *router)
{
  return memcmp (router->request_age_bias, model->bias, sizeof model->bias) == 0
         && memcmp (router->response_age_bias, model->bias, sizeof model->bias) == 0
         && (model->age_clock_period == 0 || router->age_clock_period == model->age_clock_period);
}

static void
show_recommended (DlModelPane *self)
{
  g_autofree char *text = dl_aging_recommended_text (self->model);

  gtk_label_set_label (self->recommended, text);
  gtk_widget_set_sensitive (
      self->use, !is_used (self->model, &dl_session_get_scenario (session_of (self))->router));
}

/* Beside the simulation ------------------------------------------------------------------------ */

static double
mean_age (const guint64 age[256])
{
  double sum = 0, n = 0;

  for (guint i = 0; i < 256; i++)
    {
      sum += (double) i * age[i];
      n += age[i];
    }
  return n > 0 ? sum / n : NAN;
}

static void
show_number (GtkLabel *label, double value, guint digits)
{
  g_autofree char *text = dl_number_text (value, digits);

  gtk_label_set_label (label, text);
}

static void
show_expected (DlModelPane *self)
{
  const DlAgingModel *model = self->model;

  show_number (self->expected[ACCEPTED], model->options.saturated ? NAN : model->options.load, 3);
  show_number (self->expected[LATENCY], model->records[DL_AGING_LATENCY_CYCLES].value, 0);
  show_number (self->expected[AGE], model->records[DL_AGING_AGE_MEAN].value, 1);
}

static void
show_found (DlModelPane *self)
{
  DlLive *live = dl_view_get_live (dl_pane_get_view (DL_PANE (self)));
  const DlLivePicture *picture = dl_live_get_picture (live);
  const char *problem = dl_live_get_problem (live);
  g_autofree char *state = picture != NULL ? dl_simulation_state_text (picture) : NULL;

  gtk_widget_set_visible (self->run, picture == NULL);
  gtk_label_set_label (self->state, problem != NULL   ? problem
                                    : picture != NULL ? state
                                                      : _ ("Nothing is simulated yet."));
  show_number (self->found[ACCEPTED], picture != NULL ? picture->accepted : NAN, 3);
  show_number (self->found[LATENCY], picture != NULL ? picture->latency_mean : NAN, 0);
  show_number (self->found[AGE], picture != NULL ? mean_age (picture->age) : NAN, 1);
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      const double *stalled = picture != NULL ? &picture->stalls[DL_STALL_OUTPUT][2 * dim] : NULL;
      g_autofree char *plus = dl_number_text (stalled != NULL ? stalled[0] : NAN, 1);
      g_autofree char *minus = dl_number_text (stalled != NULL ? stalled[1] : NAN, 1);
      g_autofree char *both = g_strdup_printf ("%s, %s", plus, minus);

      gtk_label_set_label (self->found[STALLED_X + dim], stalled != NULL ? both : "–");
    }
}

/* Following ------------------------------------------------------------------------------------ */

/* The current scenario, on the network analyzed last. */
static void
follow (DlModelPane *self)
{
  const DlEvaluation *result = dl_session_get_result_of (session_of (self), &dl_family_torus);

  if (result == NULL || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  g_clear_pointer (&self->model, dl_aging_model_free);
  self->model = dl_aging_model_new (dl_evaluate_aging_options (
      dl_session_get_scenario (session_of (self)), dl_evaluation_torus (result)));
  show_recommended (self);
  show_expected (self);
  model_list_follow (self->list, self->model);
}

static void
on_picture (DlModelPane *self)
{
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    show_found (self);
}

static void
map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (dl_model_pane_parent_class)->map (widget);
  follow (DL_MODEL_PANE (widget));
  show_found (DL_MODEL_PANE (widget));
}

/* The widget ----------------------------------------------------------------------------------- */

static void
finalize (GObject *object)
{
  g_clear_pointer (&DL_MODEL_PANE (object)->model, dl_aging_model_free);
  G_OBJECT_CLASS (dl_model_pane_parent_class)->finalize (object);
}

static void
dl_model_pane_class_init (DlModelPaneClass *class)
{
  G_OBJECT_CLASS (class)->finalize = finalize;
  GTK_WIDGET_CLASS (class)->map = map;
}

static GtkWidget *
add_section (DlModelPane *self, const char *title)
{
  GtkWidget *section = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);

  gtk_label_set_label (dl_pane_add_label (section, "dl-group-title", TRUE), title);
  gtk_box_append (GTK_BOX (self->box), section);
  return section;
}

static void
add_recommended (DlModelPane *self)
{
  GtkWidget *section = add_section (self, _ ("The paper’s recommendation"));
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  self->recommended = dl_pane_add_label (line, NULL, TRUE);
  gtk_widget_set_hexpand (GTK_WIDGET (self->recommended), TRUE);
  self->use = dl_pane_add_button (line, _ ("_Use These"),
                                  _ ("Set age bias and age clock so, as one step (age paper, "
                                     "sections 3.1 and 3.2)"));
  gtk_label_set_wrap (GTK_LABEL (gtk_button_get_child (GTK_BUTTON (self->use))), FALSE);
  gtk_widget_set_valign (self->use, GTK_ALIGN_CENTER);
  gtk_widget_set_sensitive (self->use, FALSE);
  g_signal_connect_swapped (self->use, "clicked", G_CALLBACK (on_use), self);
  gtk_box_append (GTK_BOX (section), line);
}

static GtkLabel *
attach_label (GtkWidget *grid, guint column, guint row, const char *text)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), column == 0 ? 0 : 1);
  gtk_label_set_wrap (GTK_LABEL (label), column == 0);
  gtk_widget_set_hexpand (label, column == 0);
  gtk_grid_attach (GTK_GRID (grid), label, column, row, 1, 1);
  return GTK_LABEL (label);
}

static void
add_comparison (DlModelPane *self)
{
  GtkWidget *section = add_section (self, _ ("Beside the simulation"));
  GtkWidget *grid = gtk_grid_new ();
  GtkLabel *heads[]
      = { attach_label (grid, 1, 0, _ ("expected")), attach_label (grid, 2, 0, _ ("found")) };

  for (guint i = 0; i < G_N_ELEMENTS (heads); i++)
    gtk_widget_add_css_class (GTK_WIDGET (heads[i]), "dl-description");
  gtk_grid_set_column_spacing (GTK_GRID (grid), 10);
  gtk_widget_add_css_class (grid, "dl-card");
  gtk_widget_add_css_class (grid, "dl-figures");
  gtk_widget_add_css_class (grid, "dl-number");
  for (guint i = 0; i < N_FIGURES; i++)
    {
      GtkWidget *title = GTK_WIDGET (attach_label (grid, 0, i + 1, _ (figures[i].title)));

      gtk_widget_set_tooltip_text (title, _ (figures[i].tooltip));
      self->expected[i] = attach_label (grid, 1, i + 1, "–");
      self->found[i] = attach_label (grid, 2, i + 1, "–");
    }
  self->state = dl_pane_add_label (section, "dl-description", TRUE);
  gtk_box_append (GTK_BOX (section), grid);
  self->run = dl_pane_add_button (section, _ ("_Run the Simulation"),
                                  _ ("Compare its results with the equations"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->run), "win.sim-run");
}

static void
dl_model_pane_init (DlModelPane *self)
{
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 16);
  gtk_widget_add_css_class (self->box, "dl-evidence");
  add_recommended (self);
  add_comparison (self);
  self->list = DL_MODEL_LIST (model_list_new ());
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->list));
  dl_pane_set_child (DL_PANE (self), dl_pane_scrolled (self->box));
}

GtkWidget *
dl_model_pane_new (DlView *view)
{
  DlModelPane *self = dl_pane_new (DL_TYPE_MODEL_PANE, view, _ ("Equations"));
  DlSession *session = dl_view_get_session (view);
  DlLive *live = dl_view_get_live (view);

  g_signal_connect_object (session, "notify::generation", G_CALLBACK (follow), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::result", G_CALLBACK (follow), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (live, "notify::picture", G_CALLBACK (on_picture), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (live, "notify::problem", G_CALLBACK (on_picture), self,
                           G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
