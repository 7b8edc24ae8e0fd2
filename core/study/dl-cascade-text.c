#include "dl-cascade-text.h"

#include <glib/gi18n-lib.h>

#include <math.h>

char *
dl_cascade_value_text (const DlCascadeQuantity *quantity, double value)
{
  g_autofree char *number
      = isnan (value) ? g_strdup ("–") : g_strdup_printf ("%'.*f", (int) quantity->digits, value);

  if (isnan (value) || *quantity->unit == '\0')
    return g_steal_pointer (&number);
  /* Translators: a value and its unit */
  return g_strdup_printf (_ ("%s %s"), number, _ (quantity->unit));
}
