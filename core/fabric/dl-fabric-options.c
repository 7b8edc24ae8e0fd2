#include "dl-fabric-options.h"

#include "dl-edit.h"
#include "dl-fabric-family-private.h"
#include "dl-fabric-places.h"
#include "dl-memory.h"
#include "dl-scenario-check.h"
#include "dl-value.h"

#include <glib/gi18n-lib.h>

#include <string.h>

const DlFabricGenerator dl_fabric_from_file = {
  .id = "file",
  .title = N_ ("File"),
  .description = N_ ("Output of ibnetdiscover, a BookSim anynet file or a list of edges"),
  .keys = "file;hosts-per-switch;service;service-names",
  .usual_engine = "min-hop",
};

/* One more structure is a file with a DlFabricGenerator and a line here; the tests hold it to
 * walks of every pair. */
static const DlFabricGenerator *const generators[] = {
  &dl_fabric_pgft,           &dl_fabric_hyperx,    &dl_fabric_dragonfly_plus, &dl_fabric_slim_fly,
  &dl_fabric_random_regular, &dl_fabric_butterfly, &dl_fabric_torus,
};

const DlFabricGenerator *const *
dl_fabric_generators (guint *n)
{
  *n = G_N_ELEMENTS (generators);
  return generators;
}

const DlFabricGenerator *
dl_fabric_generator_find (const char *id)
{
  for (guint i = 0; i < G_N_ELEMENTS (generators); i++)
    if (g_str_equal (generators[i]->id, id))
      return generators[i];
  return NULL;
}

DlFabric *
dl_fabric_generate (const char *id, const DlFabricSpec *spec, GError **error)
{
  const DlFabricGenerator *generator = dl_fabric_generator_find (id);
  const char *key;

  g_assert (generator != NULL);
  return generator->check (spec, &key, error) ? generator->make (spec, error) : NULL;
}

/* A new value of a key that fabrics are made of, and what has to go with it. */

static const char *const lists[] = { "fabric.broken-cables", "fabric.broken-channels",
                                     "fabric.broken-switches", "fabric.broken-hosts" };

/* The scenario with the new value and without whatever it may not have any more; NULL: it cannot
 * be. */
static DlScenario *
make_bare (const DlScenario *scenario, const DlField *field, const char *value)
{
  g_autoptr (DlScenario) bare = dl_scenario_copy (scenario);

  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    dl_field_unset (dl_field_find_name (lists[i]), bare);
  dl_field_unset (dl_field_find_name ("fabric.roots"), bare);
  dl_field_set (dl_field_find_name ("traffic.pattern"), bare, "uniform", NULL);
  dl_field_set (dl_field_find_name ("fabric.engine"), bare, "min-hop", NULL);
  return dl_field_set (field, bare, value, NULL) && dl_scenario_normalize (bare, NULL, NULL, NULL)
             ? g_steal_pointer (&bare)
             : NULL;
}

static gboolean
has_item (const DlFabric *fabric, const char *list, const char *item)
{
  guint number;

  if (g_str_has_suffix (list, "-cables") || g_str_has_suffix (list, "-channels"))
    return dl_fabric_parse_channel (fabric, item, &number, NULL);
  return dl_fabric_parse_vertex (fabric, item, &number, NULL)
         && dl_fabric_is_host (fabric, number) == g_str_has_suffix (list, "-hosts");
}

/* Take out of the list @name what @fabric does not have. */
static void
drop_lost (GPtrArray *edits, const DlScenario *scenario, const char *name, const DlFabric *fabric)
{
  g_autofree char *value = dl_field_get (dl_field_find_name (name), scenario);
  g_auto (GStrv) items = dl_value_items (value);
  g_autoptr (GString) lost = g_string_new (NULL);

  for (guint i = 0; items[i] != NULL; i++)
    if (!has_item (fabric, name, items[i]))
      g_string_append_printf (lost, "%s%s", lost->len > 0 ? ";" : "", items[i]);
  if (lost->len > 0)
    dl_edits_add (edits, DL_EDIT_REMOVE, name, lost->str);
}

static void
keep_inside (GPtrArray *edits, const DlScenario *scenario, const DlScenario *bare)
{
  const DlFabric *fabric = dl_fabric_options (bare)->whole->fabric;
  const DlSites sites = dl_fabric_sites (fabric);
  const DlTrafficOptions *traffic = &scenario->traffic;
  guint host, vertex;

  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    drop_lost (edits, scenario, lists[i], fabric);
  for (guint i = 0; i < dl_fabric_options (scenario)->roots->len; i++)
    if (!dl_fabric_parse_vertex (
            fabric, g_array_index (dl_fabric_options (scenario)->roots, const char *, i), &vertex,
            NULL))
      {
        dl_edits_add (edits, DL_EDIT_UNSET, "fabric.roots", NULL);
        break;
      }
  if (*traffic->target == '\0' || sites.parse (fabric, traffic->target, &host, NULL))
    return;
  if (traffic->pattern->needs_target)
    {
      g_autofree char *first = sites.name (fabric, 0);

      dl_edits_add (edits, DL_EDIT_SET, "traffic.target", first);
    }
  else
    dl_edits_add (edits, DL_EDIT_UNSET, "traffic.target", NULL);
}

/* A placement that the check still refuses then names what is not there any more, or too much. */
static void
drop_placement (GPtrArray *edits, const DlScenario *scenario)
{
  g_autoptr (DlScenario) copy = dl_scenario_copy (scenario);
  const DlField *field = NULL;

  if (!dl_scenario_apply (copy, edits, NULL, &field, NULL)
      && field == dl_field_find ("traffic", "placement"))
    dl_edits_add_field (edits, DL_EDIT_UNSET, field, NULL);
}

GPtrArray *
dl_fabric_reshape (const DlScenario *scenario, const DlField *field, const char *value,
                   char **label)
{
  static const char *const apart[] = { "engine", "roots", "layers", "tables", NULL };
  GPtrArray *edits = dl_edits_new ();
  g_autoptr (DlScenario) bare
      = g_strv_contains (apart, field->key) ? NULL : make_bare (scenario, field, value);

  if (bare != NULL)
    keep_inside (edits, scenario, bare);
  dl_edits_add_field (edits, DL_EDIT_SET, field, value);
  /* A structure comes with the engine that is its own. */
  if (bare != NULL && g_str_equal (field->key, "source")
      && dl_fabric_options (scenario)->source != dl_fabric_options (bare)->source)
    dl_edits_add (edits, DL_EDIT_SET, "fabric.engine",
                  dl_fabric_options (bare)->source->usual_engine);
  if (bare != NULL && *scenario->traffic.placement != '\0')
    drop_placement (edits, scenario);
  return edits;
}

/* The plain value -------------------------------------------------------------------------------
 */

static gboolean
same_file (const DlFabricFile *a, const DlFabricFile *b)
{
  return a == b || (a != NULL && b != NULL && g_str_equal (a->text, b->text));
}

/* Names are interned. */
static gboolean
same_list (const GArray *a, const GArray *b)
{
  return a->len == b->len && dl_same_bytes (a->data, b->data, a->len * sizeof (char *));
}

/* Fabric of the options -------------------------------------------------------------------------
 */

static GStrv
unescape_all (const GArray *list)
{
  GStrv names = g_new0 (char *, list->len + 1);

  for (guint i = 0; i < list->len; i++)
    {
      const char *name = g_array_index (list, const char *, i);

      names[i] = dl_fabric_unescape (name, strlen (name));
    }
  return names;
}

static DlFabric *
read_file (const DlFabricOptions *options, DlFabricReport *report, GError **error)
{
  /* Translators: stands where a file's name would, before ":LINE:" */
  const char *name = _ ("topology");
  const DlFabricFile *file = options->file;
  g_auto (GStrv) names = NULL;
  gconstpointer content;
  gsize length;

  if (file == NULL || file->bytes == NULL)
    {
      g_set_error (error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_EMPTY,
                   _ ("%s (open output of ibnetdiscover, an anynet file or a list of edges)"),
                   file != NULL ? _ ("the file has not been read") : _ ("the file is missing"));
      return NULL;
    }
  content = g_bytes_get_data (file->bytes, &length);
  names = unescape_all (options->service_names);
  return dl_fabric_format_probe (content, length)
      ->read (content, (gssize) length, name,
              &(DlFabricReading) { .hosts_per_switch = options->spec.hosts_per_switch,
                                   .service_hosts = options->service == DL_FABRIC_SERVICE_HOSTS,
                                   .service_names = (const char *const *) names },
              report, error);
}

/* The numbers of what a list names, appended to @numbers. @host: hosts, else switches. */
static gboolean
find_vertices (const DlFabric *fabric, const GArray *list, gboolean host, GArray *numbers,
               GError **error)
{
  for (guint i = 0; i < list->len; i++)
    {
      const char *text = g_array_index (list, const char *, i);
      guint vertex, number;

      if (!dl_fabric_parse_vertex (fabric, text, &vertex, error))
        return FALSE;
      if (dl_fabric_is_host (fabric, vertex) != host)
        {
          g_set_error (error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_OUTSIDE,
                       host ? _ ("“%s” is a switch (expected a host)")
                            : _ ("“%s” is a host (expected a switch)"),
                       text);
          return FALSE;
        }
      number = host ? vertex : vertex - fabric->n_hosts;
      g_array_append_val (numbers, number);
    }
  return TRUE;
}

static gboolean
find_channels (const DlFabric *fabric, const GArray *list, gboolean both, GArray *numbers,
               GError **error)
{
  for (guint i = 0; i < list->len; i++)
    {
      guint channel;

      if (!dl_fabric_parse_channel (fabric, g_array_index (list, const char *, i), &channel, error))
        return FALSE;
      g_array_append_val (numbers, channel);
      if (both && fabric->channel_back[channel] != DL_FABRIC_NONE)
        g_array_append_val (numbers, fabric->channel_back[channel]);
    }
  return TRUE;
}

static DlFabric *
break_it (const DlFabricOptions *options, DlFabric *whole, const char **key, GError **error)
{
  g_autoptr (GArray) channels = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) switches = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) hosts = g_array_new (FALSE, FALSE, sizeof (guint32));

  *key = "broken-cables";
  if (!find_channels (whole, options->broken_cables, TRUE, channels, error))
    return NULL;
  *key = "broken-channels";
  if (!find_channels (whole, options->broken_channels, FALSE, channels, error))
    return NULL;
  *key = "broken-switches";
  if (!find_vertices (whole, options->broken_switches, FALSE, switches, error))
    return NULL;
  *key = "broken-hosts";
  if (!find_vertices (whole, options->broken_hosts, TRUE, hosts, error))
    return NULL;
  return dl_fabric_new_broken (whole, &(DlFabricFaults) { .channels = (guint32 *) channels->data,
                                                          .n_channels = channels->len,
                                                          .switches = (guint32 *) switches->data,
                                                          .n_switches = switches->len,
                                                          .hosts = (guint32 *) hosts->data,
                                                          .n_hosts = hosts->len,
                                                          .n_lanes = options->layers });
}

static gboolean
is_made_of (const DlFabricWhole *whole, const DlFabricOptions *options)
{
  return whole != NULL && whole->source == options->source
         && (options->source == &dl_fabric_from_file
                 ? same_file (whole->file, options->file)
                       && whole->spec.hosts_per_switch == options->spec.hosts_per_switch
                       && (int) whole->service == options->service
                       && same_list (whole->service_names, options->service_names)
                 : memcmp (&whole->spec, &options->spec, sizeof whole->spec) == 0);
}

static void
fabric_whole_free (gpointer data)
{
  DlFabricWhole *whole = data;

  dl_fabric_unref (whole->fabric);
  dl_fabric_report_clear (&whole->report);
  g_clear_pointer (&whole->file, dl_fabric_file_unref);
  g_array_unref (whole->service_names);
  g_free (whole);
}

DlFabricWhole *
dl_fabric_whole_new (const DlFabricOptions *options, DlFabricWhole *before, const char **key,
                     GError **error)
{
  DlFabricReport report = { 0 };
  DlFabric *fabric = NULL;
  DlFabricWhole *whole;

  if (is_made_of (before, options))
    return dl_fabric_whole_ref (before);
  *key = options->source == &dl_fabric_from_file ? "file" : "source";
  if (options->source == &dl_fabric_from_file)
    fabric = read_file (options, &report, error);
  else if (options->source->check (&options->spec, key, error))
    fabric = options->source->make (&options->spec, error);
  if (fabric == NULL)
    {
      dl_fabric_report_clear (&report);
      return NULL;
    }
  whole = g_new (DlFabricWhole, 1);
  *whole = (DlFabricWhole) { .fabric = fabric,
                             .report = report,
                             .source = options->source,
                             .spec = options->spec,
                             .service = options->service,
                             .service_names = g_array_copy (options->service_names),
                             .file
                             = options->file != NULL ? dl_fabric_file_ref (options->file) : NULL };
  dl_shared_init (&whole->shared, fabric_whole_free);
  return whole;
}

DlFabric *
dl_fabric_options_build (const DlFabricOptions *options, const char **key, GError **error)
{
  const char *unused;
  DlFabricWhole *whole;
  DlFabric *built = NULL;

  if (key == NULL)
    key = &unused;
  whole = dl_fabric_whole_new (options, options->whole, key, error);
  if (whole != NULL)
    built = break_it (options, whole->fabric, key, error);
  dl_fabric_whole_unref (whole);
  return built;
}

DlFabricRoutes *
dl_fabric_options_route (const DlFabricOptions *options, DlFabric *fabric, const DlFabricWork *work,
                         const char **key, GError **error)
{
  g_autoptr (GArray) roots = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (DlFabricTables) tables = NULL;
  const char *unused;

  if (key == NULL)
    key = &unused;
  *key = "roots";
  if (!find_vertices (fabric, options->roots, FALSE, roots, error))
    return NULL;
  *key = "tables";
  if (options->engine == &dl_fabric_lft && options->tables != NULL
      && options->tables->bytes != NULL)
    {
      gsize length;
      gconstpointer content = g_bytes_get_data (options->tables->bytes, &length);

      /* Translators: stands where a file's name would, before ":LINE:" */
      tables = dl_fabric_tables_read (fabric, content, (gssize) length, _ ("tables"), NULL, error);
      if (tables == NULL)
        return NULL;
    }
  *key = options->engine == &dl_fabric_lft && tables == NULL ? "tables" : "engine";
  return dl_fabric_route (
      fabric, options->engine,
      &(DlFabricEngineOptions) { .roots = (guint32 *) roots->data,
                                 .n_roots = roots->len,
                                 .layers = options->layers,
                                 .tables = tables,
                                 .compares_all = options->compare == DL_FABRIC_COMPARE_ALL,
                                 .to_switches = tables != NULL },
      work, error);
}
