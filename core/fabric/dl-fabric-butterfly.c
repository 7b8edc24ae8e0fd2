/* k-ary n-flies (Dally & Towles 2004, 4.1): n stages of k x k switches, with channels in one
 * direction. Hosts send to the first stage and hear the last one; each stage sets a digit of the
 * destination, the highest first, so that a pair has one route. Hosts and switches have the numbers
 * that they have in BookSim 2 (networks/fly.cpp). */
#include "dl-fabric-builder.h"
#include "dl-fabric-options.h"

#include <glib/gi18n-lib.h>

/* Anything above DL_FABRIC_MAX_VERTICES is too much. */
static guint
power (guint base, guint exponent)
{
  guint result = 1;

  while (exponent-- > 0 && result <= DL_FABRIC_MAX_VERTICES)
    result *= base;
  return result;
}

static gboolean
check (const DlFabricSpec *spec, const char **key, GError **error)
{
  const guint k = spec->radix, n = spec->stages;
  const gboolean fits = k >= 2 && 2 * k <= DL_FABRIC_MAX_PORTS;

  *key = fits ? "stages" : "radix";
  if (fits && n >= 1 && power (k, n) + (guint64) n * power (k, n - 1) <= DL_FABRIC_MAX_VERTICES)
    return TRUE;
  g_set_error (error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_LIMIT,
               _ ("a butterfly with radix=%u and stages=%u is not supported (expected 2 to %d "
                  "inputs per switch, and at most %d hosts and switches)"),
               k, n, DL_FABRIC_MAX_PORTS / 2, DL_FABRIC_MAX_VERTICES);
  return FALSE;
}

/* Ports 1 to k are inputs, the others outputs. */
static DlFabricEnd
input (guint s, guint i)
{
  return (DlFabricEnd) { s, FALSE, i + 1 };
}

static DlFabricEnd
output (guint s, guint i, guint k)
{
  return (DlFabricEnd) { s, FALSE, k + i + 1 };
}

static gboolean
add_host (DlFabricBuilder *builder, guint first, guint last, guint i, guint k, GError **error)
{
  const guint host = dl_fabric_builder_add_parted_host (builder);

  return dl_fabric_builder_add_channel (builder, (DlFabricEnd) { host, TRUE, 1 }, input (first, i),
                                        error)
         && dl_fabric_builder_add_channel (builder, output (last, i, k),
                                           (DlFabricEnd) { host, TRUE, 2 }, error);
}

/* From stage @stage to the next one: an output replaces the digit of its switch's number that the
 * stage sets, and the digit replaced is the input that it leads to. */
static gboolean
join_stages (DlFabricBuilder *builder, const DlFabricSpec *spec, guint stage, GError **error)
{
  const guint k = spec->radix, width = power (k, spec->stages - 1);
  const guint place = power (k, spec->stages - 2 - stage);

  for (guint s = 0; s < width; s++)
    for (guint out = 0; out < k; out++)
      {
        const guint digit = s / place % k, to = s - digit * place + out * place;

        if (!dl_fabric_builder_add_channel (builder, output (stage * width + s, out, k),
                                            input ((stage + 1) * width + to, digit), error))
          return FALSE;
      }
  return TRUE;
}

static DlFabric *
make (const DlFabricSpec *spec, GError **error)
{
  g_autoptr (DlFabricBuilder) builder = dl_fabric_builder_new ();
  const guint k = spec->radix, n = spec->stages, width = power (k, n - 1);

  for (guint s = 0; s < n * width; s++)
    {
      g_autofree char *name = g_strdup_printf ("F%u.%u", s / width, s % width);

      dl_fabric_builder_add_switch (builder, name, 0, 2 * k);
    }
  for (guint h = 0; h < k * width; h++)
    if (!add_host (builder, h / k, (n - 1) * width + h / k, h % k, k, error))
      return NULL;
  for (guint stage = 0; stage + 1 < n; stage++)
    if (!join_stages (builder, spec, stage, error))
      return NULL;
  return dl_fabric_builder_finish (builder, NULL, error);
}

const DlFabricGenerator dl_fabric_butterfly = {
  .id = "butterfly",
  .title = N_ ("Butterfly"),
  .description = N_ ("A k-ary n-fly: stages of switches with channels in one direction"),
  .citation = "Dally & Towles, Principles and Practices of Interconnection Networks, 2004, 4.1",
  .keys = "radix;stages",
  .usual_engine = "min-hop",
  .check = check,
  .make = make,
};
