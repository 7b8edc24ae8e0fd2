/* What a torus is in one line: "11x12x16 torus", "4x4x1 mesh", "8x8x8 torus in x, z". */
#include "dl-torus-private.h"

#include <glib/gi18n-lib.h>

#include <stdio.h>
#include <string.h>

typedef struct
{
  guint radix[DL_N_DIMS];
  gboolean wrap[DL_N_DIMS];
} Line;

/* "x, z"; how many they are. */
static guint
list_rings (const Line *line, GString *rings)
{
  guint n = 0;

  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    if (line->wrap[dim])
      g_string_append_printf (rings, "%s%s", n++ > 0 ? ", " : "", dl_dim_name (dim));
  return n;
}

static char *
write_line (const Line *line)
{
  const guint *radix = line->radix;
  g_autoptr (GString) rings = g_string_new (NULL);
  const guint n_rings = list_rings (line, rings);

  return g_strdup_printf (
      "%ux%ux%u %s%s%s", radix[DL_X], radix[DL_Y], radix[DL_Z], n_rings > 0 ? "torus" : "mesh",
      n_rings > 0 && n_rings < DL_N_DIMS ? " in " : "", n_rings < DL_N_DIMS ? rings->str : "");
}

static char *
show_line (const Line *line)
{
  const guint *radix = line->radix;
  g_autoptr (GString) rings = g_string_new (NULL);
  const guint n_rings = list_rings (line, rings);

  if (n_rings == DL_N_DIMS)
    /* Translators: radices in x, y and z */
    return g_strdup_printf (_ ("%ux%ux%u torus"), radix[DL_X], radix[DL_Y], radix[DL_Z]);
  if (n_rings == 0)
    /* Translators: radices in x, y and z */
    return g_strdup_printf (_ ("%ux%ux%u mesh"), radix[DL_X], radix[DL_Y], radix[DL_Z]);
  /* Translators: radices in x, y and z, then the dimensions that wrap: "x, z" */
  return g_strdup_printf (_ ("%ux%ux%u torus in %s"), radix[DL_X], radix[DL_Y], radix[DL_Z],
                          rings->str);
}

char *
dl_torus_line (const DlScenario *scenario, gboolean shown)
{
  const DlTorusSpec *spec = &dl_torus_options (scenario)->spec;
  Line line;

  memcpy (line.radix, spec->radix, sizeof line.radix);
  memcpy (line.wrap, spec->wrap, sizeof line.wrap);
  return (shown ? show_line : write_line) (&line);
}

static gboolean
is_ring (const char *text)
{
  return text[0] >= 'x' && text[0] <= 'z' && text[1] == ',';
}

/* "x, z" of "x, z, output-crossing"; where it ends. */
static const char *
read_rings (Line *line, const char *text)
{
  while (is_ring (text))
    {
      line->wrap[*text - 'x'] = TRUE;
      text++;
      if (text[1] != ' ' || !is_ring (text + 2))
        break;
      text += 2;
    }
  return text;
}

static const char *
read_shape (Line *line, const char *text)
{
  if (g_str_has_prefix (text, "mesh"))
    return text + strlen ("mesh");
  if (g_str_has_prefix (text, "torus in "))
    return read_rings (line, text + strlen ("torus in "));
  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    line->wrap[dim] = TRUE;
  return g_str_has_prefix (text, "torus") ? text + strlen ("torus") : NULL;
}

const char *
dl_torus_read_line (const char *text, char **shown)
{
  Line line = { .wrap = { FALSE } };
  guint *radix = line.radix;
  const char *end;
  int n = 0;

  if (sscanf (text, "%9ux%9ux%9u %n", &radix[DL_X], &radix[DL_Y], &radix[DL_Z], &n) != 3 || n == 0)
    return NULL;
  end = read_shape (&line, text + n);
  if (end != NULL)
    {
      g_autofree char *same = write_line (&line);

      if (strlen (same) != (gsize) (end - text) || strncmp (same, text, end - text) != 0)
        return NULL;
      *shown = show_line (&line);
    }
  return end;
}
