#include "dl-scenario-file.h"

#include "dl-field.h"
#include "dl-scenario-resources.h"

#include <glib/gi18n-lib.h>

#include <string.h>

#define RESOURCE_PREFIX "/org/dateline/Dateline/scenarios/"

/* Each says what is documented, and by whom, and what is assumed. */
static const DlPreset presets[] = {
  { "xt3-11x12x16", "XT3 11x12x16",
    N_ ("The Cray XT3 of the Pittsburgh Supercomputing Center: 2,112 nodes. Documented (VC paper, "
        "sections 1 and 4): the size, a torus in all three dimensions, the four VC policies. "
        "Assumed: datelines at the last node of each dimension, ties going positive, no faults, "
        "service nodes like all others.") },
  { "red-storm-27x16x24", "Red Storm 27x16x24",
    N_ ("Red Storm of Sandia National Laboratories: 10,368 nodes in three regions. Documented "
        "(Sandia): the size of its compute section, a mesh in X and Y, a torus in Z. Assumed: "
        "the whole mesh switched together, no service nodes at its ends, dateline at z = 23, no "
        "faults.") },
  { "xt4-21x16x24", "XT4 21x16x24",
    N_ ("Jaguar of Oak Ridge National Laboratory as a Cray XT4: 8,064 nodes in three regions. "
        "Documented (Oak Ridge): the size, a torus in all three dimensions. Assumed: datelines at "
        "the last node of each dimension, no faults, service nodes like all others.") },
  { "titan-25x16x24", N_ ("Titan-sized 25x16x24"),
    N_ ("A network of the size of Titan, Oak Ridge National Laboratory: 9,600 routers in three "
        "regions. Documented (Oak Ridge): the size, a torus in all three dimensions, and that "
        "Titan had Gemini routers with two nodes each. Assumed here, unlike Titan: one node a "
        "router, the routing and the links of the Cray XT, the same in all dimensions; also the "
        "datelines at the last node of each dimension.") },
  { "torus-32x32x32", "Torus 32x32x32",
    N_ ("32,768 nodes in eight regions, the most that the 15-bit destination of the Cray XT can "
        "name. Documented (VC paper, sections 1 and 2): this limit. Assumed: the shape, which is "
        "that of no machine, and datelines at the last node of each dimension.") },
  { "ring-8", N_ ("Ring of 8"),
    N_ ("One ring of 8 nodes, to see what a dateline does. Documented: nothing, it is made for "
        "teaching. Assumed: the dateline at x = 7.") },
  { "mesh-4x4", N_ ("Mesh 4x4"),
    N_ ("A plane of 4 by 4 nodes without rings, so without datelines: every run may take either "
        "virtual channel. Documented: nothing, it is made for teaching.") },
  { "torus-5x5x5", "Torus 5x5x5",
    N_ ("125 nodes: the smallest torus with detours of every kind, for faults and deadlock. "
        "Documented: nothing, it is made for teaching. Assumed: datelines at the last node of "
        "each dimension.") },
  { "edison", N_ ("Edison 15 groups"),
    N_ ("A Cray Cascade of 15 groups, 5,760 nodes, wired like Edison of NERSC. Documented (its own "
        "cabling, and the Cascade paper): groups of 6 chassis of 16 Aries, 6 blue cables a pair of "
        "groups, where each ends. Assumed: all nodes are there and work; the machine numbers its "
        "groups with a gap."),
    DL_KIND_DRAGONFLY },
  { "theta-sized", N_ ("Theta-sized 9 groups"),
    N_ ("A Cray Cascade of 9 groups, 3,456 nodes, of the size of Theta, Argonne. Documented (its "
        "cabling): 12 blue cables a pair of groups. Assumed: all its groups are whole."),
    DL_KIND_DRAGONFLY },
  { "cascade-8", N_ ("Cascade 8 groups"),
    N_ ("8 groups, 3,072 nodes: the network of figures 9 to 12 of the Cascade paper. Documented: "
        "the size. Assumed: as many blue cables as fit, 34 a pair of groups."),
    DL_KIND_DRAGONFLY },
  { "cascade-64", N_ ("Cascade 64 groups"),
    N_ ("64 groups, 24,576 nodes: the largest network of figure 13 of the Cascade paper. "
        "Documented: the size. Assumed: as many blue cables as fit, 3 a pair of groups."),
    DL_KIND_DRAGONFLY },
  { "cascade-241", N_ ("Cascade 241 groups"),
    N_ ("241 groups, 92,544 nodes: the most that 240 blue cables a group can connect. Documented "
        "(Cascade paper, section 2): this limit."),
    DL_KIND_DRAGONFLY },
  { "cascade-2", N_ ("Cascade 2 small groups"),
    N_ ("Two groups of 2 chassis of 4 blades, to see what a packet does. Documented: nothing, it "
        "is made for teaching. Assumed: the wiring rule, for fewer chassis."),
    DL_KIND_DRAGONFLY },
  { "generic-33", N_ ("Dragonfly 33 groups"),
    N_ ("The balanced dragonfly of network simulators: 33 groups of 8 routers of 4 nodes and 4 "
        "global links, one between any two groups; 1,056 nodes."),
    DL_KIND_DRAGONFLY },
};

const DlPreset *
dl_presets (guint *n_presets)
{
  *n_presets = G_N_ELEMENTS (presets);
  return presets;
}

static const DlPreset *
find_preset (const char *id, GError **error)
{
  g_autoptr (GString) ids = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (presets); i++)
    {
      if (strcmp (presets[i].id, id) == 0)
        return &presets[i];
      g_string_append_printf (ids, "%s%s", i > 0 ? ", " : "", presets[i].id);
    }
  g_set_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_VALUE,
               _ ("there is no preset “%s” (there are %s)"), id, ids->str);
  return NULL;
}

DlScenario *
dl_preset_load (const char *id, GError **error)
{
  const DlPreset *preset = find_preset (id, error);
  g_autofree char *path = NULL;
  g_autofree char *name = NULL;
  g_autoptr (GBytes) bytes = NULL;
  const char *text;
  gsize length;

  if (preset == NULL)
    return NULL;
  /* Asked of our own resource: a static library's constructor may not have been linked in. */
  path = g_strconcat (RESOURCE_PREFIX, preset->id, ".dateline", NULL);
  bytes = g_resource_lookup_data (dl_scenarios_get_resource (), path, G_RESOURCE_LOOKUP_FLAGS_NONE,
                                  error);
  if (bytes == NULL)
    return NULL;
  name = g_strconcat ("preset:", preset->id, NULL);
  text = g_bytes_get_data (bytes, &length);
  return dl_scenario_parse (text, length, name, NULL, error);
}

DlScenario *
dl_preset_new_scenario (const char *id)
{
  g_autoptr (GError) error = NULL;
  DlScenario *scenario = dl_preset_load (id, &error);

  g_assert_no_error (error); /* it is part of the program */
  for (guint i = 0; i < G_N_ELEMENTS (presets); i++)
    if (strcmp (presets[i].id, id) == 0)
      dl_field_set (dl_field_find_name ("scenario.name"), scenario, _ (presets[i].title), NULL);
  return scenario;
}
