#include "dl-shape-box.h"

#include "dl-choice-row.h"
#include "dl-machine-box.h"
#include "dl-number-row.h"
#include "dl-session-edits.h"

#include <glib/gi18n-lib.h>

struct _DlShapeBox
{
  DlSettings parent;
};

G_DEFINE_FINAL_TYPE (DlShapeBox, dl_shape_box, DL_TYPE_SETTINGS)

/* Scopes --------------------------------------------------------------------------------------- */

static gboolean
is_generic (const DlScenario *scenario)
{
  return dl_dragonfly_options (scenario)->spec.shape == DL_DRAGONFLY_GENERIC;
}

static gboolean
is_aries (const DlScenario *scenario)
{
  return !is_generic (scenario);
}

static gboolean
has_cables (const DlScenario *scenario)
{
  return dl_dragonfly_options (scenario)->spec.groups > 1;
}

/* Numbers -------------------------------------------------------------------------------------- */

static gint
get_last_chassis (const DlScenario *scenario)
{
  const DlDragonflySpec *spec = &dl_dragonfly_options (scenario)->spec;

  return spec->last_chassis != 0 ? spec->last_chassis : spec->chassis;
}

/* As many as the others is what 0 says, whatever they have then. */
static char *
text_last_chassis (const DlScenario *scenario, gint value)
{
  const gboolean is_whole = value == (gint) dl_dragonfly_options (scenario)->spec.chassis;

  return g_strdup_printf ("%d", is_whole ? 0 : value);
}

static char *
of_most (guint most)
{
  /* Translators: the most that fits, beside a number: “6 of 17” with the words before the number */
  return g_strdup_printf (_ ("of at most %u"), most);
}

static char *
most_cables (const DlScenario *scenario)
{
  return of_most (dl_dragonfly_spec_max_cables (&dl_dragonfly_options (scenario)->spec));
}

/* Each router of a group can lead to others: a h + 1 groups. */
static char *
most_groups (const DlScenario *scenario)
{
  return of_most (dl_dragonfly_options (scenario)->spec.routers
                      * dl_dragonfly_options (scenario)->spec.globals
                  + 1);
}

static const DlNumberInfo numbers[] = {
  { "dragonfly.groups", N_ ("_Groups"),
    N_ ("Groups of routers, 1 to 241; each pair has the same number of blue cables (Cascade paper, "
        "section II.C). Type, use the arrow keys, or drag up and down"),
    1, DL_DRAGONFLY_MAX_GROUPS, is_aries, NULL, NULL, NULL },
  { "dragonfly.groups", N_ ("_Groups"),
    N_ ("Groups of routers, at most a h + 1, so that each has a link to all others (generic "
        "dragonfly: this program’s own). Type, use the arrow keys, or drag up and down"),
    1, 1024, is_generic, NULL, NULL, most_groups },
  { "dragonfly.chassis", N_ ("_Chassis"),
    N_ ("Chassis of a group, 1 to 6; black links join the same slots of all of them (Cascade "
        "paper, section II.C). Type, use the arrow keys, or drag up and down"),
    1, DL_CASCADE_CHASSIS, NULL, NULL, NULL, NULL },
  { "dragonfly.last-chassis", N_ ("Last group’s chassis"),
    N_ ("Chassis of the last group, which can be smaller in a small system (Cascade paper, "
        "section II.D). Type, use the arrow keys, or drag up and down"),
    1, DL_CASCADE_CHASSIS, NULL, get_last_chassis, text_last_chassis, NULL },
  { "dragonfly.blades", N_ ("_Blades"),
    N_ ("Blades of a chassis, 1 to 16, one Aries router each; green links join all of them "
        "(Cascade "
        "paper, section II.C). Type, use the arrow keys, or drag up and down"),
    1, DL_CASCADE_BLADES, NULL, NULL, NULL, NULL },
  { "dragonfly.cables-per-pair", N_ ("C_ables per pair"),
    N_ ("Blue cables of each pair of groups, four links each. A whole group has 240 ports for all "
        "of them (Cascade paper, section II.D). Type, use the arrow keys, or drag up and down"),
    1, 240, has_cables, NULL, NULL, most_cables },
  { "dragonfly.routers-per-group", N_ ("Routers per group, _a"),
    N_ ("Routers of a group, 1 to 128, each joined to all others (generic dragonfly: this "
        "program’s own). Type, use the arrow keys, or "
        "drag up and down"),
    1, 128, NULL, NULL, NULL, NULL },
  { "dragonfly.nodes-per-router", N_ ("Nodes per router, _p"),
    N_ ("Nodes of a router, 1 to 64 (generic dragonfly: this program’s own). Type, use the arrow "
        "keys, or drag up and down"),
    1, 64, NULL, NULL, NULL, NULL },
  { "dragonfly.global-per-router", N_ ("Global links per router, _h"),
    N_ ("Links of a router to other groups, 0 to 64 (generic dragonfly: this program’s own). Type, "
        "use the arrow keys, or drag up and "
        "down"),
    0, 64, NULL, NULL, NULL, NULL },
};

/* The shape ------------------------------------------------------------------------------------ */

static void
choose_shape (DlSession *session, const char *id)
{
  dl_session_set (session, "dragonfly.shape", id, FALSE);
}

static GtkWidget *
new_shape (void)
{
  static const DlOption shapes[] = {
    { "aries", N_ ("Cray Cascade"),
      N_ ("Groups of chassis and blades with one Aries router each, as in the Cascade paper") },
    { "generic", N_ ("Generic (a, p, h)"),
      N_ ("Groups of a fully connected routers, with p nodes and h global links each") },
  };
  static const DlChoiceInfo info = { "dragonfly.shape", N_ ("S_hape"), choose_shape };
  GtkWidget *row = dl_choice_row_new (&info);

  dl_choice_row_fill (DL_CHOICE_ROW (row), shapes, G_N_ELEMENTS (shapes));
  return row;
}

static void
dl_shape_box_class_init (DlShapeBoxClass *class)
{
}

static void
dl_shape_box_init (DlShapeBox *self)
{
  GtkWidget *card = dl_settings_add_group (GTK_WIDGET (self), _ ("Topology"));

  gtk_box_append (GTK_BOX (card), new_shape ());
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    gtk_box_append (GTK_BOX (card), dl_number_row_new (&numbers[i]));
  gtk_box_append (GTK_BOX (card), dl_machine_box_new ());
}

GtkWidget *
dl_shape_box_new (void)
{
  return g_object_new (DL_TYPE_SHAPE_BOX, NULL);
}
