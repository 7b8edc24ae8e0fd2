#include "dl-machine.h"

#include "dl-deflate.h"
#include "dl-dragonfly-loads.h"
#include "dl-dragonfly-scenario.h"
#include "dl-output.h"
#include "dl-scenario-file.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <string.h>

static DlDragonflyRates
rates_of (const DlScenario *scenario)
{
  DlDragonflyRates rates = dl_dragonfly_rates_default ();

  rates.efficiency = dl_aries_options (scenario)->efficiency;
  return rates;
}

DlUnits
dl_units (const DlScenario *scenario)
{
  const DlDragonflyRates rates = rates_of (scenario);
  const guint packet_flits = scenario->traffic.packet_flits;
  DlUnits units = { NAN, NAN, 1, 0 };

  if (dl_dragonfly_options (scenario)->spec.shape == DL_DRAGONFLY_GENERIC
      || dl_scenario_is_input_queued (scenario))
    return units;
  units.flit_bytes = dl_aries_options (scenario)->payload_bytes / rates.efficiency / packet_flits;
  units.cycle_ns = units.flit_bytes / rates.class_GBps[DL_LINK_GREEN];
  units.load_flits = rates.injection_GBps / rates.efficiency / rates.class_GBps[DL_LINK_GREEN];
  units.header_flits = round (packet_flits * (1 - rates.efficiency));
  return units;
}

DlAriesRouter
dl_units_router (const DlScenario *scenario)
{
  const DlDragonflyRates rates = rates_of (scenario);
  const DlUnits units = dl_units (scenario);
  DlAriesRouter router = { .node_rate = units.load_flits };

  if (dl_dragonfly_options (scenario)->spec.shape == DL_DRAGONFLY_GENERIC)
    {
      router.input_buffer = scenario->router.input_buffer;
      router.link_cycles = scenario->router.link_cycles;
      for (guint class = 0; class < DL_N_LINK_CLASSES; class ++)
        router.rate[class] = 1;
      return router;
    }
  router.input_buffer = dl_aries_options (scenario)->buffer;
  router.outstanding = dl_aries_options (scenario)->outstanding;
  router.link_cycles = MAX (round (dl_aries_options (scenario)->hop_ns / units.cycle_ns), 1);
  for (guint class = 0; class < DL_N_LINK_CLASSES; class ++)
    router.rate[class] = rates.class_GBps[class] / rates.class_GBps[DL_LINK_GREEN];
  return router;
}

double
dl_units_GBps (const DlUnits *units, double bytes, double cycles)
{
  /* Bytes a nanosecond. */
  return cycles > 0 ? bytes / (cycles * units->cycle_ns) : NAN;
}

#define PREFIX "zlib:"
#define PACKED "packed:" /* dl_cabling_pack, compressed, in base64 */

static void
machine_free (gpointer data)
{
  DlMachine *machine = data;

  g_free (machine->text);
  dl_dragonfly_unref (machine->network);
  dl_cabling_report_clear (&machine->report);
  g_free (machine);
}

static DlMachine *
new_machine (void)
{
  DlMachine *machine = g_new0 (DlMachine, 1);

  dl_shared_init (&machine->shared, machine_free);
  return machine;
}

static char *
compress (const char *prefix, const char *content, gsize length)
{
  g_autofree char *deflated = dl_deflate (content, length);

  return g_strconcat (prefix, deflated, NULL);
}

static GBytes *
decompress (const char *prefix, const char *text, GError **error)
{
  g_autoptr (GError) local = NULL;
  GBytes *bytes = dl_inflate (text + strlen (prefix), DL_CABLING_MAX_BYTES, &local);

  if (g_error_matches (local, G_IO_ERROR, G_IO_ERROR_MESSAGE_TOO_LARGE))
    g_set_error (error, DL_CABLING_ERROR, DL_CABLING_ERROR_LIMIT,
                 _ ("more than %lu bytes of cabling (no machine has this many ports)"),
                 (gulong) DL_CABLING_MAX_BYTES);
  else if (local != NULL)
    g_propagate_error (error, g_steal_pointer (&local));
  return bytes;
}

gboolean
dl_machine_is_content (const char *text)
{
  return g_str_has_prefix (text, PREFIX) || g_str_has_prefix (text, PACKED);
}

char *
dl_machine_to_packed_text (const DlMachine *machine)
{
  g_autoptr (GBytes) bytes = NULL;
  g_autofree char *packed = NULL;

  if (g_str_has_prefix (machine->text, PREFIX))
    bytes = decompress (PREFIX, machine->text, NULL);
  if (bytes != NULL)
    packed = dl_cabling_pack (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  return packed != NULL ? compress (PACKED, packed, strlen (packed)) : g_strdup (machine->text);
}

/* Content of the file; NULL on error. */
static GString *
read_packed (const char *text, GError **error)
{
  g_autoptr (GBytes) bytes = decompress (PACKED, text, error);
  g_autoptr (GString) packed = NULL;
  GString *content;

  if (bytes == NULL)
    return NULL;
  packed = g_string_new_len (g_bytes_get_data (bytes, NULL), (gssize) g_bytes_get_size (bytes));
  content = dl_cabling_unpack (packed->str, DL_CABLING_MAX_BYTES);
  if (content == NULL)
    g_set_error (error, DL_CABLING_ERROR, DL_CABLING_ERROR_SYNTAX,
                 _ ("the packed cabling is damaged (use an undamaged copy of the file)"));
  return content;
}

static gboolean
read_network (DlMachine *machine, const char *content, gsize length, const char *file_name,
              GError **error)
{
  machine->network = dl_cabling_read (content, length, file_name, &machine->report, error);
  return machine->network != NULL;
}

DlMachine *
dl_machine_new (const char *content, gssize length, const char *file_name, GError **error)
{
  g_autoptr (DlMachine) machine = new_machine ();
  const gsize n = length >= 0 ? (gsize) length : strlen (content);

  if (!read_network (machine, content, n, file_name, error))
    return NULL;
  machine->text = compress (PREFIX, content, n);
  return g_steal_pointer (&machine);
}

static gsize
limit_of_file (const guint8 *data, gsize length)
{
  return DL_CABLING_MAX_BYTES;
}

DlMachine *
dl_machine_load (const char *file_name, GError **error)
{
  g_autofree char *name = dl_file_name_show (file_name);
  g_autoptr (GByteArray) bytes = dl_scenario_read_file (file_name, limit_of_file, error);

  return bytes != NULL ? dl_machine_new ((const char *) bytes->data, bytes->len, name, error)
                       : NULL;
}

DlMachine *
dl_machine_parse (const char *text, GError **error)
{
  /* Translators: stands where a file's name would, before ":LINE:" */
  const char *name = _ ("cabling");
  g_autoptr (DlMachine) machine = NULL;
  g_autoptr (GBytes) bytes = NULL;

  if (g_str_has_prefix (text, PACKED))
    {
      g_autoptr (GString) content = read_packed (text, error);

      return content != NULL ? dl_machine_new (content->str, (gssize) content->len, name, error)
                             : NULL;
    }
  machine = new_machine ();
  machine->text = g_strdup (text);
  if (!g_str_has_prefix (text, PREFIX))
    return g_steal_pointer (&machine);
  bytes = decompress (PREFIX, text, error);
  if (bytes == NULL
      || !read_network (machine, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), name,
                        error))
    return NULL;
  return g_steal_pointer (&machine);
}

GStrv
dl_machine_warnings (const DlMachine *machine, guint most)
{
  const DlCablingReport *report = &machine->report;
  GPtrArray *lines = g_ptr_array_new ();
  const guint n = report->n_irregular;

  for (guint i = 0; report->irregular != NULL && i < MIN (most, report->irregular->len); i++)
    g_ptr_array_add (lines, g_strdup (report->irregular->pdata[i]));
  if (n > lines->len)
    g_ptr_array_add (
        lines,
        g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                      "%u irregularity in total: left out or used unchanged",
                                      "%u irregularities in total: left out or used unchanged", n),
                         n));
  g_ptr_array_add (lines, NULL);
  return (GStrv) g_ptr_array_free (lines, FALSE);
}
