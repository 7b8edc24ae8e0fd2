#include "dl-sweep-setup.h"

#include "dl-choices.h"
#include "dl-edit.h"
#include "dl-field-propose.h"
#include "dl-pane.h"
#include "dl-sweep-job.h"

#include <glib/gi18n-lib.h>

#include <string.h>

#define N_KEYS 2

struct _DlSweepSetup
{
  GtkWidget parent;
  DlSession *session;
  GArray *suiting; /* gboolean: does each of dl_fields suit the scenario? */
  GArray *names;   /* const DlField *: of the drop-downs, in their order */
  guint part;      /* of a list, as dl_field_propose has it */
  gboolean filling;

  GtkWidget *box;
  GtkDropDown *keys[N_KEYS];
  GtkEntry *values[N_KEYS];
  GtkDropDown *mode;
  GtkSpinButton *seeds;
  GtkEntry *warmup, *cycles;
  GtkWidget *lengths; /* for simulations only */
};

G_DEFINE_FINAL_TYPE (DlSweepSetup, dl_sweep_setup, GTK_TYPE_WIDGET)

static guint changed_signal;

static const char *const analyzed = "analysed", *const simulated = "simulated";

static const DlOption modes[] = {
  { "simulated", N_ ("Simulate"), N_ ("Every point is simulated and analyzed") },
  { "analysed", N_ ("Analyze Only"),
    N_ ("At once, without simulation: VC balance, channel loads, reachability, deadlock") },
};

/* Keys ----------------------------------------------------------------------------------------- */

/* Title of a key, and its name in files and on the command line. */
static char *
key_name (const DlField *field)
{
  const char *title = dl_field_title (field);

  return title != NULL ? g_strdup_printf ("%s (%s.%s)", title, field->group, field->key)
                       : g_strdup_printf ("%s.%s", field->group, field->key);
}

/* Find the keys that suit the scenario. FALSE: the same as before. */
static gboolean
find_suiting (DlSweepSetup *self)
{
  const DlScenario *scenario = dl_session_get_scenario (self->session);
  gboolean changed = FALSE;
  guint n;
  const DlField *fields = dl_fields (&n);

  g_array_set_size (self->suiting, n);
  for (guint i = 0; i < n; i++)
    {
      gboolean *suits = &g_array_index (self->suiting, gboolean, i);

      if (*suits == dl_field_suits (&fields[i], scenario))
        continue;
      *suits = !*suits;
      changed = TRUE;
    }
  return changed;
}

static void
fill_keys (DlSweepSetup *self)
{
  const DlScenario *scenario = dl_session_get_scenario (self->session);
  GtkStringList *names[N_KEYS];
  guint n;
  const DlField *fields = dl_fields (&n);

  g_array_set_size (self->names, 0);
  for (guint i = 0; i < N_KEYS; i++)
    names[i] = gtk_string_list_new (NULL);
  gtk_string_list_append (names[1], _ ("No second key"));
  for (guint i = 0; i < n; i++)
    {
      const DlField *field = &fields[i];
      const gboolean suits = g_array_index (self->suiting, gboolean, i);
      g_autofree char *values = suits ? dl_field_propose (field, scenario, G_MAXUINT) : NULL;
      g_autofree char *name = key_name (field);

      if (values == NULL && !(dl_field_is_list (field) && suits))
        continue;
      g_array_append_val (self->names, field);
      for (guint j = 0; j < N_KEYS; j++)
        gtk_string_list_append (names[j], name);
    }
  for (guint i = 0; i < N_KEYS; i++)
    {
      gtk_drop_down_set_model (self->keys[i], G_LIST_MODEL (names[i]));
      dl_choices_make_room (self->keys[i]);
      g_object_unref (names[i]);
    }
}

/* NULL: none. The second drop-down begins with that. */
static const DlField *
field_of (DlSweepSetup *self, guint key)
{
  const guint selected = gtk_drop_down_get_selected (self->keys[key]);

  return selected != GTK_INVALID_LIST_POSITION && selected >= key
                 && selected - key < self->names->len
             ? g_array_index (self->names, const DlField *, selected - key)
             : NULL;
}

static void
select_field (DlSweepSetup *self, guint key, const DlField *field)
{
  guint at = 0;

  for (guint i = 0; i < self->names->len; i++)
    if (g_array_index (self->names, const DlField *, i) == field)
      at = i + key;
  gtk_drop_down_set_selected (self->keys[key], at);
}

static void
propose (DlSweepSetup *self, guint key)
{
  const DlField *field = field_of (self, key);
  g_autofree char *values
      = field != NULL
            ? dl_field_propose (field, dl_session_get_scenario (self->session), self->part)
            : NULL;

  gtk_editable_set_text (GTK_EDITABLE (self->values[key]), values != NULL ? values : "");
}

/* Choices -------------------------------------------------------------------------------------- */

static gboolean
is_only_analyzed (DlSweepSetup *self)
{
  return g_strcmp0 (dl_choices_get (self->mode), analyzed) == 0;
}

static void
update (DlSweepSetup *self)
{
  gtk_widget_set_visible (gtk_widget_get_parent (GTK_WIDGET (self->values[1])),
                          field_of (self, 1) != NULL);
  gtk_widget_set_sensitive (self->lengths, !is_only_analyzed (self));
}

static void
changed (DlSweepSetup *self)
{
  if (self->filling)
    return;
  update (self);
  g_signal_emit (self, changed_signal, 0);
}

static void
on_key (GtkDropDown *down, GParamSpec *pspec, DlSweepSetup *self)
{
  const guint key = down == self->keys[0] ? 0 : 1;

  if (self->filling)
    return;
  self->filling = TRUE;
  self->part = G_MAXUINT;
  propose (self, key);
  self->filling = FALSE;
  changed (self);
}

static void
show_lengths (DlSweepSetup *self, const DlScenario *scenario)
{
  g_autofree char *warmup = dl_field_get (dl_field_find ("simulation", "warmup-cycles"), scenario);
  g_autofree char *cycles = dl_field_get (dl_field_find ("simulation", "cycles"), scenario);

  gtk_editable_set_text (GTK_EDITABLE (self->warmup), warmup);
  gtk_editable_set_text (GTK_EDITABLE (self->cycles), cycles);
}

/* A scenario of another kind has other keys. */
static void
follow_suiting (DlSweepSetup *self)
{
  const DlScenario *scenario = dl_session_get_scenario (self->session);
  const DlField *period = dl_field_find ("router", "age-clock-period");

  if (!find_suiting (self))
    return;
  self->filling = TRUE;
  fill_keys (self);
  gtk_drop_down_set_selected (self->keys[1], 0);
  gtk_editable_set_text (GTK_EDITABLE (self->values[1]), "");
  select_field (self, 0,
                dl_field_suits (period, scenario) ? period : dl_field_find ("traffic", "load"));
  self->part = G_MAXUINT;
  propose (self, 0);
  show_lengths (self, scenario);
  self->filling = FALSE;
  changed (self);
}

void
dl_sweep_setup_choose (DlSweepSetup *self, const DlField *field, guint part)
{
  follow_suiting (self);
  self->filling = TRUE;
  self->part = part;
  select_field (self, 0, field);
  gtk_drop_down_set_selected (self->keys[1], 0);
  propose (self, 0);
  dl_choices_select (self->mode, field->simulated ? simulated : analyzed);
  show_lengths (self, dl_session_get_scenario (self->session));
  self->filling = FALSE;
  changed (self);
}

/* An entry would cut off the end, and with it points. */
static gboolean
has_room (const DlSweepSpec *spec)
{
  for (guint i = 0; i < MIN (spec->keys->len, N_KEYS); i++)
    {
      g_autofree char *line = dl_sweep_spec_assignment (spec, i);

      if (g_utf8_strlen (line, -1) > GTK_ENTRY_BUFFER_MAX_SIZE)
        return FALSE;
    }
  return TRUE;
}

void
dl_sweep_setup_show (DlSweepSetup *self, const DlSweepSpec *spec)
{
  if (!has_room (spec))
    return;
  follow_suiting (self);
  self->filling = TRUE;
  gtk_drop_down_set_selected (self->keys[1], 0);
  for (guint i = 0; i < MIN (spec->keys->len, N_KEYS); i++)
    {
      const DlSweepKey *key = g_ptr_array_index (spec->keys, i);
      g_autofree char *line = dl_sweep_spec_assignment (spec, i);

      select_field (self, i, key->field);
      gtk_editable_set_text (GTK_EDITABLE (self->values[i]), strchr (line, '=') + 1);
    }
  gtk_spin_button_set_value (self->seeds, spec->n_seeds);
  dl_choices_select (self->mode, spec->only_static ? analyzed : simulated);
  show_lengths (self, spec->scenario);
  self->filling = FALSE;
  changed (self);
}

static gboolean
set_lengths (DlSweepSetup *self, DlScenario *scenario, GError **error)
{
  g_autoptr (GPtrArray) edits = dl_edits_new ();

  dl_edits_add (edits, DL_EDIT_SET, "simulation.warmup-cycles",
                gtk_editable_get_text (GTK_EDITABLE (self->warmup)));
  dl_edits_add (edits, DL_EDIT_SET, "simulation.cycles",
                gtk_editable_get_text (GTK_EDITABLE (self->cycles)));
  return dl_scenario_apply (scenario, edits, NULL, NULL, error);
}

DlSweepSpec *
dl_sweep_setup_get_spec (DlSweepSetup *self, GError **error)
{
  g_autoptr (DlSweepSpec) spec = dl_sweep_spec_new (dl_session_get_scenario (self->session));

  spec->only_static = is_only_analyzed (self);
  spec->n_seeds = spec->only_static ? 1 : gtk_spin_button_get_value_as_int (self->seeds);
  if (!spec->only_static && !set_lengths (self, spec->scenario, error))
    return NULL;
  for (guint i = 0; i < N_KEYS; i++)
    {
      const DlField *field = field_of (self, i);
      g_autofree char *text = NULL;

      if (field == NULL)
        continue;
      text = g_strdup_printf ("%s.%s=%s", field->group, field->key,
                              gtk_editable_get_text (GTK_EDITABLE (self->values[i])));
      if (!dl_sweep_spec_vary (spec, text, error))
        return NULL;
    }
  return dl_sweep_job_check_size (spec, error) && dl_sweep_spec_check (spec, NULL, error)
             ? g_steal_pointer (&spec)
             : NULL;
}

/* Widget --------------------------------------------------------------------------------------- */

static GtkWidget *
add_row (GtkWidget *box, const char *title, GtkWidget *control, const char *tooltip)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  GtkWidget *label = gtk_label_new_with_mnemonic (title);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_mnemonic_widget (GTK_LABEL (label), control);
  gtk_widget_add_css_class (label, "dl-description");
  gtk_widget_set_tooltip_text (control, tooltip);
  gtk_accessible_update_relation (GTK_ACCESSIBLE (control), GTK_ACCESSIBLE_RELATION_LABELLED_BY,
                                  label, NULL, -1);
  gtk_box_append (GTK_BOX (row), label);
  gtk_box_append (GTK_BOX (row), control);
  gtk_box_append (GTK_BOX (box), row);
  return row;
}

static GtkWidget *
add_title (GtkWidget *box, const char *title)
{
  GtkLabel *label = dl_pane_add_label (box, "dl-group-title", FALSE);

  gtk_label_set_text (label, title);
  return GTK_WIDGET (label);
}

static void
setup_chosen (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  gtk_list_item_set_child (
      item, g_object_new (GTK_TYPE_LABEL, "xalign", 0.0f, "ellipsize", PANGO_ELLIPSIZE_END, NULL));
}

static void
bind_chosen (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  GtkWidget *label = gtk_list_item_get_child (item);
  const char *name = gtk_string_object_get_string (gtk_list_item_get_item (item));

  gtk_label_set_label (GTK_LABEL (label), name);
  gtk_widget_set_tooltip_text (label, name); /* all of it */
}

/* The list has room for the names of keys, the button need not. */
static void
ellipsize_button (GtkDropDown *down)
{
  g_autoptr (GtkListItemFactory) chosen = gtk_signal_list_item_factory_new ();

  g_signal_connect (chosen, "setup", G_CALLBACK (setup_chosen), NULL);
  g_signal_connect (chosen, "bind", G_CALLBACK (bind_chosen), NULL);
  gtk_drop_down_set_list_factory (down, gtk_drop_down_get_factory (down));
  gtk_drop_down_set_factory (down, chosen);
}

static void
add_key (DlSweepSetup *self, GtkWidget *box, guint key, const char *title, const char *values_title)
{
  GtkWidget *down = gtk_drop_down_new (
      NULL, gtk_property_expression_new (GTK_TYPE_STRING_OBJECT, NULL, "string"));
  GtkWidget *entry = gtk_entry_new ();

  gtk_drop_down_set_enable_search (GTK_DROP_DOWN (down), TRUE);
  ellipsize_button (GTK_DROP_DOWN (down));
  self->keys[key] = GTK_DROP_DOWN (down);
  self->values[key] = GTK_ENTRY (entry);
  gtk_widget_add_css_class (entry, "dl-number");
  add_row (box, title, down,
           key == 0 ? _ ("Varies from left to right")
                    : _ ("Varies from line to line, with all values of the first key"));
  add_row (box, values_title, entry,
           _ ("Values with commas between them (\\, for one inside of a value), FROM:TO:STEP, or "
              "FROM:TO:*FACTOR"));
  g_signal_connect (down, "notify::selected", G_CALLBACK (on_key), self);
  g_signal_connect_swapped (entry, "changed", G_CALLBACK (changed), self);
}

static GtkWidget *
cycles_entry (DlSweepSetup *self)
{
  GtkWidget *entry = gtk_entry_new ();

  gtk_entry_set_input_purpose (GTK_ENTRY (entry), GTK_INPUT_PURPOSE_DIGITS);
  gtk_editable_set_width_chars (GTK_EDITABLE (entry), 7);
  gtk_editable_set_max_width_chars (GTK_EDITABLE (entry), 9);
  gtk_widget_set_hexpand (entry, TRUE);
  gtk_widget_add_css_class (entry, "dl-number");
  g_signal_connect_swapped (entry, "changed", G_CALLBACK (changed), self);
  return entry;
}

static void
add_runs (DlSweepSetup *self, GtkWidget *box)
{
  GtkWidget *mode = gtk_drop_down_new (NULL, NULL);
  GtkWidget *seeds = gtk_spin_button_new_with_range (1, DL_SWEEP_MAX_SEEDS, 1);
  GtkWidget *pair = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *warmup = cycles_entry (self), *cycles = cycles_entry (self);

  self->mode = GTK_DROP_DOWN (mode);
  self->seeds = GTK_SPIN_BUTTON (seeds);
  self->warmup = GTK_ENTRY (warmup);
  self->cycles = GTK_ENTRY (cycles);
  self->lengths = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  dl_choices_fill (self->mode, modes, G_N_ELEMENTS (modes));
  add_row (box, _ ("_What is done"), mode, _ ("Whether points are simulated or only analyzed"));
  add_row (self->lengths, _ ("Runs per _point"), seeds,
           /* xgettext:no-c-format */
           _ ("Consecutive seeds; with two or more runs, 95% confidence "
              "intervals"));
  gtk_spin_button_set_value (self->seeds, 3);
  gtk_box_set_homogeneous (GTK_BOX (pair), TRUE);
  add_row (pair, _ ("W_arm-up cycles"), warmup, _ ("Per run, excluded from the results"));
  add_row (pair, _ ("C_ycles"), cycles, _ ("Per run, included in the results"));
  gtk_box_append (GTK_BOX (self->lengths), pair);
  gtk_box_append (GTK_BOX (box), self->lengths);
  g_signal_connect_swapped (mode, "notify::selected", G_CALLBACK (changed), self);
  g_signal_connect_swapped (seeds, "value-changed", G_CALLBACK (changed), self);
}

static void
dispose (GObject *object)
{
  DlSweepSetup *self = DL_SWEEP_SETUP (object);

  self->filling = TRUE;
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (dl_sweep_setup_parent_class)->dispose (object);
}

static void
finalize (GObject *object)
{
  g_array_unref (DL_SWEEP_SETUP (object)->suiting);
  g_array_unref (DL_SWEEP_SETUP (object)->names);
  G_OBJECT_CLASS (dl_sweep_setup_parent_class)->finalize (object);
}

static void
dl_sweep_setup_class_init (DlSweepSetupClass *class)
{
  G_OBJECT_CLASS (class)->dispose = dispose;
  G_OBJECT_CLASS (class)->finalize = finalize;
  changed_signal = g_signal_new ("changed", DL_TYPE_SWEEP_SETUP, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                 NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (class), GTK_TYPE_BIN_LAYOUT);
}

static void
dl_sweep_setup_init (DlSweepSetup *self)
{
  self->suiting = g_array_new (FALSE, TRUE, sizeof (gboolean));
  self->names = g_array_new (FALSE, FALSE, sizeof (const DlField *));
  self->part = G_MAXUINT;
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  self->filling = TRUE;
  add_title (self->box, _ ("What is varied"));
  add_key (self, self->box, 0, _ ("_First key"), _ ("Its _values"));
  add_key (self, self->box, 1, _ ("_Second key"), _ ("Its va_lues"));
  add_title (self->box, _ ("Runs"));
  add_runs (self, self->box);
  self->filling = FALSE;
}

GtkWidget *
dl_sweep_setup_new (DlSession *session)
{
  DlSweepSetup *self = g_object_new (DL_TYPE_SWEEP_SETUP, NULL);

  self->session = g_object_ref (session);
  g_signal_connect_object (session, "notify::generation", G_CALLBACK (follow_suiting), self,
                           G_CONNECT_SWAPPED);
  follow_suiting (self);
  return GTK_WIDGET (self);
}
