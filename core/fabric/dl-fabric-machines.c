#include "dl-fabric-machines.h"

#include <glib/gi18n-lib.h>

#include <stdlib.h>
#include <string.h>

void
dl_fabric_machines_free (DlFabricMachines *machines)
{
  if (machines == NULL)
    return;
  for (guint i = 0; i < machines->n_machines; i++)
    g_free (machines->name[i]);
  g_free (machines->name);
  g_free (machines->machine);
  g_free (machines->rail);
  g_free (machines->first);
  g_free (machines->hosts);
  g_free (machines);
}

gboolean
dl_fabric_is_adapter (const char *word)
{
  const char *port = strrchr (word, '/');
  const gboolean has_port = port != NULL && port[1] == 'P' && port[2] != '\0'
                            && strspn (port + 2, G_CSET_DIGITS) == strlen (port + 2);
  const gsize length = has_port ? (gsize) (port - word) : strlen (word);

  return g_ascii_isalpha (*word) && length > 1 && g_ascii_isdigit (word[length - 1])
         && strspn (word, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_-/.") >= length;
}

/* Machines while they are found. */
typedef struct
{
  GHashTable *by_name;   /* name to number + 1 */
  GHashTable *by_system; /* guint64 * of a GUID, likewise */
  GPtrArray *names;      /* char * */
} Finding;

/* @pattern as a regular expression: the first * is the machine. NULL: it has none. */
static GRegex *
compile (const char *pattern)
{
  g_autoptr (GString) text = g_string_new ("^");
  gboolean any = FALSE;

  for (const char *at = pattern; *at != '\0'; at = g_utf8_next_char (at))
    if (*at == '*')
      {
        g_string_append (text, any ? ".*" : "(.+?)");
        any = TRUE;
      }
    else if (*at == '?')
      g_string_append_c (text, '.');
    else
      {
        g_autofree char *escaped = g_regex_escape_string (at, g_utf8_next_char (at) - at);

        g_string_append (text, escaped);
      }
  g_string_append_c (text, '$');
  return any ? g_regex_new (text->str, 0, 0, NULL) : NULL;
}

/* @name without what tells hosts of the same name apart: "n1 HCA-1#c1". */
static char *
without_guid (const char *name)
{
  const char *mark = strrchr (name, '#');

  return mark != NULL && mark[1] != '\0'
                 && strspn (mark + 1, G_CSET_DIGITS "abcdef") == strlen (mark + 1)
             ? g_strndup (name, (gsize) (mark - name))
             : g_strdup (name);
}

/* The machine's name in a host's, *@port: where the port's begins. NULL: it is none's port. */
static char *
split (const char *name, GRegex *regex, const char **port)
{
  const char *blank = strrchr (name, ' ');
  g_autoptr (GMatchInfo) match = NULL;
  gint end;

  if (regex == NULL)
    {
      if (blank == NULL || blank == name || !dl_fabric_is_adapter (blank + 1))
        return NULL;
      *port = blank + 1;
      return g_strndup (name, (gsize) (blank - name));
    }
  if (!g_regex_match (regex, name, 0, &match) || !g_match_info_fetch_pos (match, 1, NULL, &end))
    return NULL;
  *port = name + end;
  return g_match_info_fetch (match, 1);
}

/* The number at the end of a port's name, but for what follows its last digit; G_MAXUINT: none. */
static guint
number_of (const char *port)
{
  gsize end = strlen (port), begin;

  while (end > 0 && !g_ascii_isdigit (port[end - 1]))
    end--;
  for (begin = end; begin > 0 && g_ascii_isdigit (port[begin - 1]);)
    begin--;
  return end > begin && end - begin < 4 ? (guint) g_ascii_strtoull (port + begin, NULL, 10)
                                        : G_MAXUINT;
}

typedef struct
{
  guint32 machine, number, host;
} Port;

static int
compare_ports (gconstpointer a, gconstpointer b)
{
  const Port *x = a, *y = b;

  if (x->machine != y->machine)
    return x->machine < y->machine ? -1 : 1;
  if (x->number != y->number)
    return x->number < y->number ? -1 : 1;
  return x->host < y->host ? -1 : x->host > y->host;
}

/* Order, and rails, of @ports (n_hosts). */
static DlFabricMachines *
make (Port *ports, guint n_hosts, guint n_machines, char **names)
{
  DlFabricMachines *machines = g_new0 (DlFabricMachines, 1);

  qsort (ports, n_hosts, sizeof *ports, compare_ports);
  machines->n_machines = n_machines;
  machines->name = names;
  machines->machine = g_new (guint32, n_hosts);
  machines->rail = g_new (guint16, n_hosts);
  machines->hosts = g_new (guint32, n_hosts);
  machines->first = g_new0 (guint32, n_machines + 1);
  for (guint i = 0; i < n_hosts; i++)
    {
      machines->machine[ports[i].host] = ports[i].machine;
      machines->hosts[i] = ports[i].host;
      machines->first[ports[i].machine + 1] = i + 1;
    }
  for (guint m = 0; m < n_machines; m++)
    {
      const guint begin = machines->first[m], end = machines->first[m + 1];
      gboolean numbered = end > begin && ports[end - 1].number < DL_FABRIC_MAX_RAILS;

      for (guint i = begin + 1; i < end; i++)
        numbered &= ports[i].number != ports[i - 1].number;
      for (guint i = begin; i < end; i++)
        {
          const guint rail = numbered ? ports[i].number : i - begin;

          machines->rail[ports[i].host] = (guint16) rail;
          machines->n_rails = MAX (machines->n_rails, rail + 1);
        }
    }
  return machines;
}

static guint
add_machine (Finding *finding, char *name)
{
  guint number = GPOINTER_TO_UINT (g_hash_table_lookup (finding->by_name, name));

  if (number > 0)
    g_free (name);
  else
    {
      g_ptr_array_add (finding->names, name);
      number = finding->names->len;
      g_hash_table_insert (finding->by_name, name, GUINT_TO_POINTER (number));
    }
  return number - 1;
}

/* The machine of host @h of @fabric, whose name tells none. */
static guint
add_system (Finding *finding, const DlFabric *fabric, guint h, gboolean automatic)
{
  const guint64 *guid = &fabric->system_guid[h];
  guint number;

  if (!automatic || *guid == 0)
    return add_machine (finding, g_strdup (dl_fabric_name (fabric, h)));
  number = GPOINTER_TO_UINT (g_hash_table_lookup (finding->by_system, guid));
  if (number == 0)
    {
      number = add_machine (finding, g_strdup (dl_fabric_name (fabric, h))) + 1;
      g_hash_table_insert (finding->by_system, (gpointer) guid, GUINT_TO_POINTER (number));
    }
  return number - 1;
}

DlFabricMachines *
dl_fabric_machines_find (const DlFabric *fabric, const char *pattern)
{
  const gboolean automatic = g_str_equal (pattern, "auto");
  g_autoptr (GRegex) regex = automatic ? NULL : compile (pattern);
  Finding finding = { 0 };
  g_autofree Port *ports = NULL;
  guint n;

  if (g_str_equal (pattern, "none") || (!automatic && regex == NULL))
    return NULL;
  finding.by_name = g_hash_table_new (g_str_hash, g_str_equal);
  finding.by_system = g_hash_table_new (g_int64_hash, g_int64_equal);
  finding.names = g_ptr_array_new ();
  ports = g_new (Port, fabric->n_hosts);
  for (guint h = 0; h < fabric->n_hosts; h++)
    {
      const char *name = dl_fabric_name (fabric, h), *port = "";
      g_autofree char *told = without_guid (name);
      char *machine = split (told, regex, &port);

      ports[h] = (Port) {
        .machine = machine != NULL ? add_machine (&finding, machine)
                                   : add_system (&finding, fabric, h, automatic),
        .number = machine != NULL ? number_of (port) : G_MAXUINT,
        .host = h,
      };
    }
  n = finding.names->len;
  g_hash_table_unref (finding.by_name);
  g_hash_table_unref (finding.by_system);
  if (n == fabric->n_hosts) /* none has several */
    {
      g_ptr_array_set_free_func (finding.names, g_free);
      g_ptr_array_unref (finding.names);
      return NULL;
    }
  return make (ports, fabric->n_hosts, n, (char **) g_ptr_array_free (finding.names, FALSE));
}

/* Places of hosts at their switches: *@leaf: which switch with hosts, *@place: which of its hosts.
 */
static gboolean
is_even (const DlFabric *fabric, guint ports, guint32 *leaf, guint32 *place, guint *per_leaf)
{
  g_autofree guint32 *number = g_new (guint32, fabric->n_switches);
  g_autofree guint32 *count = g_new0 (guint32, fabric->n_switches);
  guint n = 0;

  for (guint s = 0; s < fabric->n_switches; s++)
    number[s] = DL_FABRIC_NONE;
  for (guint h = 0; h < fabric->n_hosts; h++)
    {
      const guint32 s = fabric->host_switch[h] - fabric->n_hosts;

      if (number[s] == DL_FABRIC_NONE)
        number[s] = n++;
      leaf[h] = number[s];
      place[h] = count[s]++;
    }
  *per_leaf = n > 0 ? fabric->n_hosts / n : 0;
  for (guint s = 0; s < fabric->n_switches; s++)
    if (count[s] > 0 && count[s] != *per_leaf)
      return FALSE;
  return n % ports == 0;
}

gboolean
dl_fabric_machines_deal (const DlFabric *fabric, guint ports, DlFabricRailsKind kind,
                         DlFabricMachines **machines, GError **error)
{
  const guint n_hosts = fabric->n_hosts;
  g_autofree guint32 *leaf = g_new (guint32, n_hosts), *place = g_new (guint32, n_hosts);
  g_autofree Port *all = g_new (Port, n_hosts);
  guint per_leaf = 0;
  char **names;

  *machines = NULL;
  if (ports < 2)
    return TRUE;
  if (n_hosts % ports != 0)
    {
      g_set_error (error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_PARAMETER,
                   _ ("%u hosts are not machines of %u ports each (use a divisor)"), n_hosts,
                   ports);
      return FALSE;
    }
  if (kind == DL_FABRIC_RAILS_OPTIMIZED && !is_even (fabric, ports, leaf, place, &per_leaf))
    {
      g_set_error (
          error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_PARAMETER,
          _ ("rails of %u leaf switches need as many of these, or a multiple, with as many "
             "hosts each (use fabric.rail-leaves=mixed, or another number)"),
          ports);
      return FALSE;
    }
  for (guint h = 0; h < n_hosts; h++)
    all[h] = kind == DL_FABRIC_RAILS_OPTIMIZED
                 ? (Port) { leaf[h] / ports * per_leaf + place[h], leaf[h] % ports, h }
                 : (Port) { h / ports, h % ports, h };
  names = g_new0 (char *, n_hosts / ports + 1);
  for (guint m = 0; m < n_hosts / ports; m++)
    names[m] = g_strdup_printf ("M%u", m);
  *machines = make (all, n_hosts, n_hosts / ports, names);
  return TRUE;
}

guint
dl_fabric_machine_named (const DlFabricMachines *machines, const char *name)
{
  for (guint m = 0; machines != NULL && m < machines->n_machines; m++)
    if (g_str_equal (machines->name[m], name))
      return m;
  return DL_FABRIC_NONE;
}

guint
dl_fabric_machine_port (const DlFabricMachines *machines, const char *text)
{
  const char *colon = strrchr (text, ':');
  g_autofree char *name = colon != NULL ? g_strndup (text, (gsize) (colon - text)) : NULL;
  const guint m = name != NULL ? dl_fabric_machine_named (machines, name) : DL_FABRIC_NONE;
  guint64 rail;

  if (m == DL_FABRIC_NONE
      || !g_ascii_string_to_unsigned (colon + 1, 10, 0, G_MAXUINT16, &rail, NULL))
    return DL_FABRIC_NONE;
  for (guint i = machines->first[m]; i < machines->first[m + 1]; i++)
    if (machines->rail[machines->hosts[i]] == rail)
      return machines->hosts[i];
  return DL_FABRIC_NONE;
}

char *
dl_fabric_machine_port_name (const DlFabricMachines *machines, guint host)
{
  return machines != NULL ? g_strdup_printf ("%s:%u", machines->name[machines->machine[host]],
                                             machines->rail[host])
                          : NULL;
}
