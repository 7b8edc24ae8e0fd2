#include "dl-fabric-options.h"

#include "dl-fill.h"

#include <glib/gi18n-lib.h>

#include <string.h>

/* The plain value -------------------------------------------------------------------------------
 */

static GArray *
new_list (void)
{
  return g_array_new (FALSE, FALSE, sizeof (const char *));
}

void
dl_fabric_options_init (DlFabricOptions *options)
{
  *options = (DlFabricOptions) {
    .source = &dl_fabric_pgft,
    .spec = { .n_levels = 3,
              .children = { 8, 8, 16 },
              .n_parents = 3,
              .parents = { 1, 8, 8 },
              .n_dimensions = 3,
              .size = { 8, 8, 8 },
              .groups = 9,
              .leaves = 8,
              .spines = 8,
              .q = 17,
              .switches = 64,
              .degree = 8,
              .radix = 4,
              .stages = 3,
              .hosts_per_switch = 8,
              .seed = 1 },
    .engine = &dl_fabric_ftree,
    .layers = 4,
    .service_names = new_list (),
    .roots = new_list (),
    .broken_cables = new_list (),
    .broken_channels = new_list (),
    .broken_switches = new_list (),
    .broken_hosts = new_list (),
  };
}

void
dl_fabric_options_clear (DlFabricOptions *options)
{
  g_clear_pointer (&options->whole, dl_fabric_whole_unref);
  g_clear_pointer (&options->service_names, g_array_unref);
  g_clear_pointer (&options->roots, g_array_unref);
  g_clear_pointer (&options->broken_cables, g_array_unref);
  g_clear_pointer (&options->broken_channels, g_array_unref);
  g_clear_pointer (&options->broken_switches, g_array_unref);
  g_clear_pointer (&options->broken_hosts, g_array_unref);
}

void
dl_fabric_options_copy (const DlFabricOptions *options, DlFabricOptions *to)
{
  if (to->whole != NULL)
    dl_fabric_whole_ref (to->whole);
  to->service_names = g_array_copy (options->service_names);
  to->roots = g_array_copy (options->roots);
  to->broken_cables = g_array_copy (options->broken_cables);
  to->broken_channels = g_array_copy (options->broken_channels);
  to->broken_switches = g_array_copy (options->broken_switches);
  to->broken_hosts = g_array_copy (options->broken_hosts);
}

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

/* What is made of it ----------------------------------------------------------------------------
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
  g_atomic_ref_count_init (&whole->refs);
  return whole;
}

DlFabricWhole *
dl_fabric_whole_ref (DlFabricWhole *whole)
{
  g_atomic_ref_count_inc (&whole->refs);
  return whole;
}

void
dl_fabric_whole_unref (DlFabricWhole *whole)
{
  if (whole == NULL || !g_atomic_ref_count_dec (&whole->refs))
    return;
  dl_fabric_unref (whole->fabric);
  dl_fabric_report_clear (&whole->report);
  g_clear_pointer (&whole->file, dl_fabric_file_unref);
  g_array_unref (whole->service_names);
  g_free (whole);
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
