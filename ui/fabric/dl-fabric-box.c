#include "dl-fabric-box.h"

#include "dl-fabric-engine.h"
#include "dl-fabric-machines.h"
#include "dl-families.h"
#include "dl-key-row.h"

#include <glib/gi18n-lib.h>

struct _DlFabricBox
{
  DlSettings parent;
  GtkWidget *what, *irregular, *engine_note;
};

#define DL_TYPE_FABRIC_BOX (dl_fabric_box_get_type ())
G_DECLARE_FINAL_TYPE (DlFabricBox, dl_fabric_box, DL, FABRIC_BOX, DlSettings)
G_DEFINE_FINAL_TYPE (DlFabricBox, dl_fabric_box, DL_TYPE_SETTINGS)

/* Irregular lines of a file, below the box. */
#define MOST_LINES 4

/* Numbers ----------------------------------------------------------------------------------------
 */

static gboolean
has_levels (const DlScenario *scenario)
{
  return dl_fabric_options (scenario)->source == &dl_fabric_pgft
         && dl_fabric_options (scenario)->spec.n_parents > 1;
}

static gint
get_spines (const DlScenario *scenario)
{
  const DlFabricSpec *spec = &dl_fabric_options (scenario)->spec;

  return (gint) spec->parents[spec->n_parents - 1];
}

/* The last of the parents; the others stay. */
static char *
text_spines (const DlScenario *scenario, gint value)
{
  const DlFabricSpec *spec = &dl_fabric_options (scenario)->spec;
  GString *parents = g_string_new (NULL);

  for (guint i = 0; i + 1 < spec->n_parents; i++)
    g_string_append_printf (parents, "%u;", spec->parents[i]);
  g_string_append_printf (parents, "%d", value);
  return g_string_free (parents, FALSE);
}

/* Hosts or switches below a switch of the level under the top, to its cables upwards. */
static char *
taper (const DlScenario *scenario)
{
  const DlFabricSpec *spec = &dl_fabric_options (scenario)->spec;
  const guint h = spec->n_parents;
  const guint up = spec->parents[h - 1] * (spec->n_cables == h ? spec->cables[h - 1] : 1);
  const guint down = spec->n_levels == h ? spec->children[h - 2] : 0;

  /* Translators: how many cables go down for each that goes up, “taper 2.0:1” */
  return up > 0 && down > up ? g_strdup_printf (_ ("taper %.1f:1"), (double) down / up) : NULL;
}

#define SIZE(key, name, most, tooltip)                                                             \
  {                                                                                                \
    "fabric." key, name, tooltip, 1, most, NULL, NULL, NULL, NULL                                  \
  }

static const DlNumberInfo sizes[] = {
  { "fabric.parents", N_ ("Sp_ines"),
    N_ ("Switches of the top level above each switch of the level below: in a leaf and spine "
        "network the spines. Fewer than a switch has below it taper the tree (Zahavi 2010). Type, "
        "use the arrow "
        "keys, or drag up and down"),
    1, DL_FABRIC_MAX_PORTS, has_levels, get_spines, text_spines, taper },
  SIZE ("groups", N_ ("_Groups"), 1024,
        N_ ("Groups of leaf and spine switches (Shpiner et al. 2017). Type, use the arrow keys, or "
            "drag up and down")),
  SIZE ("leaves", N_ ("_Leaf switches per group"), DL_FABRIC_MAX_PORTS,
        N_ ("Leaf switches of a group, with hosts (Shpiner et al. 2017). Type, use the arrow keys, "
            "or drag up and down")),
  SIZE (
      "spines", N_ ("Spine s_witches per group"), DL_FABRIC_MAX_PORTS,
      N_ ("Spine switches of a group, with the links to other groups (Shpiner et al. 2017). Type, "
          "use the arrow keys, or drag up and down")),
  SIZE ("switches", N_ ("Swi_tches"), 4096,
        N_ ("Switches, joined at random (Singla et al. 2012). Type, use the arrow keys, or drag up "
            "and down")),
  SIZE ("degree", N_ ("_Degree"), DL_FABRIC_MAX_PORTS,
        N_ ("Cables to other switches of each switch (Singla et al. 2012). Type, use the arrow "
            "keys, or drag up and down")),
  { "fabric.radix", N_ ("I_nputs per switch"),
    N_ ("Inputs of each switch, and as many outputs (Dally & Towles 2004, 4.1). Type, use the "
        "arrow keys, or drag up and down"),
    2, DL_FABRIC_MAX_PORTS / 2, NULL, NULL, NULL, NULL },
  SIZE ("stages", N_ ("Sta_ges"), 12,
        N_ ("Stages of switches that each packet passes (Dally & Towles 2004, 4.1). Type, use the "
            "arrow keys, or drag up and down")),
  SIZE ("hosts-per-switch", N_ ("_Hosts per switch"), DL_FABRIC_MAX_PORTS,
        N_ ("Hosts of each switch, in a Dragonfly+ of each leaf switch (this program’s own). Type, "
            "use the arrow keys, or "
            "drag up and down")),
  SIZE ("ports-per-host", N_ ("Por_ts per machine"), DL_FABRIC_MAX_RAILS,
        N_ ("Hosts that are ports of one machine, each on a rail of its own (this program’s own). "
            "Type, use the arrow keys, or drag up and down")),
};

static const DlNumberInfo layers = SIZE ("layers", N_ ("La_yers"), 15,
                                         N_ ("Layers: virtual lanes that the routing engine may "
                                             "use, 1 to 15 (InfiniBand). Default 4. Type, "
                                             "use the arrow keys, or drag up and down"));

/* Lists and words --------------------------------------------------------------------------------
 */

static const DlKeyInfo by_level[] = {
  { .key = "fabric.children", .name = N_ ("_Children by level"), .width_chars = 9 },
  { .key = "fabric.parents", .name = N_ ("_Parents by level"), .width_chars = 9 },
  { .key = "fabric.size", .name = N_ ("Si_ze"), .width_chars = 9 },
  { .key = "fabric.twists", .name = N_ ("_Twists"), .width_chars = 9, .placeholder = N_ ("none") },
  { .key = "fabric.cables", .name = N_ ("Para_llel cables"), .width_chars = 9, .placeholder = "1" },
  { .key = "fabric.q", .name = N_ ("Prime power _q"), .step = 1, .width_chars = 5 },
};

static const DlKeyInfo service_names = { .key = "fabric.service-names",
                                         .name = N_ ("O_thers set apart"),
                                         .width_chars = 9,
                                         .placeholder = N_ ("none") };

static const DlKeyInfo machines
    = { .key = "fabric.machines", .name = N_ ("_Machines"), .width_chars = 9 };

static const DlKeyInfo rates = { .key = "fabric.rates",
                                 .name = N_ ("R_ates by level"),
                                 .width_chars = 9,
                                 .placeholder = N_ ("none") };

static const DlKeyInfo roots = {
  .key = "fabric.roots", .name = N_ ("_Roots"), .width_chars = 9, .placeholder = N_ ("automatic")
};

static void
add_engine (DlFabricBox *self)
{
  static const DlChoiceInfo info = { "fabric.engine", N_ ("_Engine") };
  GtkWidget *card = dl_settings_add_group (GTK_WIDGET (self), _ ("Routing"));
  static const DlChoiceInfo compare = { "fabric.adaptive-ports", N_ ("_Compared ports") };
  static const DlOption compares[]
      = { { "two", N_ ("Two at random"), N_ ("Each packet draws two ports of its own") },
          { "all", N_ ("All"), N_ ("All packets of a cycle see the same shortest queue") } };
  GtkWidget *row = dl_choice_row_new (&info), *compare_row = dl_choice_row_new (&compare);
  guint n;
  const DlFabricEngine *const *engines = dl_fabric_engines (&n);

  DL_CHOICE_ROW_FILL (DL_CHOICE_ROW (row), engines, n);
  gtk_box_append (GTK_BOX (card), row);
  self->engine_note = dl_settings_add_note (card, NULL);
  dl_choice_row_fill (DL_CHOICE_ROW (compare_row), compares, G_N_ELEMENTS (compares));
  gtk_box_append (GTK_BOX (card), compare_row);
  dl_key_rows_add (card, &roots, 1);
  gtk_box_append (GTK_BOX (card), dl_number_row_new (&layers));
}

static void
add_structure (GtkWidget *card)
{
  static const DlChoiceInfo info = { "fabric.source", N_ ("_Structure") };
  GtkWidget *row = dl_choice_row_new (&info);
  g_autoptr (GPtrArray) sources = g_ptr_array_new ();
  guint n;
  const DlFabricGenerator *const *generators = dl_fabric_generators (&n);

  for (guint i = 0; i < n; i++)
    g_ptr_array_add (sources, (gpointer) generators[i]);
  g_ptr_array_add (sources, (gpointer) &dl_fabric_from_file);
  const DlFabricGenerator *const *all = (const DlFabricGenerator *const *) sources->pdata;
  DL_CHOICE_ROW_FILL (DL_CHOICE_ROW (row), all, sources->len);
  gtk_box_append (GTK_BOX (card), row);
}

/* A machine's own files --------------------------------------------------------------------------
 */

static void
add_rails (GtkWidget *card)
{
  static const DlChoiceInfo info = { "fabric.rail-leaves", N_ ("Leaf _switches") };
  static const DlOption kinds[]
      = { { "optimized", N_ ("Of one rail"), N_ ("Each leaf switch has the ports of one rail") },
          { "mixed", N_ ("Mixed"), N_ ("Ports of a machine are side by side") } };
  GtkWidget *row = dl_choice_row_new (&info);

  dl_choice_row_fill (DL_CHOICE_ROW (row), kinds, G_N_ELEMENTS (kinds));
  gtk_box_append (GTK_BOX (card), row);
  dl_key_rows_add (card, &machines, 1);
  dl_key_rows_add (card, &rates, 1);
}

static void
add_machine (DlFabricBox *self, GtkWidget *card)
{
  static const DlChoiceInfo info = { "fabric.service", N_ ("A_ggregation nodes") };
  static const DlOption services[]
      = { { "apart", N_ ("Set apart"), N_ ("Shown, and without traffic") },
          { "hosts", N_ ("Hosts"), N_ ("Counted among the hosts, with traffic of their own") } };
  GtkWidget *service = dl_choice_row_new (&info), *buttons, *open;

  dl_choice_row_fill (DL_CHOICE_ROW (service), services, G_N_ELEMENTS (services));
  gtk_box_append (GTK_BOX (card), service);
  dl_key_rows_add (card, &service_names, 1);
  add_rails (card);
  self->what = dl_settings_add_note (card, NULL);
  self->irregular = dl_settings_add_note (card, NULL);
  buttons = dl_settings_add_buttons (card);
  open = dl_settings_add_button (
      buttons, _ ("_Files of a Machine…"),
      _ ("Open the topology of a real machine, as ibnetdiscover prints it or another program’s "
         "file has it, or its forwarding tables, as dump_fts prints them. Both can be dropped on "
         "the window"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (open), "win.open-machine");
  gtk_widget_set_hexpand (open, TRUE);
}

static char *
irregular_text (const DlFabricReport *report)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < MIN (report->n_notes, MOST_LINES); i++)
    {
      g_autofree char *line = dl_fabric_report_line (report, i, _ ("topology"));

      g_string_append_printf (text, "%s%s", i > 0 ? "\n" : "", line);
    }
  if (report->n_notes > MOST_LINES)
    g_string_append_printf (text,
                            g_dngettext (GETTEXT_PACKAGE, "\nand %'u more", "\nand %'u more",
                                         report->n_notes - MOST_LINES),
                            report->n_notes - MOST_LINES);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static char *
size_text (const DlFabric *fabric)
{
  if (fabric->machines != NULL)
    return g_strdup_printf (
        _ ("Switches: %'u, machines: %'u, rails: %u, hosts: %'u, ports per switch: up to %u"),
        fabric->n_switches, fabric->machines->n_machines, fabric->machines->n_rails,
        fabric->n_hosts, fabric->n_ports);
  return g_strdup_printf (_ ("Switches: %'u, hosts: %'u, ports per switch: up to %u"),
                          fabric->n_switches, fabric->n_hosts, fabric->n_ports);
}

/* Size, in words. */
static void
follow (DlSettings *settings, const DlScenario *scenario)
{
  DlFabricBox *self = DL_FABRIC_BOX (settings);
  const DlFabricWhole *whole = dl_fabric_options (scenario)->whole;
  g_autofree char *what = NULL, *irregular = NULL;

  if (scenario->family != &dl_family_fabric || whole == NULL)
    return;
  what = size_text (whole->fabric);
  gtk_label_set_label (GTK_LABEL (self->what), what);
  irregular = irregular_text (&whole->report);
  gtk_label_set_label (GTK_LABEL (self->irregular), irregular);
  gtk_widget_set_visible (self->irregular, *irregular != '\0');
  gtk_label_set_label (GTK_LABEL (self->engine_note),
                       _ (dl_fabric_options (scenario)->engine->description));
}

static void
dl_fabric_box_class_init (DlFabricBoxClass *class)
{
  DL_SETTINGS_CLASS (class)->follow = follow;
}

static void
dl_fabric_box_init (DlFabricBox *self)
{
  GtkWidget *card;

  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  card = dl_settings_add_group (GTK_WIDGET (self), _ ("Topology"));
  add_structure (card);
  dl_key_rows_add (card, by_level, G_N_ELEMENTS (by_level));
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    gtk_box_append (GTK_BOX (card), dl_number_row_new (&sizes[i]));
  add_machine (self, card);
  add_engine (self);
}

GtkWidget *
dl_fabric_box_new (void)
{
  return g_object_new (DL_TYPE_FABRIC_BOX, NULL);
}
