#include "dl-finite-field.h"

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
