/* Slim Fly (Besta & Hoefler 2014, II.B): the graphs of McKay, Miller and Siran for a prime power
 * q = 4 w + delta, delta -1, 0 or 1: 2 q^2 routers of degree (3 q - delta) / 2, diameter 2. */
#include "dl-fabric-builder.h"
#include "dl-fabric-generator.h"
#include "dl-finite-field.h"

#include <glib/gi18n-lib.h>

static gboolean
check (const DlFabricSpec *spec, const char **key, GError **error)
{
  g_autoptr (DlFiniteField) field = dl_finite_field_new (spec->q);
  const guint64 switches = 2ull * spec->q * spec->q;

  *key = "q";
  if (field == NULL || spec->q % 4 == 2)
    {
      guint near = MIN (MAX (spec->q, 3), DL_FINITE_FIELD_MAX);

      for (;; near--)
        {
          g_autoptr (DlFiniteField) next = dl_finite_field_new (near);

          if (next != NULL && near % 4 != 2)
            break;
        }
      g_set_error (error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_PARAMETER,
                   _ ("%u is not a prime power of 3 or more (try %u)"), spec->q, near);
      return FALSE;
    }
  if (switches > DL_FABRIC_MAX_VERTICES
      || switches * (spec->hosts_per_switch + 1ull) > DL_FABRIC_MAX_VERTICES
      || spec->hosts_per_switch < 1
      || (3 * spec->q + 1) / 2 + spec->hosts_per_switch > DL_FABRIC_MAX_PORTS)
    {
      *key = spec->hosts_per_switch < 1 ? "hosts-per-switch" : "q";
      g_set_error (error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_LIMIT,
                   g_dngettext (GETTEXT_PACKAGE,
                                "%lu switch with hosts-per-switch=%u is not supported (expected 1 "
                                "host or more, and at most %d of both)",
                                "%lu switches with hosts-per-switch=%u are not supported (expected "
                                "1 host or more, and at most %d of both)",
                                switches),
                   (gulong) switches, spec->hosts_per_switch, DL_FABRIC_MAX_VERTICES);
      return FALSE;
    }
  return TRUE;
}

/* Is the @log-th power of the primitive element in X of the paper, or in @other's X'? Where X' has
 * the (q - 1)-th power, that is the 0-th. */
static gboolean
in_set (guint q, guint log, gboolean other)
{
  const guint w = (q + 1) / 4; /* of q = 4 w - 1 */

  if (other && log == 0 && q % 4 != 1)
    return TRUE;
  if (q % 4 == 3)
    return other ? (log % 2 == 1 && log <= 2 * w - 1) || (log % 2 == 0 && log >= 2 * w)
                 : (log % 2 == 0 && log <= 2 * w - 2) || (log % 2 == 1 && log >= 2 * w - 1);
  return log % 2 == (other ? 1 : 0);
}

static DlFabric *
make (const DlFabricSpec *spec, GError **error)
{
  g_autoptr (DlFiniteField) field = dl_finite_field_new (spec->q);
  g_autoptr (DlFabricBuilder) builder = dl_fabric_builder_new ();
  const guint q = spec->q;

  for (guint s = 0; s < 2 * q * q; s++)
    {
      g_autofree char *name = g_strdup_printf ("%c%u.%u", s < q * q ? 'A' : 'B', s / q % q, s % q);

      dl_fabric_builder_add_switch (builder, name, 0, 0);
      for (guint h = 0; h < spec->hosts_per_switch; h++)
        {
          const DlFabricEnd host = { dl_fabric_builder_add_host (builder, NULL, 0), TRUE, 1 };

          if (!dl_fabric_builder_add_cable (builder, (DlFabricEnd) { s, FALSE, h + 1 }, host,
                                            error))
            return NULL;
        }
    }
  for (guint half = 0; half < 2; half++)
    for (guint x = 0; x < q; x++)
      for (guint y = 0; y < q; y++)
        for (guint z = y + 1; z < q; z++)
          {
            const guint difference
                = dl_finite_field_add (field, y, dl_finite_field_negative (field, z));
            const guint row = half * q * q + x * q;

            if (in_set (q, field->log[difference], half == 1)
                && !dl_fabric_builder_add_cable (builder, (DlFabricEnd) { row + y, FALSE, 0 },
                                                 (DlFabricEnd) { row + z, FALSE, 0 }, error))
              return NULL;
          }
  for (guint x = 0; x < q; x++)
    for (guint m = 0; m < q; m++)
      for (guint c = 0; c < q; c++)
        {
          const guint y = dl_finite_field_add (field, dl_finite_field_multiply (field, m, x), c);

          if (!dl_fabric_builder_add_cable (builder, (DlFabricEnd) { x * q + y, FALSE, 0 },
                                            (DlFabricEnd) { q * q + m * q + c, FALSE, 0 }, error))
            return NULL;
        }
  return dl_fabric_builder_finish (builder, NULL, error);
}

const DlFabricGenerator dl_fabric_slim_fly = {
  .id = "slim-fly",
  .title = N_ ("Slim Fly"),
  .description = N_ ("Switches of diameter 2 with nearly the fewest cables possible"),
  .citation = "Besta & Hoefler, Slim Fly: a cost effective low-diameter network topology, SC 2014",
  .keys = "q;hosts-per-switch",
  .usual_engine = "lash",
  .check = check,
  .make = make,
};
