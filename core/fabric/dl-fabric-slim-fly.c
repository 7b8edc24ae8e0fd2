/* Slim Fly (Besta & Hoefler 2014, II.B): the graphs of McKay, Miller and Siran for a prime power
 * q = 4 w + delta, delta -1, 0 or 1: 2 q^2 routers of degree (3 q - delta) / 2, diameter 2. */
#include "dl-fabric-slim-fly.h"

#include "dl-fabric-builder.h"
#include "dl-fabric-options.h"

#include <glib/gi18n-lib.h>

static gboolean
split_prime_power (guint q, guint *p, guint *m)
{
  *p = 2;
  while (*p * *p <= q && q % *p != 0)
    ++*p;
  if (q % *p != 0)
    *p = q;
  for (*m = 0; q % *p == 0; q /= *p)
    ++*m;
  return q == 1;
}

/* Digit by digit, without carry. */
static guint
add_digits (guint p, guint a, guint b, gboolean negative)
{
  guint sum = 0;

  for (guint unit = 1; a > 0 || b > 0; unit *= p, a /= p, b /= p)
    sum += unit * ((a % p + (negative ? p - b % p : b % p)) % p);
  return sum;
}

/* @a times the polynomial x, modulo the monic one whose other coefficients are @low. */
static guint
times_x (const DlFiniteField *field, guint a, guint low)
{
  const guint top = field->q / field->p; /* x^(m - 1) */
  const guint carry = a / top;
  guint shifted = a % top * field->p;

  for (guint i = 0; i < carry; i++)
    shifted = add_digits (field->p, shifted, low, TRUE);
  return shifted;
}

/* Powers of x modulo the polynomial with @low; of prime fields, of the number @low. TRUE if these
 * are all elements but 0. */
static gboolean
fill_powers (DlFiniteField *field, guint low)
{
  guint element = 1;

  for (guint i = 0; i < field->q - 1; i++)
    {
      if (element == 0 || (i > 0 && element == 1))
        return FALSE;
      field->power[i] = element;
      field->log[element] = i;
      element = field->m == 1 ? element * low % field->p : times_x (field, element, low);
    }
  return element == 1;
}

DlFiniteField *
dl_finite_field_new (guint q)
{
  DlFiniteField *field;
  guint p, m;

  if (q < 2 || q > DL_FINITE_FIELD_MAX || !split_prime_power (q, &p, &m))
    return NULL;
  field = g_new (DlFiniteField, 1);
  *field = (DlFiniteField) {
    .q = q, .p = p, .m = m, .power = g_new (guint, q), .log = g_new0 (guint, q)
  };
  /* There is a primitive element, and for each degree a primitive polynomial. */
  for (guint low = 1; low < q; low++)
    if (fill_powers (field, low))
      return field;
  g_assert_not_reached ();
}

void
dl_finite_field_free (DlFiniteField *field)
{
  if (field == NULL)
    return;
  g_free (field->power);
  g_free (field->log);
  g_free (field);
}

guint
dl_finite_field_add (const DlFiniteField *field, guint a, guint b)
{
  return add_digits (field->p, a, b, FALSE);
}

guint
dl_finite_field_negative (const DlFiniteField *field, guint a)
{
  return add_digits (field->p, 0, a, TRUE);
}

guint
dl_finite_field_multiply (const DlFiniteField *field, guint a, guint b)
{
  return a == 0 || b == 0 ? 0 : field->power[(field->log[a] + field->log[b]) % (field->q - 1)];
}

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
