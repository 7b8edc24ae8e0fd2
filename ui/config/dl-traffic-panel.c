#include "dl-traffic-panel.h"

#include "dl-family.h"
#include "dl-key-row.h"
#include "dl-numerals.h"
#include "dl-program-box.h"
#include "dl-session-edits.h"
#include "dl-slider.h"
#include "dl-value.h"

#include <glib/gi18n-lib.h>

#include <string.h>

#define KEY "traffic.load"

struct _DlLoadBox
{
  DlSettings parent;
  GtkWidget *slider;
  GtkWidget *saturated;
  double load; /* the last that was not saturated: where the switch goes back to */
  gboolean following;
};

G_DEFINE_FINAL_TYPE (DlLoadBox, dl_load_box, DL_TYPE_SETTINGS)

/* Scopes: what loads and packets of a machine are counted in. */
static gboolean
counts_payload (const DlScenario *scenario)
{
  return dl_scenario_load_unit (scenario) != NULL;
}

static gboolean
counts_flits (const DlScenario *scenario)
{
  return !counts_payload (scenario);
}

/* The same key by what it counts. */
static const DlKeyInfo loads[] = {
  { KEY, N_ ("_Load, flits/cycle"),
    N_ ("Offered load: flits/node/cycle, 0 to 1, or “saturated”. Default 0.34. A link carries one "
        "flit/cycle (age paper, section 2)"),
    .step = 0.01, .width_chars = 8, .scope = counts_flits, .word = "saturated" },
  { KEY, N_ ("_Load, share"),
    N_ ("Offered load: share of the injection bandwidth of a node, about 10 GB/s of payload, 0 to "
        "1, or “saturated”. Default 0.34 (Cascade paper, section VIII)"),
    .step = 0.01, .width_chars = 8, .scope = counts_payload, .word = "saturated" },
};

static void
on_moved (GtkWidget *slider, double load, DlLoadBox *self)
{
  g_autofree char *text = dl_value_format_double (load);

  dl_settings_set (DL_SETTINGS (self), KEY, text);
}

static void
on_saturated (DlLoadBox *self)
{
  g_autofree char *load = dl_value_format_double (self->load);

  if (self->following)
    return;
  dl_settings_settled (DL_SETTINGS (self));
  dl_settings_set (DL_SETTINGS (self), KEY,
                   gtk_switch_get_active (GTK_SWITCH (self->saturated)) ? "saturated" : load);
  dl_settings_settled (DL_SETTINGS (self));
}

static void
box_follow (DlSettings *settings, const DlScenario *scenario)
{
  DlLoadBox *self = DL_LOAD_BOX (settings);
  const DlTrafficOptions *traffic = &scenario->traffic;
  g_autofree char *value = dl_value_format_double (traffic->load);
  g_autofree char *number = dl_numerals_show (value);
  g_autofree char *text = counts_payload (scenario)
                              ? g_strdup_printf (_ ("%s of the injection bandwidth"), number)
                              : g_strdup_printf (_ ("%s flits/node/cycle"), number);

  if (!traffic->saturated)
    self->load = traffic->load;
  self->following = TRUE;
  gtk_switch_set_active (GTK_SWITCH (self->saturated), traffic->saturated);
  self->following = FALSE;
  gtk_widget_set_sensitive (self->slider, !traffic->saturated);
  gtk_widget_set_tooltip_text (self->slider, _ (loads[counts_payload (scenario)].tooltip));
  dl_slider_follow (DL_SLIDER (self->slider), traffic->load,
                    traffic->saturated ? _ ("saturated") : text);
}

static void
dl_load_box_class_init (DlLoadBoxClass *class)
{
  DL_SETTINGS_CLASS (class)->follow = box_follow;
}

static void
add_load (DlLoadBox *self)
{
  GtkWidget *part = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *lines = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  self->slider = dl_slider_new (&dl_slider_root);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->slider), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Offered load"), -1);
  g_signal_connect (self->slider, "moved", G_CALLBACK (on_moved), self);
  g_signal_connect_swapped (self->slider, "settled", G_CALLBACK (dl_settings_settled), self);
  gtk_widget_add_css_class (lines, "dl-lines");
  gtk_widget_set_name (lines, KEY "/lines");
  gtk_box_append (GTK_BOX (lines), self->slider);
  dl_key_rows_add (part, loads, G_N_ELEMENTS (loads));
  gtk_box_append (GTK_BOX (part), lines);
  gtk_box_append (GTK_BOX (self), part);
}

static void
add_saturated (DlLoadBox *self)
{
  GtkWidget *line = dl_settings_add_line (GTK_WIDGET (self));

  self->saturated = gtk_switch_new ();
  dl_settings_add_name (line, _ ("Sat_urated"), self->saturated);
  gtk_widget_set_valign (self->saturated, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (
      self->saturated, _ ("Saturated: every source has an infinite backlog and sends as fast as "
                          "the network accepts. Default off (age paper, section 2)"));
  g_signal_connect_swapped (self->saturated, "notify::active", G_CALLBACK (on_saturated), self);
  gtk_widget_set_name (line, KEY "/saturated");
  gtk_box_append (GTK_BOX (line), self->saturated);
}

static gboolean
draws_packets (const DlScenario *scenario)
{
  return dl_field_is_read (dl_field_find ("traffic", "packet-lengths"), scenario);
}

static void
dl_load_box_init (DlLoadBox *self)
{
  static const DlKeyInfo rows[] = {
    { "traffic.packet-flits", N_ ("Packet, flits"),
      N_ ("Packet length: flits, 1 to 9. Default 9, the maximum (age paper, sections 1.1 and 3.2)"),
      1, 4, .scope = counts_flits },
    { "traffic.packet-flits", N_ ("Packet, flits"),
      N_ ("Packet length: flits of a full packet, 1 to 9. Default 9 (assumed; not in the Cascade "
          "paper)"),
      1, 4, .scope = counts_payload },
    { "traffic.packet-lengths", N_ ("Packet lengths"), .width_chars = 10, .scope = draws_packets,
      .placeholder = "1:3;9:1" },
    { "traffic.burst-messages", N_ ("Burst, packets"), .step = 1, .width_chars = 7 },
    { "traffic.response-share", N_ ("Responses, share"), .step = 0.01, .width_chars = 7 },
  };

  self->load = 0.34;
  gtk_widget_add_css_class (GTK_WIDGET (self), "dl-card-part");
  add_load (self);
  add_saturated (self);
  dl_key_rows_add (GTK_WIDGET (self), rows, G_N_ELEMENTS (rows));
}

static GtkWidget *
load_box_new (void)
{
  return g_object_new (DL_TYPE_LOAD_BOX, NULL);
}

struct _DlTrafficPanel
{
  DlSettings parent;
  GtkWidget *pattern, *placement;
  const DlFamily *family; /* the family whose patterns are listed */
};

G_DEFINE_FINAL_TYPE (DlTrafficPanel, dl_traffic_panel, DL_TYPE_SETTINGS)

/* Rows ----------------------------------------------------------------------------------------- */

static gboolean
has_target (const DlScenario *scenario)
{
  return scenario->traffic.pattern->needs_target;
}

static gboolean
has_seed (const DlScenario *scenario)
{
  return scenario->traffic.pattern->needs_seed;
}

static gboolean
has_messages (const DlScenario *scenario)
{
  return scenario->traffic.pattern->needs_bytes;
}

static gboolean
check_node (const DlScenario *scenario, const char *text, GError **error)
{
  const DlFamily *family = scenario->family;
  const gpointer shape = family->build (scenario, error);
  gboolean good;
  guint node;

  if (shape == NULL)
    return FALSE;
  good = family->sites (shape).parse (shape, text, &node, error);
  dl_shared_unref (shape);
  return good;
}

/* Where nodes are called anything, jobs and ranks are placed by their rules and by name, unless
 * these fill a file. */
static gboolean
has_rules (const DlScenario *scenario)
{
  return dl_family_has_pattern (scenario->family, &dl_pattern_jobs) && scenario->family->free_names
         && scenario->traffic.pattern->places
         && !dl_scenario_is_content (scenario->traffic.placement);
}

/* With the rest unchanged: what else is wrong is said elsewhere. */
static gboolean
check_rules (const DlScenario *scenario, const char *text, GError **error)
{
  const DlField *key = dl_field_find ("traffic", "placement"), *field = NULL;
  g_autoptr (DlScenario) other = dl_scenario_copy (scenario);
  g_autoptr (GError) why = NULL;
  const char *message;

  if (!dl_field_set (key, other, text, error))
    return FALSE;
  if (dl_scenario_check (other, &field, &why) || field != key)
    return TRUE;
  message = why->message;
  if (g_str_has_prefix (message, key->name)
      && g_str_has_prefix (message + strlen (key->name), ": "))
    message += strlen (key->name) + 2;
  g_set_error_literal (error, why->domain, why->code, message);
  return FALSE;
}

static const DlChoiceInfo self_packets = { "traffic.self", N_ ("To _itself") };

static const DlOption self_choices[] = {
  { "false", N_ ("Never"), N_ ("No node sends packets to itself.") },
  { "true", N_ ("As to others"),
    N_ ("A random destination may be the sending node itself, as in BookSim 2.") },
};

static const DlKeyInfo rows[] = {
  { "traffic.target", N_ ("Tar_get"),
    N_ ("The destination of all packets, by node name or number (this program’s own)"),
    .width_chars = 9, .scope = has_target, .check = check_node },
  { "scenario.seed", N_ ("See_d"), .width_chars = 9, .scope = has_seed },
  { "traffic.message-bytes", N_ ("_Message, bytes"), .step = 8, .width_chars = 9,
    .scope = has_messages },
  { "traffic.placement", N_ ("Placeme_nt"),
    N_ ("Hosts of each job: NAME:HOSTS:LEAVES, NAME:HOSTS:random, NAME:HOSTS:linear or "
        "NAME@HOST,…, with blanks between jobs; for ranks, linear or random. Default: all hosts in "
        "order (Cascade paper, section VIII)"),
    .width_chars = 18, .scope = has_rules, .check = check_rules,
    .placeholder = "a:8:2 b:4:random" },
};

/* Patterns ------------------------------------------------------------------------------------- */

static void
choose_pattern (DlSession *session, const char *id)
{
  dl_session_set_pattern (session, dl_pattern_find (id));
}

static void
fill_patterns (DlTrafficPanel *self, const DlFamily *family)
{
  const guint n = dl_family_n_patterns (family);
  g_autofree DlOption *choices = g_new (DlOption, n);

  if (self->family == family)
    return;
  self->family = family;
  for (guint i = 0; i < n; i++)
    {
      const DlPattern *pattern = family->patterns[i].pattern;

      choices[i] = (DlOption) { pattern->id, pattern->title,
                                dl_family_pattern_description (family, pattern) };
    }
  dl_choice_row_fill (DL_CHOICE_ROW (self->pattern), choices, n);
}

/* Where jobs are: that is a page of its own. */
static gboolean
has_places (const DlScenario *scenario)
{
  const char *pattern = scenario->traffic.pattern->id;

  return dl_family_has_feature (scenario->family, DL_FEATURE_PAGE, "jobs")
         && (g_str_equal (pattern, "jobs") || g_str_equal (pattern, "all-to-all"));
}

static void
follow (DlSettings *settings, const DlScenario *scenario)
{
  DlTrafficPanel *self = DL_TRAFFIC_PANEL (settings);

  fill_patterns (self, scenario->family);
  gtk_widget_set_visible (self->placement, has_places (scenario));
  /* One name for both is enough. */
  gtk_widget_set_visible (gtk_widget_get_first_child (self->placement), !has_rules (scenario));
}

static void
dl_traffic_panel_class_init (DlTrafficPanelClass *class)
{
  DL_SETTINGS_CLASS (class)->follow = follow;
}

static GtkWidget *
new_placement (void)
{
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  GtkWidget *button = gtk_button_new_with_mnemonic (_ ("_Jobs…"));

  gtk_widget_add_css_class (line, "dl-row");
  gtk_widget_set_name (line, "traffic-placement");
  gtk_widget_add_css_class (button, "dl-pill");
  gtk_widget_set_hexpand (button, TRUE);
  gtk_widget_set_halign (button, GTK_ALIGN_END);
  gtk_widget_set_tooltip_text (
      button, _ ("Placement: the nodes of each job, by rule or painted by hand (Cascade paper, "
                 "section VIII)"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.evidence-page");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "s", "jobs");
  dl_settings_add_name (line, _ ("Placement"), NULL);
  gtk_box_append (GTK_BOX (line), button);
  return line;
}

static void
dl_traffic_panel_init (DlTrafficPanel *self)
{
  static const DlChoiceInfo pattern = { "traffic.pattern", N_ ("Pa_ttern"), choose_pattern };
  GtkWidget *card = dl_settings_add_group (GTK_WIDGET (self), _ ("Traffic"));
  GtkWidget *to_itself;

  self->pattern = dl_choice_row_new (&pattern);
  self->placement = new_placement ();
  to_itself = dl_choice_row_new (&self_packets);
  dl_choice_row_fill (DL_CHOICE_ROW (to_itself), self_choices, G_N_ELEMENTS (self_choices));
  gtk_box_append (GTK_BOX (card), self->pattern);
  gtk_box_append (GTK_BOX (card), dl_program_box_new ());
  gtk_box_append (GTK_BOX (card), to_itself);
  dl_key_rows_add (card, rows, G_N_ELEMENTS (rows));
  gtk_box_append (GTK_BOX (card), self->placement);
  gtk_box_append (GTK_BOX (card), load_box_new ());
}

GtkWidget *
dl_traffic_panel_new (void)
{
  return g_object_new (DL_TYPE_TRAFFIC_PANEL, NULL);
}
