#include "dl-fabric-options.h"

#include "dl-edit.h"
#include "dl-fabric-family-private.h"
#include "dl-fabric-places.h"
#include "dl-link-changes.h"
#include "dl-memory.h"
#include "dl-scenario-check.h"
#include "dl-value.h"

#include <glib/gi18n-lib.h>

#include <string.h>

const DlFabricGenerator dl_fabric_from_file = {
  .id = "file",
  .title = N_ ("File"),
  .description = N_ ("Topology of a machine, or a network of another simulator"),
  .keys = "file;hosts-per-switch;service;service-names;machines",
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

static const char *const lists[]
    = { "fabric.broken-cables", "fabric.broken-channels", "fabric.broken-switches",
        "fabric.broken-hosts",  "fabric.broken-machines", "fabric.broken-rails" };

/* The scenario with the new value and without whatever it may not have any more; NULL: it cannot
 * be. */
static DlScenario *
make_bare (const DlScenario *scenario, const DlField *field, const char *value)
{
  g_autoptr (DlScenario) bare = dl_scenario_copy (scenario);

  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    dl_field_unset (dl_field_find_name (lists[i]), bare);
  dl_field_unset (dl_field_find_name ("fabric.roots"), bare);
  dl_field_unset (dl_field_find_name ("fabric.link-rates"), bare);
  dl_field_unset (dl_field_find_name ("fabric.link-delays"), bare);
  dl_field_set (dl_field_find_name ("traffic.pattern"), bare, "uniform", NULL);
  dl_field_set (dl_field_find_name ("fabric.engine"), bare, "min-hop", NULL);
  return dl_field_set (field, bare, value, NULL) && dl_scenario_normalize (bare, NULL, NULL, NULL)
             ? g_steal_pointer (&bare)
             : NULL;
}

guint
dl_fabric_machine_of_item (const DlFabric *fabric, const char *item)
{
  g_autofree char *name = dl_fabric_unescape (item, strlen (item));

  return dl_fabric_machine_named (fabric->machines, name);
}

static gboolean
has_item (const DlFabric *fabric, const char *list, const char *item)
{
  guint number;

  if (g_str_has_suffix (list, "-machines"))
    return dl_fabric_machine_of_item (fabric, item) != DL_FABRIC_NONE;
  if (g_str_has_suffix (list, "-rails"))
    return fabric->machines != NULL
           && g_ascii_strtoull (item, NULL, 10) < fabric->machines->n_rails;
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
  dl_link_changes_drop_lost (edits, scenario, "fabric.link-rates", dl_fabric_find_cable, fabric);
  dl_link_changes_drop_lost (edits, scenario, "fabric.link-delays", dl_fabric_find_cable, fabric);
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

/* A placement that the check still refuses then names nodes that are gone, or too many. */
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
  static const char *const apart[]
      = { "engine", "roots",          "root-guids", "layers",      "tables",
          "rates",  "reference-rate", "link-rates", "link-delays", NULL };
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
      g_set_error (error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_EMPTY, _ ("%s (open %s)"),
                   file != NULL ? _ ("the file has not been read") : _ ("the file is missing"),
                   _ (dl_fabric_formats));
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

/* Hosts of machines and of rails, appended to @numbers. */
static gboolean
find_ports (const DlFabric *fabric, const GArray *list, gboolean rails, GArray *numbers,
            GError **error)
{
  const DlFabricMachines *machines = fabric->machines;

  for (guint i = 0; i < list->len; i++)
    {
      const char *item = g_array_index (list, const char *, i);
      const guint which = rails ? (guint) g_ascii_strtoull (item, NULL, 10)
                                : dl_fabric_machine_of_item (fabric, item);
      guint n = 0;

      for (guint32 h = 0; machines != NULL && h < fabric->n_hosts; h++)
        if ((rails ? machines->rail[h] : machines->machine[h]) == which)
          {
            g_array_append_val (numbers, h);
            n++;
          }
      if (n > 0)
        continue;
      g_set_error (error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_OUTSIDE,
                   machines == NULL ? _ ("“%s” does not exist: no machine has several ports (break "
                                         "hosts)")
                   : rails ? _ ("no machine has a port on rail %s (expected a number from 0)")
                           : _ ("“%s” is not a machine (expected its name)"),
                   item);
      return FALSE;
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

gboolean
dl_fabric_find_cable (gconstpointer shape, const char *link, GArray *links, GError **error)
{
  const DlFabric *fabric = shape;
  guint32 channel;

  if (!dl_fabric_parse_channel (fabric, link, &channel, error))
    return FALSE;
  g_array_append_val (links, channel);
  channel = fabric->channel_back[channel];
  if (channel != DL_FABRIC_NONE)
    g_array_append_val (links, channel);
  return TRUE;
}

/* Rate of a channel that states none, by its level. */
static DlRate
rate_by_level (const DlFabric *fabric, const DlFabricRates *rates, guint channel)
{
  const guint32 from = fabric->channel_from[channel], to = fabric->channel_to[channel];
  guint level = 0;

  if (rates->n == 0)
    return (DlRate) { 0 };
  if (!dl_fabric_is_host (fabric, from) && !dl_fabric_is_host (fabric, to))
    level = 1 + MIN (fabric->level[from - fabric->n_hosts], fabric->level[to - fabric->n_hosts]);
  return rates->at[MIN (level, rates->n - 1)];
}

/* The rates of @fabric, a copy without other users. */
static gboolean
rate_it (const DlFabricOptions *options, DlFabric *fabric, const char **key, GError **error)
{
  const DlRate *stated = fabric->graph->link_rate;
  g_autoptr (GArray) changes = g_array_new (FALSE, FALSE, sizeof (DlLinkChange));
  g_autofree DlRate *rates = NULL;

  if (options->rates.n == 0 && options->reference.n == 0 && options->link_rates->len == 0
      && options->link_delays->len == 0)
    return TRUE;
  if (!dl_link_changes_read (options->link_rates, options->link_delays, dl_fabric_find_cable,
                             fabric, changes, key, error))
    {
      *key = g_str_equal (*key, "rates") ? "link-rates" : "link-delays";
      return FALSE;
    }
  rates = g_new0 (DlRate, fabric->n_channels);
  for (guint c = 0; c < fabric->n_channels; c++)
    rates[c] = stated != NULL && stated[c].gbps > 0 ? stated[c]
                                                    : rate_by_level (fabric, &options->rates, c);
  *key = options->reference.n > 0 ? "reference-rate" : "link-rates";
  return dl_link_changes_apply (fabric->graph, rates, changes,
                                options->reference.n > 0 ? options->reference.at[0].gbps : 0,
                                error);
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
  *key = "broken-machines";
  if (!find_ports (whole, options->broken_machines, FALSE, hosts, error))
    return NULL;
  *key = "broken-rails";
  if (!find_ports (whole, options->broken_rails, TRUE, hosts, error))
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
                       && whole->machines == options->machines
                 : memcmp (&whole->spec, &options->spec, sizeof whole->spec) == 0
                       && whole->ports_per_host == options->ports_per_host
                       && whole->rail_leaves == options->rail_leaves);
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

/* Set the machines of @fabric, which has no other user yet. */
static gboolean
find_machines (const DlFabricOptions *options, DlFabric *fabric, const char **key, GError **error)
{
  DlFabricMachines *machines = NULL;

  if (options->source == &dl_fabric_from_file)
    machines = dl_fabric_machines_find (fabric, options->machines);
  else
    {
      *key = "ports-per-host";
      if (!dl_fabric_machines_deal (fabric, options->ports_per_host, options->rail_leaves,
                                    &machines, error))
        return FALSE;
    }
  fabric->machines = machines;
  return TRUE;
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
  if (fabric != NULL && !find_machines (options, fabric, key, error))
    g_clear_pointer (&fabric, dl_fabric_unref);
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
                             .machines = options->machines,
                             .ports_per_host = options->ports_per_host,
                             .rail_leaves = options->rail_leaves,
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
  if (built != NULL && !rate_it (options, built, key, error))
    g_clear_pointer (&built, dl_fabric_unref);
  dl_fabric_whole_unref (whole);
  return built;
}

/* The switches whose GUIDs the lines of a file have, as OpenSM's root_guid_file does (opensm(8),
 * -a), appended to @roots. Those of other machines are passed over. */
static gboolean
find_root_guids (const DlFabric *fabric, const char *text, GArray *roots, GError **error)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  const guint before = roots->len;

  if (*text == '\0')
    return TRUE;
  if (!dl_scenario_is_content (text))
    {
      g_set_error (error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_EMPTY,
                   _ ("“%s” has not been read (put the file in the scenario’s folder, or use "
                      "--set)"),
                   text);
      return FALSE;
    }
  for (guint i = 0; lines[i] != NULL; i++)
    {
      guint64 guid = 0;
      const guint vertex = dl_fabric_take_guid (lines[i], &guid) && guid != 0
                               ? dl_fabric_find_guid (fabric, guid)
                               : DL_FABRIC_NONE;
      const guint32 number = vertex - fabric->n_hosts;

      if (vertex != DL_FABRIC_NONE && !dl_fabric_is_host (fabric, vertex))
        g_array_append_val (roots, number);
    }
  if (roots->len > before)
    return TRUE;
  g_set_error_literal (error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_MISMATCH,
                       _ ("the file does not have the GUID of a switch of this fabric (expected "
                          "lines such as 0x2c90300001234)"));
  return FALSE;
}

gboolean
dl_fabric_take_guid (const char *line, guint64 *guid)
{
  g_autofree char *text = g_strndup (line, strcspn (line, "#"));
  const char *digits = g_strstrip (text);

  *guid = 0;
  if (*digits == '\0')
    return TRUE;
  if (g_str_has_prefix (digits, "0x") || g_str_has_prefix (digits, "0X"))
    digits += 2;
  return g_ascii_string_to_unsigned (digits, 16, 1, G_MAXUINT64, guid, NULL);
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
  *key = "root-guids";
  if (options->engine == &dl_fabric_up_down
      && !find_root_guids (fabric, options->root_guids, roots, error))
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
