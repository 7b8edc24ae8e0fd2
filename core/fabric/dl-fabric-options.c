#include "dl-fabric-options.h"

#include <glib/gi18n-lib.h>

#include <string.h>

/* The plain value -------------------------------------------------------------------------------
 */

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
              .hosts_per_switch = 8,
              .seed = 1 },
    .engine = &dl_fabric_ftree,
    .layers = 4,
    .roots = g_ptr_array_new_with_free_func (g_free),
    .broken_cables = g_ptr_array_new_with_free_func (g_free),
    .broken_channels = g_ptr_array_new_with_free_func (g_free),
    .broken_switches = g_ptr_array_new_with_free_func (g_free),
    .broken_hosts = g_ptr_array_new_with_free_func (g_free),
  };
}

void
dl_fabric_options_clear (DlFabricOptions *options)
{
  g_clear_pointer (&options->file, dl_fabric_file_unref);
  g_clear_pointer (&options->tables, dl_fabric_file_unref);
  g_clear_pointer (&options->roots, g_ptr_array_unref);
  g_clear_pointer (&options->broken_cables, g_ptr_array_unref);
  g_clear_pointer (&options->broken_channels, g_ptr_array_unref);
  g_clear_pointer (&options->broken_switches, g_ptr_array_unref);
  g_clear_pointer (&options->broken_hosts, g_ptr_array_unref);
}

static gpointer
copy_text (gconstpointer text, gpointer unused)
{
  return g_strdup (text);
}

static GPtrArray *
copy_list (GPtrArray *list)
{
  return g_ptr_array_copy (list, copy_text, NULL);
}

void
dl_fabric_options_copy (const DlFabricOptions *options, DlFabricOptions *to)
{
  *to = *options;
  if (to->file != NULL)
    dl_fabric_file_ref (to->file);
  if (to->tables != NULL)
    dl_fabric_file_ref (to->tables);
  to->roots = copy_list (options->roots);
  to->broken_cables = copy_list (options->broken_cables);
  to->broken_channels = copy_list (options->broken_channels);
  to->broken_switches = copy_list (options->broken_switches);
  to->broken_hosts = copy_list (options->broken_hosts);
}

static gboolean
same_file (const DlFabricFile *a, const DlFabricFile *b)
{
  return a == b || (a != NULL && b != NULL && g_str_equal (a->text, b->text));
}

gboolean
dl_fabric_options_same_whole (const DlFabricOptions *a, const DlFabricOptions *b)
{
  if (a->source != b->source)
    return FALSE;
  if (a->source == NULL)
    return same_file (a->file, b->file) && a->spec.hosts_per_switch == b->spec.hosts_per_switch;
  return memcmp (&a->spec, &b->spec, sizeof a->spec) == 0;
}

/* What is made of it ----------------------------------------------------------------------------
 */

static DlFabric *
read_file (const DlFabricOptions *options, DlFabricReport *report, GError **error)
{
  /* Translators: stands where a file's name would, before ":LINE:" */
  const char *name = _ ("topology");
  const DlFabricFile *file = options->file;
  gconstpointer content;
  gsize length;

  if (file == NULL || file->bytes == NULL)
    {
      g_set_error (error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_EMPTY,
                   _ ("%s (open output of ibnetdiscover, an anynet file or a list of edges)"),
                   file != NULL ? _ ("the file has not been read") : _ ("a file is missing"));
      return NULL;
    }
  content = g_bytes_get_data (file->bytes, &length);
  return dl_fabric_format_probe (content, length)
      ->read (content, (gssize) length, name, options->spec.hosts_per_switch, report, error);
}

/* The numbers of what a list names, appended to @numbers. @host: hosts, else switches. */
static gboolean
find_vertices (const DlFabric *fabric, const GPtrArray *list, gboolean host, GArray *numbers,
               GError **error)
{
  for (guint i = 0; i < list->len; i++)
    {
      const char *text = list->pdata[i];
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
find_channels (const DlFabric *fabric, const GPtrArray *list, gboolean both, GArray *numbers,
               GError **error)
{
  for (guint i = 0; i < list->len; i++)
    {
      guint channel;

      if (!dl_fabric_parse_channel (fabric, list->pdata[i], &channel, error))
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
  if (channels->len + switches->len + hosts->len == 0)
    return dl_fabric_ref (whole);
  return dl_fabric_new_broken (whole, &(DlFabricFaults) { .channels = (guint32 *) channels->data,
                                                          .n_channels = channels->len,
                                                          .switches = (guint32 *) switches->data,
                                                          .n_switches = switches->len,
                                                          .hosts = (guint32 *) hosts->data,
                                                          .n_hosts = hosts->len });
}

DlFabric *
dl_fabric_options_build (const DlFabricOptions *options, DlFabric *whole, DlFabricReport *report,
                         const char **key, GError **error)
{
  g_autoptr (DlFabric) built = NULL;
  const char *unused;

  if (key == NULL)
    key = &unused;
  if (whole != NULL)
    built = dl_fabric_ref (whole->whole != NULL ? whole->whole : whole);
  else if (options->source == NULL)
    {
      *key = "file";
      built = read_file (options, report, error);
    }
  else if (options->source->check (&options->spec, key, error))
    built = options->source->make (&options->spec, error);
  return built != NULL ? break_it (options, built, key, error) : NULL;
}

DlFabricRoutes *
dl_fabric_options_route (const DlFabricOptions *options, DlFabric *fabric, const DlFabricWork *work,
                         DlFabricReport *report, const char **key, GError **error)
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
      tables
          = dl_fabric_tables_read (fabric, content, (gssize) length, _ ("tables"), report, error);
      if (tables == NULL)
        return NULL;
    }
  *key = options->engine == &dl_fabric_lft && tables == NULL ? "tables" : "engine";
  return dl_fabric_route (fabric, options->engine,
                          &(DlFabricEngineOptions) { .roots = (guint32 *) roots->data,
                                                     .n_roots = roots->len,
                                                     .layers = options->layers,
                                                     .tables = tables },
                          work, error);
}

/* Presets ---------------------------------------------------------------------------------------
 */

static const DlFabricPreset presets[] = {
  {
      .id = "fat-tree-1024",
      .title = N_ ("Fat tree of 1,024 hosts"),
      .description = N_ ("three levels of 16-port switches, full bisection"),
      .documented = N_ ("PGFT(3; 8,8,16; 1,8,8; 1,1,1) as Zahavi 2010 defines it"),
      .assumed = N_ ("names, port numbers, and one cable per pair of switches"),
      .source = "fat-tree",
      .spec = { .n_levels = 3, .children = { 8, 8, 16 }, .n_parents = 3, .parents = { 1, 8, 8 } },
      .engine = "ftree",
  },
  {
      .id = "leaf-spine-648",
      .title = N_ ("Leaf and spine of 648 hosts"),
      .description = N_ ("two levels, tapered 2:1: 18 hosts and 9 uplinks per leaf"),
      .documented = N_ ("a leaf and spine network is PGFT(2; 18,36; 1,9; 1,1)"),
      .assumed = N_ ("36-port spines, the taper of 2:1"),
      .source = "fat-tree",
      .spec = { .n_levels = 2, .children = { 18, 36 }, .n_parents = 2, .parents = { 1, 9 } },
      .engine = "ftree",
  },
  {
      .id = "hyperx-8x8x8",
      .title = N_ ("HyperX 8x8x8"),
      .description = N_ ("512 switches, each with 21 cables and 8 hosts"),
      .documented = N_ ("the lattice and its diameter of 3 (Ahn et al. 2009)"),
      .assumed = N_ ("8 hosts per switch, one cable per pair"),
      .source = "hyperx",
      .spec = { .n_dimensions = 3, .size = { 8, 8, 8 }, .hosts_per_switch = 8 },
      .engine = "dor",
  },
  {
      .id = "slim-fly-17",
      .title = N_ ("Slim Fly, q = 17"),
      .description = N_ ("578 switches of diameter 2, each with 25 cables and 13 hosts"),
      .documented = N_ ("2 q² routers of degree (3 q - 1) / 2, diameter 2, half as many hosts per "
                        "router (Besta & Hoefler 2014)"),
      .assumed = N_ ("names and port numbers"),
      .source = "slim-fly",
      .spec = { .q = 17, .hosts_per_switch = 13 },
      .engine = "dfsssp",
  },
  {
      .id = "dragonfly-plus-9",
      .title = N_ ("Dragonfly+ of 9 groups"),
      .description = N_ ("9 groups of 8 leaves and 8 spines, 8 hosts per leaf"),
      .documented = N_ ("groups of leaves and spines, channels between groups at spines only "
                        "(Shpiner et al. 2017)"),
      .assumed = N_ ("the sizes, and which spine has which channel"),
      .source = "dragonfly-plus",
      .spec = { .groups = 9, .leaves = 8, .spines = 8, .hosts_per_switch = 8 },
      .engine = "dfsssp",
  },
};

const DlFabricPreset *
dl_fabric_presets (guint *n)
{
  *n = G_N_ELEMENTS (presets);
  return presets;
}

void
dl_fabric_preset_apply (const DlFabricPreset *preset, DlFabricOptions *options)
{
  options->source = dl_fabric_generator_find (preset->source);
  options->spec = preset->spec;
  options->spec.seed = 1;
  options->engine = dl_fabric_engine_find (preset->engine);
}
