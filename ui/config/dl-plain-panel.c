#include "dl-plain-panel.h"

#include "compat.h"
#include "dl-appearance.h"
#include "dl-faults-panel.h"
#include "dl-key-row.h"
#include "dl-router-model.h"
#include "dl-traffic-panel.h"

#include <glib/gi18n-lib.h>

struct _DlRouterPanel
{
  DlSettings parent;
  GtkWidget *model;
  const DlFamily *family; /* the family whose routers are listed */
};

G_DEFINE_FINAL_TYPE (DlRouterPanel, dl_router_panel, DL_TYPE_SETTINGS)

static const DlKeyInfo router[] = {
  { "router.input-buffer", .step = 1, .width_chars = 6 },
  { "router.staging-buffer", .step = 1, .width_chars = 6 },
  { "router.link-cycles", N_ ("Link, cycles"), .step = 1, .width_chars = 6 },
  { "router.crossbar-cycles", N_ ("Crossbar, cycles"), .step = 1, .width_chars = 6 },
  { "router.ejection-rate", N_ ("Ejection, flits/cycle"), .step = 0.01, .width_chars = 8 },
  { "router.link-error-rate", N_ ("Link errors, share"), .step = 0.001, .width_chars = 8 },
  { "router.payload-efficiency", N_ ("Payload, share of link"), .step = 0.01, .width_chars = 6 },
  { "router.aries-hop-ns", N_ ("Hop, ns"), .step = 1, .width_chars = 6 },
  { "router.aries-buffer", N_ ("Input buffer, flits (assumed)"), .step = 1, .width_chars = 6 },
  { "router.aries-payload-bytes", N_ ("Packet, bytes (assumed)"), .step = 8, .width_chars = 6 },
  { "router.aries-outstanding", N_ ("Outstanding packets"), .step = 1, .width_chars = 6 },
  { "input-queued.vcs", .step = 1, .width_chars = 6 },
  { "input-queued.buffer-flits", N_ ("VC buffer, flits"), .step = 1, .width_chars = 6 },
  { "input-queued.routing-delay", N_ ("Routing, cycles"), .step = 1, .width_chars = 6 },
  { "input-queued.vc-allocation-delay", N_ ("VC allocation, cycles"), .step = 1, .width_chars = 6 },
  { "input-queued.switch-allocation-delay", N_ ("Switch allocation, cycles"), .step = 1,
    .width_chars = 6 },
  { "input-queued.switch-traversal-delay", N_ ("Switch traversal, cycles"), .step = 1,
    .width_chars = 6 },
  { "input-queued.channel-delay", N_ ("Channel, cycles"), .step = 1, .width_chars = 6 },
  { "input-queued.global-channel-delay", N_ ("Global channel, cycles"), .step = 1,
    .width_chars = 6 },
  { "input-queued.credit-delay", N_ ("Credit, cycles"), .step = 1, .width_chars = 6 },
  { "input-queued.allocator-iterations", .step = 1, .width_chars = 6 },
};

static const DlKeyInfo simulation[] = {
  { "simulation.warmup-cycles", .step = 1000, .width_chars = 8, .word = N_ ("auto") },
  { "simulation.cycles", N_ ("Cycles"), .step = 1000, .width_chars = 8 },
  { "simulation.precision", .step = 0.01, .width_chars = 8 },
  { "simulation.threads", .step = 1, .width_chars = 8 },
};

static const DlChoiceInfo stop = { "simulation.stop", N_ ("_Stop") };

static const DlOption stops[] = {
  { "cycles", N_ ("After the cycles"), N_ ("A run ends after its cycles.") },
  { "precision", N_ ("At the precision"),
    N_ ("A run ends as soon as it has converged, or after its cycles.") },
};

static void
fill_models (DlRouterPanel *self, const DlFamily *family)
{
  guint n, n_choices = 0;
  const DlRouterModel *const *models = dl_router_models (&n);
  g_autofree DlOption *choices = g_new (DlOption, n);

  if (self->family == family)
    return;
  self->family = family;
  for (guint i = 0; i < n; i++)
    if (dl_router_model_routes (models[i], family))
      choices[n_choices++] = (DlOption) { models[i]->id, models[i]->title, models[i]->description };
  dl_choice_row_fill (DL_CHOICE_ROW (self->model), choices, n_choices);
}

static void
follow (DlSettings *settings, const DlScenario *scenario)
{
  fill_models (DL_ROUTER_PANEL (settings), scenario->family);
}

static void
add_router (DlRouterPanel *self)
{
  static const DlChoiceInfo model = { "router.model", N_ ("Mod_el") };
  GtkWidget *expander = gtk_expander_new (NULL);
  GtkWidget *title = gtk_label_new (_ ("Router"));
  GtkWidget *card = dl_settings_new_card ();

  gtk_widget_add_css_class (title, "dl-group-title");
  gtk_expander_set_label_widget (GTK_EXPANDER (expander), title);
  self->model = dl_choice_row_new (&model);
  gtk_box_append (GTK_BOX (card), self->model);
  dl_key_rows_add (card, router, G_N_ELEMENTS (router));
  dl_compat_set_expander_child (GTK_EXPANDER (expander), card);
  gtk_widget_set_tooltip_text (
      title, _ ("Buffers, delays and rates of the routers (age paper, sections 1.2 and 2; "
                "Cascade paper, section VIII; Dally & Towles 2004, chapters 16 to 19)"));
  gtk_box_append (GTK_BOX (self), expander);
}

static void
dl_router_panel_class_init (DlRouterPanelClass *class)
{
  DL_SETTINGS_CLASS (class)->follow = follow;
}

static void
dl_router_panel_init (DlRouterPanel *self)
{
  GtkWidget *group, *row;

  gtk_widget_add_css_class (GTK_WIDGET (self), "dl-panel");
  add_router (self);
  group = dl_settings_add_group (GTK_WIDGET (self), _ ("Simulation"));
  dl_key_rows_add (group, simulation, G_N_ELEMENTS (simulation));
  row = dl_choice_row_new (&stop);
  dl_choice_row_fill (DL_CHOICE_ROW (row), stops, G_N_ELEMENTS (stops));
  gtk_box_append (GTK_BOX (group), row);
}

GtkWidget *
dl_router_panel_new (void)
{
  return g_object_new (DL_TYPE_ROUTER_PANEL, NULL);
}

#define WIDTH 250

struct _DlPlainPanel
{
  DlSettings parent;
  GtkWidget *groups;
  GPtrArray *infos; /* of the rows */
};

#define DL_TYPE_PLAIN_PANEL (dl_plain_panel_get_type ())
G_DECLARE_FINAL_TYPE (DlPlainPanel, dl_plain_panel, DL, PLAIN_PANEL, DlSettings)
G_DEFINE_FINAL_TYPE (DlPlainPanel, dl_plain_panel, DL_TYPE_SETTINGS)

static GtkWidget *
new_choice (DlPlainPanel *self, const DlField *field, GStrv words)
{
  const guint n = g_strv_length (words);
  DlChoiceInfo *info = g_new0 (DlChoiceInfo, 1);
  g_autofree DlOption *choices = g_new (DlOption, n);
  GtkWidget *row;

  g_ptr_array_add (self->infos, info);
  info->key = field->name;
  info->name = field->title;
  row = dl_choice_row_new (info);
  for (guint i = 0; i < n; i++)
    {
      const char *word = g_intern_string (words[i]); /* choices are not copied */
      const char *title = dl_field_value_title (field, word);

      choices[i] = (DlOption) { word, title != NULL ? title : word, NULL };
    }
  dl_choice_row_fill (DL_CHOICE_ROW (row), choices, n);
  return row;
}

static GtkWidget *
new_entry (DlPlainPanel *self, const DlField *field)
{
  DlKeyInfo *info = g_new0 (DlKeyInfo, 1);

  g_ptr_array_add (self->infos, info);
  info->key = field->name;
  info->step = dl_field_is_number (field) ? 1 : 0;
  info->width_chars = 9;
  return dl_key_row_new (info);
}

/* A row for each key that has a title, except lists of faults. */
static void
add_keys (DlPlainPanel *self, const DlFamily *family)
{
  GtkWidget *card = dl_settings_add_group (self->groups, _ (family->title));
  guint n;
  const DlField *fields = dl_fields (&n);

  for (guint i = 0; i < n; i++)
    {
      g_auto (GStrv) words = NULL;

      if (fields[i].family != family || fields[i].title == NULL || dl_field_is_list (&fields[i]))
        continue;
      words = dl_field_words (&fields[i]);
      gtk_box_append (GTK_BOX (card), words != NULL ? new_choice (self, &fields[i], words)
                                                    : new_entry (self, &fields[i]));
    }
}

static void
finalize (GObject *object)
{
  g_ptr_array_unref (DL_PLAIN_PANEL (object)->infos);
  G_OBJECT_CLASS (dl_plain_panel_parent_class)->finalize (object);
}

static void
dl_plain_panel_class_init (DlPlainPanelClass *class)
{
  G_OBJECT_CLASS (class)->finalize = finalize;
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (class), GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
on_text_size (GtkWidget *self)
{
  gtk_widget_set_size_request (self, (int) (WIDTH * MIN (dl_text_size_scale (), 1.8)), -1);
}

static void
dl_plain_panel_init (DlPlainPanel *self)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();

  self->infos = g_ptr_array_new_with_free_func (g_free);
  self->groups = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_add_css_class (self->groups, "dl-groups");
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), self->groups);
  gtk_widget_set_vexpand (scroller, TRUE);
  gtk_box_append (GTK_BOX (self), scroller);
  dl_text_size_follow (GTK_WIDGET (self), G_CALLBACK (on_text_size), self);
  gtk_widget_add_css_class (GTK_WIDGET (self), "dl-config");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Configuration"), -1);
}

GtkWidget *
dl_plain_panel_new (DlView *view, const DlFamily *family)
{
  return dl_plain_panel_new_with (view, family, NULL);
}

GtkWidget *
dl_plain_panel_new_with (DlView *view, const DlFamily *family, GtkWidget *own)
{
  DlPlainPanel *self = g_object_new (DL_TYPE_PLAIN_PANEL, NULL);

  if (own != NULL)
    gtk_box_append (GTK_BOX (self->groups), own);
  else
    add_keys (self, family);
  gtk_box_append (GTK_BOX (self->groups), dl_faults_panel_new ());
  gtk_box_append (GTK_BOX (self->groups), dl_traffic_panel_new ());
  gtk_box_append (GTK_BOX (self->groups), dl_router_panel_new ());
  dl_settings_set_session (DL_SETTINGS (self), dl_view_get_session (view));
  return GTK_WIDGET (self);
}
