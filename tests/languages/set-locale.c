/* Loaded before a test, so that it runs in the locale of the environment from its first line on. */
#include <locale.h>
#include <stdlib.h>

__attribute__ ((constructor)) static void
set_locale (void)
{
  if (setlocale (LC_ALL, "") == NULL)
    abort ();
}
