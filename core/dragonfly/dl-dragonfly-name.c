#include "dl-dragonfly-name.h"

#include "dl-text-lines.h"

#include <glib/gi18n-lib.h>

#include <string.h>

/* Parts of a text: each reads one and moves on, or returns FALSE. */

static gboolean
take_number (const char **text, guint max, guint *value)
{
  const char *start = *text;

  *value = 0;
  for (; g_ascii_isdigit (**text); (*text)++)
    {
      *value = 10 * *value + (guint) (**text - '0');
      if (*value > max)
        return FALSE;
    }
  return *text != start;
}

static gboolean
take_char (const char **text, char c)
{
  if (**text != c)
    return FALSE;
  (*text)++;
  return TRUE;
}

static gboolean
take_router (const char **text, DlRouterAt *at)
{
  guint group, chassis, blade;

  if (!take_number (text, G_MAXUINT16, &group) || !take_char (text, '.')
      || !take_number (text, G_MAXUINT8, &chassis) || !take_char (text, '.')
      || !take_number (text, G_MAXUINT8, &blade))
    return FALSE;
  *at = (DlRouterAt) { group, chassis, blade };
  return TRUE;
}

static gboolean
take_link (const char **text, DlDragonflyLinkAt *at)
{
  guint parallel;

  if (!take_router (text, &at->a) || !take_char (text, '-') || !take_router (text, &at->b)
      || !take_char (text, '#') || !take_number (text, G_MAXUINT8, &parallel))
    return FALSE;
  at->parallel = parallel;
  return TRUE;
}

/* Places --------------------------------------------------------------------------------------- */

gboolean
dl_router_at_parse (const char *text, DlRouterAt *at)
{
  return take_router (&text, at) && *text == '\0';
}

gboolean
dl_dragonfly_link_at_parse (const char *text, DlDragonflyLinkAt *at)
{
  if (!take_link (&text, at) || *text != '\0')
    return FALSE;
  *at = dl_dragonfly_link_at_canonical (*at);
  return TRUE;
}

gboolean
dl_cable_at_parse (const char *text, DlCableAt *at)
{
  guint a, b, cable;

  if (!take_number (&text, G_MAXUINT16, &a) || !take_char (&text, '-')
      || !take_number (&text, G_MAXUINT16, &b) || !take_char (&text, '#')
      || !take_number (&text, G_MAXUINT16, &cable) || *text != '\0')
    return FALSE;
  *at = dl_cable_at_canonical ((DlCableAt) { a, b, cable });
  return TRUE;
}

char *
dl_router_at_to_string (DlRouterAt at)
{
  return g_strdup_printf ("%u.%u.%u", at.group, at.chassis, at.blade);
}

char *
dl_dragonfly_link_at_to_string (DlDragonflyLinkAt at)
{
  return g_strdup_printf ("%u.%u.%u-%u.%u.%u#%u", at.a.group, at.a.chassis, at.a.blade, at.b.group,
                          at.b.chassis, at.b.blade, at.parallel);
}

char *
dl_cable_at_to_string (DlCableAt at)
{
  return g_strdup_printf ("%u-%u#%u", at.a, at.b, at.cable);
}

DlDragonflyLinkAt
dl_dragonfly_link_at_canonical (DlDragonflyLinkAt at)
{
  return dl_router_at_compare (&at.a, &at.b) <= 0 ? at
                                                  : (DlDragonflyLinkAt) { at.b, at.a, at.parallel };
}

DlCableAt
dl_cable_at_canonical (DlCableAt at)
{
  return at.a <= at.b ? at : (DlCableAt) { at.b, at.a, at.cable };
}

gint
dl_router_at_compare (gconstpointer a, gconstpointer b)
{
  const DlRouterAt *x = a, *y = b;

  if (x->group != y->group)
    return x->group < y->group ? -1 : 1;
  if (x->chassis != y->chassis)
    return x->chassis < y->chassis ? -1 : 1;
  return (gint) x->blade - (gint) y->blade;
}

gint
dl_dragonfly_link_at_compare (gconstpointer a, gconstpointer b)
{
  const DlDragonflyLinkAt *x = a, *y = b;
  gint order = dl_router_at_compare (&x->a, &y->a);

  if (order == 0)
    order = dl_router_at_compare (&x->b, &y->b);
  return order != 0 ? order : (gint) x->parallel - (gint) y->parallel;
}

gint
dl_cable_at_compare (gconstpointer a, gconstpointer b)
{
  const DlCableAt *x = a, *y = b;

  if (x->a != y->a)
    return x->a < y->a ? -1 : 1;
  if (x->b != y->b)
    return x->b < y->b ? -1 : 1;
  return (gint) x->cable - (gint) y->cable;
}

/* In a network --------------------------------------------------------------------------------- */

DlRouterAt
dl_dragonfly_router_name (const DlDragonfly *net, guint router)
{
  DlRouterAt at = net->router[router];

  at.group = net->group_name[at.group];
  return at;
}

char *
dl_dragonfly_router_to_string (const DlDragonfly *net, guint router)
{
  return dl_router_at_to_string (dl_dragonfly_router_name (net, router));
}

char *
dl_dragonfly_node_to_string (const DlDragonfly *net, guint node)
{
  const DlRouterAt at = dl_dragonfly_router_name (net, node / net->nodes_per_router);

  return g_strdup_printf ("%u.%u.%u.%u", at.group, at.chassis, at.blade,
                          node % net->nodes_per_router);
}

char *
dl_dragonfly_link_to_string (const DlDragonfly *net, guint link)
{
  return dl_dragonfly_link_at_to_string ((DlDragonflyLinkAt) {
      dl_dragonfly_router_name (net, net->link_from[link]),
      dl_dragonfly_router_name (net, net->link_to[link]), net->link_parallel[link] });
}

static gboolean G_GNUC_PRINTF (3, 4)
    fail (GError **error, DlNetworkError code, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  g_propagate_error (error, g_error_new_valist (DL_NETWORK_ERROR, code, format, args));
  va_end (args);
  return FALSE;
}

/* The router at @at, with its group as on the machine. */
static guint
router_named (const DlDragonfly *net, DlRouterAt at)
{
  const guint group = dl_dragonfly_group_named (net, at.group);

  return group != G_MAXUINT
             ? dl_dragonfly_router_at (net, (DlRouterAt) { group, at.chassis, at.blade })
             : DL_NO_NODE;
}

/* Set the error that @at is not a router, with their range. */
static gboolean
no_router (const DlDragonfly *net, DlRouterAt at, GError **error)
{
  g_autofree char *name = dl_router_at_to_string (at);
  const guint group = dl_dragonfly_group_named (net, at.group);
  g_autofree char *first = NULL;
  g_autofree char *last = NULL;

  if (group == G_MAXUINT)
    return fail (error, DL_NETWORK_ERROR_OUTSIDE,
                 _ ("there is no router %s (the network has %u groups; the last one is %u)"), name,
                 net->n_groups, net->group_name[net->n_groups - 1]);
  first = dl_dragonfly_router_to_string (net, net->group_first[group]);
  last = dl_dragonfly_router_to_string (net, net->group_first[group + 1] - 1);
  return fail (error, DL_NETWORK_ERROR_OUTSIDE,
               _ ("there is no router %s (expected %s to %s in this group)"), name, first, last);
}

static gboolean
parse_router (const DlDragonfly *net, const char *text, guint *router, GError **error)
{
  g_autofree char *excerpt = dl_text_excerpt (text);
  DlRouterAt at;

  if (!dl_router_at_parse (text, &at))
    return fail (error, DL_NETWORK_ERROR_SYNTAX,
                 _ ("“%s” is not a router (expected group.chassis.blade, such as 0.0.4)"), excerpt);
  *router = router_named (net, at);
  return *router != DL_NO_NODE || no_router (net, at, error);
}

gboolean
dl_dragonfly_parse_node (const DlDragonfly *net, const char *text, guint *node, GError **error)
{
  g_autofree char *excerpt = dl_text_excerpt (text);
  const char *rest = text;
  guint64 index;
  guint in_router, router;
  DlRouterAt at;

  if (dl_text_to_uint (text, G_MAXUINT32, &index))
    {
      *node = index;
      return index < net->n_nodes
             || fail (error, DL_NETWORK_ERROR_OUTSIDE, _ ("there is no node %s (expected 0 to %u)"),
                      excerpt, net->n_nodes - 1);
    }
  if (!take_router (&rest, &at) || !take_char (&rest, '.')
      || !take_number (&rest, G_MAXUINT16, &in_router) || *rest != '\0')
    return fail (error, DL_NETWORK_ERROR_SYNTAX,
                 net->shape == DL_DRAGONFLY_ARIES
                     ? _ ("“%s” is not a node (expected group.chassis.blade.node, such as "
                          "0.0.4.2, or a node number)")
                     : _ ("“%s” is not a node (expected group.0.router.node, such as 0.0.4.2, or "
                          "a node number)"),
                 excerpt);
  router = router_named (net, at);
  if (router == DL_NO_NODE)
    return no_router (net, at, error);
  *node = router * net->nodes_per_router + in_router;
  return in_router < net->nodes_per_router
         || fail (error, DL_NETWORK_ERROR_OUTSIDE,
                  _ ("there is no node %s (expected nodes 0 to %u of a router)"), excerpt,
                  net->nodes_per_router - 1);
}

gboolean
dl_dragonfly_parse_link (const DlDragonfly *net, const char *text, guint *link, GError **error)
{
  g_autofree char *excerpt = dl_text_excerpt (text);
  const char *rest = text;
  DlDragonflyLinkAt at;
  guint from, to;

  if (!take_link (&rest, &at) || *rest != '\0')
    return fail (error, DL_NETWORK_ERROR_SYNTAX,
                 _ ("“%s” is not a link (expected two routers and the number of the parallel "
                    "link, such as 0.0.4-3.0.0#0)"),
                 excerpt);
  from = router_named (net, at.a);
  to = router_named (net, at.b);
  if (from == DL_NO_NODE || to == DL_NO_NODE)
    return no_router (net, from == DL_NO_NODE ? at.a : at.b, error);
  *link = dl_dragonfly_find_link (net, from, to, at.parallel);
  return *link != G_MAXUINT32
         || fail (error, DL_NETWORK_ERROR_OUTSIDE, _ ("there is no link %s in this network"),
                  excerpt);
}

/* A blue link of the cable from group @a to group @b; G_MAXUINT32. */
static guint
find_cable (const DlDragonfly *net, guint a, guint b, guint cable)
{
  const guint end = net->first_link[net->group_first[a + 1]];

  for (guint link = net->first_link[net->group_first[a]]; link < end; link++)
    if (net->router[net->link_to[link]].group == b && a != b && net->link_cable[link] == cable)
      return link;
  return G_MAXUINT32;
}

/* "0-3" or "0-3#2". */
static gboolean
parse_groups (const DlDragonfly *net, const char *text, guint named_a, guint named_b,
              const guint *cable, DlPlace *place, GError **error)
{
  const guint a = dl_dragonfly_group_named (net, named_a);
  const guint b = dl_dragonfly_group_named (net, named_b);
  guint link;

  if (a == G_MAXUINT || b == G_MAXUINT)
    {
      g_autofree char *name = g_strdup_printf ("%u", a == G_MAXUINT ? named_a : named_b);

      return fail (error, DL_NETWORK_ERROR_OUTSIDE,
                   _ ("there is no group %s in this network (expected 0 to %u)"), name,
                   net->group_name[net->n_groups - 1]);
    }
  *place = dl_place_pair (a, b);
  if (cable == NULL)
    return TRUE;
  link = find_cable (net, a, b, *cable);
  *place = dl_place_link (link);
  return link != G_MAXUINT32
         || fail (error, DL_NETWORK_ERROR_OUTSIDE, _ ("there is no cable %s in this network"),
                  text);
}

/* A link without its number is the first of those between the two routers. */
static gboolean
parse_link_place (const DlDragonfly *net, const char *text, DlPlace *place, GError **error)
{
  g_autofree char *whole
      = strchr (text, '#') != NULL ? g_strdup (text) : g_strconcat (text, "#0", NULL);
  guint link;

  if (!dl_dragonfly_parse_link (net, whole, &link, error))
    return FALSE;
  *place = dl_place_link (link);
  return TRUE;
}

gboolean
dl_dragonfly_parse_place (const DlNet *net, const char *text, DlPlaceKind kind, DlPlace *place,
                          GError **error)
{
  const DlDragonfly *dragonfly = net->shape;
  const char *rest = text;
  guint a, b, number;
  DlRouterAt at;

  if (kind == DL_PLACE_LINK)
    {
      *place = dl_place_link (DL_NO_LINK);
      return dl_dragonfly_parse_link (dragonfly, text, &place->a, error);
    }
  if (take_number (&rest, G_MAXUINT16, &a) && take_char (&rest, '-')
      && take_number (&rest, G_MAXUINT16, &b))
    {
      if (*rest == '\0')
        return parse_groups (dragonfly, text, a, b, NULL, place, error);
      if (take_char (&rest, '#') && take_number (&rest, G_MAXUINT16, &number) && *rest == '\0')
        return parse_groups (dragonfly, text, a, b, &number, place, error);
    }
  if (strchr (text, '-') != NULL)
    return parse_link_place (dragonfly, text, place, error);
  if (dl_router_at_parse (text, &at))
    {
      if (!parse_router (dragonfly, text, &number, error))
        return FALSE;
      *place = dl_place_router (number);
      return TRUE;
    }
  if (!dl_dragonfly_parse_node (dragonfly, text, &number, error))
    return FALSE;
  *place = dl_place_node (number);
  return TRUE;
}
