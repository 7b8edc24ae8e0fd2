#include "dl-torus-places.h"

#include "dl-family-general.h"
#include "dl-torus-explain.h"
#include "dl-torus-private.h"
#include "dl-torus-sites.h"

#include <glib/gi18n-lib.h>

#include <stdio.h>
#include <string.h>

/* Text of a torus in one line: "11x12x16 torus", "4x4x1 mesh", "8x8x8 torus in x, z". */

typedef struct
{
  guint radix[DL_TORUS_N_DIMS];
  gboolean wrap[DL_TORUS_N_DIMS];
} Line;

/* "x, z"; how many they are. */
static guint
list_rings (const Line *line, GString *rings)
{
  guint n = 0;

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    if (line->wrap[dim])
      g_string_append_printf (rings, "%s%s", n++ > 0 ? ", " : "", dl_torus_dim_name (dim));
  return n;
}

static char *
write_line (const Line *line)
{
  const guint *radix = line->radix;
  g_autoptr (GString) rings = g_string_new (NULL);
  const guint n_rings = list_rings (line, rings);

  return g_strdup_printf ("%ux%ux%u %s%s%s", radix[DL_X], radix[DL_Y], radix[DL_Z],
                          n_rings > 0 ? "torus" : "mesh",
                          n_rings > 0 && n_rings < DL_TORUS_N_DIMS ? " in " : "",
                          n_rings < DL_TORUS_N_DIMS ? rings->str : "");
}

static char *
show_line (const Line *line)
{
  const guint *radix = line->radix;
  g_autoptr (GString) rings = g_string_new (NULL);
  const guint n_rings = list_rings (line, rings);

  if (n_rings == DL_TORUS_N_DIMS)
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
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
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

char *
dl_torus_node_label (DlTorusCoord node)
{
  return g_strdup_printf ("(%u,%u,%u)", node.at[DL_X], node.at[DL_Y], node.at[DL_Z]);
}

char *
dl_torus_link_label (DlTorusLinkAt link)
{
  /* With a minus sign, not a hyphen. */
  static const char *const ports[] = { "X+", "X−", "Y+", "Y−", "Z+", "Z−" };
  g_autofree char *node = dl_torus_node_label (link.from);
  const char *port = ports[link.port];

  /* Translators: a link by its port and node, as in “X+ of (3,4,5)” */
  return g_strdup_printf (_ ("%s of %s"), port, node);
}

static char *
name_link (DlTorusLinkAt at, DlNameStyle style)
{
  g_autofree char *node = dl_torus_node_label (at.from);

  switch (style)
    {
    case DL_NAME_PEOPLE:
      return dl_torus_link_label (at);
    case DL_NAME_PORT:
      return g_strdup (dl_torus_port_label (at.port));
    case DL_NAME_CABLE:
      return g_strdup_printf ("%s %s", dl_torus_port_label (at.port), node);
    case DL_NAME_FILE:
      break;
    }
  return dl_torus_link_at_to_string (at);
}

char *
dl_torus_name (gconstpointer shape, DlPlace place, DlNameStyle style)
{
  const DlTorusNetwork *network = shape;

  if (place.kind == DL_PLACE_LINK)
    return name_link (dl_torus_network_link_at (network, place.a), style);
  return (style == DL_NAME_FILE ? dl_torus_coord_to_string
                                : dl_torus_node_label) (network->torus.coord[place.a]);
}

/* "x+", as files have it. */
static gboolean
parse_port (const char *text, guint16 *port)
{
  for (*port = 0; *port < DL_TORUS_N_NETWORK_PORTS; (*port)++)
    if (g_str_equal (text, dl_torus_port_name (*port)))
      return TRUE;
  return FALSE;
}

/* "3,4,5x+" to "3,4,5 x+", as which it is read. */
static char *
part_port (const char *text)
{
  const gsize number = strspn (text, "0123456789,");

  return number > 0 && text[number] != '\0' && strchr ("xyz", text[number]) != NULL
                 && strchr (text, ',') != NULL
             ? g_strdup_printf ("%.*s %s", (int) number, text, text + number)
             : g_strdup (text);
}

/* Port and node in either order, with a word between, "x+ of 3,4,5", or ':'. */
static gboolean
parse_link_words (const char *text, DlTorusLinkAt *at)
{
  g_autofree char *parted = part_port (text);
  g_auto (GStrv) words = g_strsplit_set (parted, " :", 4);
  const guint n = g_strv_length (words);

  if (n != 2 && n != 3)
    return FALSE;
  return n == 2 && dl_torus_coord_parse (words[0], &at->from)
             ? parse_port (words[1], &at->port)
             : parse_port (words[0], &at->port) && dl_torus_coord_parse (words[n - 1], &at->from);
}

/* @at is that of @text, if it @reads. */
static gboolean
look_up_link (const DlTorusNetwork *network, const char *text, gboolean reads, DlTorusLinkAt at,
              guint *link, GError **error)
{
  if (reads && dl_torus_network_has_coord (network, at.from))
    {
      *link = dl_torus_network_link (network, dl_torus_network_node_at (network, at.from), at.port);
      if (network->link_state[*link] != DL_LINK_ABSENT)
        return TRUE;
    }
  g_set_error (error, DL_NETWORK_ERROR, DL_NETWORK_ERROR_OUTSIDE,
               _ ("there is no link %s in this network (expected x,y,z:x+)"), text);
  return FALSE;
}

gboolean
dl_torus_parse_place (const DlNet *net, const char *text, DlPlaceKind kind, DlPlace *place,
                      GError **error)
{
  const DlSites sites = dl_sites_of_torus (net->shape);
  const gboolean link = kind == DL_PLACE_LINK;
  DlTorusLinkAt at = { .port = 0 };
  const gboolean reads = link ? dl_torus_link_at_parse (text, &at) : parse_link_words (text, &at);
  guint number;

  if (link || reads)
    {
      if (!look_up_link (net->shape, text, reads, at, &number, error))
        return FALSE;
      *place = dl_place_link (number);
      return TRUE;
    }
  if (!sites.parse (net->shape, text, &number, error))
    return FALSE;
  *place = dl_place_node (number);
  return TRUE;
}

/* Faults --------------------------------------------------------------------------------------- */

static char *
label_of_link (const char *item)
{
  DlTorusLinkAt at;

  return dl_torus_link_at_parse (item, &at) ? dl_torus_link_label (at) : g_strdup (item);
}

static char *
label_of_node (const char *item)
{
  DlTorusCoord at;

  return dl_torus_coord_parse (item, &at) ? dl_torus_node_label (at) : g_strdup (item);
}

/* Cables by their plus ends; one works if both its directions do. */
static GArray *
working_cables (gconstpointer shape)
{
  const DlTorusNetwork *network = shape;
  GArray *cables = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint node = 0; node < network->n_nodes; node++)
    for (guint port = DL_TORUS_PORT_X_PLUS; port < DL_TORUS_N_NETWORK_PORTS; port += 2)
      {
        const guint32 link = dl_torus_network_link (network, node, port);

        if (dl_torus_network_link_up (network, node, port)
            && dl_torus_network_link_up (network, network->link_to[link],
                                         dl_torus_port_opposite (port)))
          g_array_append_val (cables, link);
      }
  return cables;
}

static GArray *
working_nodes (gconstpointer shape)
{
  const DlTorusNetwork *network = shape;
  GArray *nodes = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 node = 0; node < network->n_nodes; node++)
    if (network->node_up[node])
      g_array_append_val (nodes, node);
  return nodes;
}

static char *
broke_nodes (guint n)
{
  return g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "Broke %u node at random", "Broke %u nodes at random", n), n);
}

/* A link breaks with its cable, or this direction only. */
const DlBreakable dl_torus_breakables[DL_TORUS_N_BREAKABLES] = {
  {
      "torus.broken-links",
      DL_PLACE_LINK,
      .parts_key = "torus.broken-channels",
      .broke = N_ ("Broke the cable %s"),
      .restored = N_ ("Restored the cable %s"),
      .title = "%s",
      .tooltip = N_ ("The cable %s is broken, in both directions"),
      .label = label_of_link,
      .id = "cables",
      .button = N_ ("C_ables"),
      .button_tooltip = N_ ("Whole cables: both directions of a link between two nodes"),
      .working = working_cables,
      .broke_random = dl_general_broke_cables,
  },
  {
      "torus.broken-channels",
      DL_PLACE_LINK,
      .other = TRUE,
      .broke = N_ ("Broke the link %s"),
      .restored = N_ ("Restored the link %s"),
      /* Translators: a link that is broken in one direction only, “X+ of (3,4,5) →” */
      .title = N_ ("%s →"),
      .tooltip = N_ ("The link %s is broken, in this direction only"),
      .label = label_of_link,
  },
  {
      "torus.broken-nodes",
      DL_PLACE_NODE,
      .broke = N_ ("Broke the node %s"),
      .restored = N_ ("Restored the node %s"),
      .title = N_ ("Node %s"),
      .tooltip = N_ ("The node %s is broken, with all its links"),
      .label = label_of_node,
      .id = "nodes",
      .button = N_ ("_Nodes"),
      .button_tooltip = N_ ("Nodes with all their links"),
      .working = working_nodes,
      .broke_random = broke_nodes,
  },
};
