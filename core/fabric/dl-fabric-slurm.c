/* A fabric as Slurm's topology.conf (topology/tree) or topology.yaml: switches have nodes or
 * switches below them, never both. */
#include "dl-fabric-file.h"
#include "dl-fabric-machines.h"
#include "dl-fabric-private.h"
#include "dl-output.h"

#include <glib/gi18n-lib.h>

#include <string.h>

/* Hosts on switches above the leaves are left out, up to this share of all: with more it is not a
 * tree. */
#define MOST_LEFT_OUT   0.25
#define MOST_SWITCHES   64 /* the most switches whose hosts are left out */
#define MOST_JOINED     4  /* leaves that a name of several has */
#define NAME_CHARACTERS G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_.-"

/* Machines whose ports lead to the same leaves. */
typedef struct
{
  char *key;      /* the leaves, in order, as text */
  char *name;     /* of the switch that stands for them */
  GArray *leaves; /* guint32: switches, ascending */
  GString *nodes;
} Group;

typedef struct
{
  const DlFabric *fabric;
  guint16 *level;     /* (n_switches) */
  guint8 *is_leaf;    /* (n_switches) gboolean: its hosts are in the file */
  guint32 *n_below;   /* (n_switches) hosts */
  GPtrArray *groups;  /* Group */
  GPtrArray *notes;   /* char *: omissions */
  char **switch_name; /* (n_switches) */
  GHashTable *taken;  /* names of switches */
} Writer;

static void
group_free (gpointer data)
{
  Group *group = data;

  g_free (group->key);
  g_free (group->name);
  g_array_unref (group->leaves);
  g_string_free (group->nodes, TRUE);
  g_free (group);
}

/* Which switches are leaves -------------------------------------------------------------------- */

static guint
count_leaves_beside (const Writer *writer, guint s)
{
  const DlFabric *fabric = writer->fabric;
  const guint v = fabric->n_hosts + s;
  guint n = 0;

  for (guint slot = fabric->port_first[v]; slot < fabric->port_first[v + 1]; slot++)
    {
      const guint32 far = dl_fabric_far_switch (fabric, slot);

      n += far != DL_FABRIC_NONE && far != s && writer->is_leaf[far];
    }
  return n;
}

/* The leaf with hosts that is most in the way: with the most other leaves beside it for its hosts.
 * DL_FABRIC_NONE: none has any. */
static guint
find_odd (const Writer *writer)
{
  guint odd = DL_FABRIC_NONE;
  guint64 odd_beside = 0;

  for (guint s = 0; s < writer->fabric->n_switches; s++)
    {
      const guint64 beside = writer->is_leaf[s] ? count_leaves_beside (writer, s) : 0;

      if (beside > 0
          && (odd == DL_FABRIC_NONE
              || beside * writer->n_below[odd] > odd_beside * writer->n_below[s]))
        {
          odd = s;
          odd_beside = beside;
        }
    }
  return odd;
}

/* A leaf that has another one beside it, for a message; or any switch of several levels. */
static gboolean
fail (const Writer *writer, GError **error)
{
  const DlFabric *fabric = writer->fabric;

  for (guint s = 0; s < fabric->n_switches; s++)
    for (guint slot = fabric->port_first[fabric->n_hosts + s];
         slot < fabric->port_first[fabric->n_hosts + s + 1]; slot++)
      {
        const guint32 far = dl_fabric_far_switch (fabric, slot);

        if (far == DL_FABRIC_NONE || far == s || writer->n_below[s] == 0
            || writer->n_below[far] == 0)
          continue;
        g_set_error (error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_PARAMETER,
                     _ ("the fabric is not a tree by levels, as topology.conf has it: %s and %s "
                        "are connected and both have hosts (use a fat tree)"),
                     dl_fabric_name (fabric, fabric->n_hosts + s),
                     dl_fabric_name (fabric, fabric->n_hosts + far));
        return FALSE;
      }
  g_set_error_literal (error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_PARAMETER,
                       _ ("the fabric is not a tree by levels, as topology.conf has it (use a "
                          "fat tree)"));
  return FALSE;
}

static gboolean
find_leaves (Writer *writer, GError **error)
{
  const DlFabric *fabric = writer->fabric;
  const guint S = fabric->n_switches;
  g_autofree guint32 *leaves = g_new (guint32, S);
  guint n_hosts = 0, n_left_out = 0;

  for (guint h = 0; h < fabric->n_hosts; h++)
    if (fabric->host_switch[h] != DL_FABRIC_NONE)
      {
        writer->n_below[fabric->host_switch[h] - fabric->n_hosts]++;
        n_hosts++;
      }
  for (guint s = 0; s < S; s++)
    writer->is_leaf[s] = writer->n_below[s] > 0;
  for (guint i = 0;; i++)
    {
      guint n = 0, n_beside, odd;

      for (guint s = 0; s < S; s++)
        if (writer->is_leaf[s])
          leaves[n++] = s;
      if (n > 0 && dl_fabric_level_from (fabric, leaves, n, writer->level, &n_beside))
        return TRUE;
      odd = find_odd (writer);
      if (i == MOST_SWITCHES || odd == DL_FABRIC_NONE)
        return fail (writer, error);
      n_left_out += writer->n_below[odd];
      if (n_left_out > MOST_LEFT_OUT * n_hosts)
        return fail (writer, error);
      writer->is_leaf[odd] = FALSE;
    }
}

/* Names ---------------------------------------------------------------------------------------- */

/* @name as Slurm takes it, and not among @taken, which gets it. */
static char *
take_name (GHashTable *taken, const char *name)
{
  g_autofree char *word = g_strcanon (g_strdup (name), NAME_CHARACTERS, '_');
  char *unique = g_strdup (*word != '\0' ? word : "_");

  for (guint n = 2; g_hash_table_contains (taken, unique); n++)
    {
      g_free (unique);
      unique = g_strdup_printf ("%s_%u", word, n);
    }
  g_hash_table_add (taken, g_strdup (unique));
  return unique;
}

/* The machine that a host is a port of, as the fabric has it; else its name without the adapter's,
 * else its first word, which @first_words counts, where no other host has it. Free with g_free. */
static char *
machine_name (const DlFabric *fabric, guint host, GHashTable *first_words)
{
  const char *name = dl_fabric_name (fabric, host), *blank = strrchr (name, ' ');
  g_autofree char *first = g_strndup (name, strcspn (name, " "));

  if (fabric->machines != NULL
      && dl_fabric_machine_size (fabric->machines, fabric->machines->machine[host]) > 1)
    return g_strdup (fabric->machines->name[fabric->machines->machine[host]]);
  if (blank != NULL && blank > name && dl_fabric_is_adapter (blank + 1))
    return g_strndup (name, (gsize) (blank - name));
  if (GPOINTER_TO_UINT (g_hash_table_lookup (first_words, first)) == 1)
    return g_steal_pointer (&first);
  return g_strdup (name);
}

/* Words before the first blank of hosts' names, and how many have each. */
static GHashTable *
count_first_words (const DlFabric *fabric)
{
  GHashTable *words = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint h = 0; h < fabric->n_hosts; h++)
    {
      const char *name = dl_fabric_name (fabric, h);
      char *word = g_strndup (name, strcspn (name, " "));
      const guint n = GPOINTER_TO_UINT (g_hash_table_lookup (words, word));

      g_hash_table_insert (words, word, GUINT_TO_POINTER (n + 1));
    }
  return words;
}

static void
note (Writer *writer, const char *format, const char *what, const char *where)
{
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  g_ptr_array_add (writer->notes, g_strdup_printf (format, what, where));
#pragma GCC diagnostic pop
}

/* Groups --------------------------------------------------------------------------------------- */

typedef struct
{
  const char *name; /* of the hash table */
  GArray *leaves;   /* guint32, ascending, each once */
} Machine;

static void
machine_free (gpointer data)
{
  Machine *machine = data;

  g_array_unref (machine->leaves);
  g_free (machine);
}

static void
add_leaf (GArray *leaves, guint32 leaf)
{
  guint i = 0;

  while (i < leaves->len && g_array_index (leaves, guint32, i) < leaf)
    i++;
  if (i == leaves->len || g_array_index (leaves, guint32, i) != leaf)
    g_array_insert_val (leaves, i, leaf);
}

/* Machines by their first port, and the leaves of each; what has none goes to the notes. */
static GPtrArray *
find_machines (Writer *writer, GHashTable *by_name)
{
  const DlFabric *fabric = writer->fabric;
  g_autoptr (GHashTable) first_words = count_first_words (fabric);
  GPtrArray *machines = g_ptr_array_new_with_free_func (machine_free);

  for (guint h = 0; h < fabric->n_hosts; h++)
    {
      const guint32 vertex = fabric->host_switch[h];
      char *name;
      Machine *machine;

      if (vertex == DL_FABRIC_NONE)
        {
          note (writer, "%s: %s", dl_fabric_name (fabric, h), _ ("it has no cable"));
          continue;
        }
      if (!writer->is_leaf[vertex - fabric->n_hosts])
        {
          /* Translators: a host and a switch */
          note (writer, _ ("%s: it is on %s, which has switches below it"),
                dl_fabric_name (fabric, h), dl_fabric_name (fabric, vertex));
          continue;
        }
      name = machine_name (fabric, h, first_words);
      machine = g_hash_table_lookup (by_name, name);
      if (machine == NULL)
        {
          machine = g_new0 (Machine, 1);
          machine->name = name;
          machine->leaves = g_array_new (FALSE, FALSE, sizeof (guint32));
          g_hash_table_insert (by_name, name, machine);
          g_ptr_array_add (machines, machine);
        }
      else
        g_free (name);
      add_leaf (machine->leaves, vertex - fabric->n_hosts);
    }
  return machines;
}

/* A group's name: that of its only leaf, or several leaves' names together. */
static char *
name_group (Writer *writer, const GArray *leaves)
{
  g_autoptr (GString) name = g_string_new (NULL);

  if (leaves->len == 1)
    return g_strdup (writer->switch_name[g_array_index (leaves, guint32, 0)]);
  for (guint i = 0; i < MIN (leaves->len, MOST_JOINED); i++)
    g_string_append_printf (name, "%s%s", i > 0 ? "_" : "",
                            writer->switch_name[g_array_index (leaves, guint32, i)]);
  if (leaves->len > MOST_JOINED)
    g_string_append_printf (name, "_and_%u", leaves->len - MOST_JOINED);
  return take_name (writer->taken, name->str);
}

static gint
by_leaves (gconstpointer a, gconstpointer b)
{
  const GArray *x = (*(Group *const *) a)->leaves, *y = (*(Group *const *) b)->leaves;

  for (guint i = 0; i < MIN (x->len, y->len); i++)
    {
      const guint32 p = g_array_index (x, guint32, i), q = g_array_index (y, guint32, i);

      if (p != q)
        return p < q ? -1 : 1;
    }
  return (x->len > y->len) - (x->len < y->len);
}

static void
find_groups (Writer *writer)
{
  g_autoptr (GHashTable) by_name = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) by_key = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) taken = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GPtrArray) machines = find_machines (writer, by_name);

  for (guint i = 0; i < machines->len; i++)
    {
      const Machine *machine = g_ptr_array_index (machines, i);
      g_autoptr (GString) key = g_string_new (NULL);
      g_autofree char *name = take_name (taken, machine->name);
      Group *group;

      for (guint k = 0; k < machine->leaves->len; k++)
        g_string_append_printf (key, "%u,", g_array_index (machine->leaves, guint32, k));
      group = g_hash_table_lookup (by_key, key->str);
      if (group == NULL)
        {
          group = g_new0 (Group, 1);
          group->key = g_strdup (key->str);
          group->leaves = g_array_ref (machine->leaves);
          group->nodes = g_string_new (NULL);
          group->name = name_group (writer, group->leaves);
          g_hash_table_insert (by_key, group->key, group);
          g_ptr_array_add (writer->groups, group);
        }
      g_string_append_printf (group->nodes, "%s%s", group->nodes->len > 0 ? "," : "", name);
    }
  g_ptr_array_sort (writer->groups, by_leaves);
}

/* Lines ---------------------------------------------------------------------------------------- */

static gboolean
has_leaf (const Group *group, guint leaf)
{
  for (guint i = 0; i < group->leaves->len; i++)
    if (g_array_index (group->leaves, guint32, i) == leaf)
      return TRUE;
  return FALSE;
}

/* A name into the line of a switch, each once. */
static void
append_below (GString *line, GHashTable *listed, const char *name)
{
  if (!g_hash_table_add (listed, (gpointer) name))
    return;
  g_string_append_printf (line, "%s%s", line->len > 0 ? "," : " Switches=", name);
}

/* @written: (n_switches) gboolean: has a line. */
static void
append_switch (const Writer *writer, GString *text, guint s, guint8 *written)
{
  const DlFabric *fabric = writer->fabric;
  const guint v = fabric->n_hosts + s;
  g_autoptr (GString) line = g_string_new (NULL);
  g_autoptr (GHashTable) listed = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint slot = fabric->port_first[v]; slot < fabric->port_first[v + 1]; slot++)
    {
      const guint32 below = dl_fabric_far_switch (fabric, slot);

      if (below == DL_FABRIC_NONE || writer->level[below] >= writer->level[s])
        continue;
      if (writer->level[below] > 0 && written[below])
        append_below (line, listed, writer->switch_name[below]);
      for (guint i = 0; writer->level[below] == 0 && i < writer->groups->len; i++)
        {
          const Group *group = g_ptr_array_index (writer->groups, i);

          if (has_leaf (group, below))
            append_below (line, listed, group->name);
        }
    }
  written[s] = line->len > 0;
  if (written[s])
    g_string_append_printf (text, "SwitchName=%s%s\n", writer->switch_name[s], line->str);
}

static char *
write_lines (Writer *writer)
{
  const guint S = writer->fabric->n_switches;
  g_autofree guint8 *written = g_new0 (guint8, S);
  GString *text = g_string_new ("# topology.conf for TopologyPlugin=topology/tree\n");
  guint most = 0;

  for (guint s = 0; s < S; s++)
    if (writer->level[s] == DL_FABRIC_FAR)
      note (writer, "%s: %s", dl_fabric_name (writer->fabric, writer->fabric->n_hosts + s),
            _ ("no cable leads from it to a host"));
    else
      most = MAX (most, writer->level[s]);
  for (guint i = 0; i < writer->notes->len; i++)
    {
      g_autofree char *line = dl_text_printable (g_ptr_array_index (writer->notes, i), -1, FALSE);

      g_string_append_printf (text, "# %s: %s\n", _ ("left out"), line);
    }
  for (guint i = 0; i < writer->groups->len; i++)
    {
      const Group *group = g_ptr_array_index (writer->groups, i);

      g_string_append_printf (text, "SwitchName=%s Nodes=%s\n", group->name, group->nodes->str);
    }
  for (guint level = 1; level <= most; level++)
    for (guint s = 0; s < S; s++)
      if (writer->level[s] == level)
        append_switch (writer, text, s, written);
  return g_string_free (text, FALSE);
}

/* Switches of the lines of topology.conf, as YAML has them. */

static void
append_yaml (GString *text, const char *line)
{
  g_auto (GStrv) words = g_strsplit (line, " ", -1);

  g_string_append_printf (text, "      - switch: %s\n", words[0] + strlen ("SwitchName="));
  if (g_str_has_prefix (words[1], "Nodes="))
    g_string_append_printf (text, "        nodes: %s\n", words[1] + strlen ("Nodes="));
  else
    g_string_append_printf (text, "        children: %s\n", words[1] + strlen ("Switches="));
}

/* A block is a group of machines; its size that of the smallest. */
static void
append_blocks (const Writer *writer, GString *text)
{
  guint least = G_MAXUINT;

  for (guint i = 0; i < writer->groups->len; i++)
    {
      const Group *group = g_ptr_array_index (writer->groups, i);
      g_auto (GStrv) nodes = g_strsplit (group->nodes->str, ",", -1);

      least = MIN (least, g_strv_length (nodes));
    }
  g_string_append_printf (text,
                          "- topology: blocks\n  cluster_default: false\n  block:\n"
                          "    block_sizes:\n      - %u\n    blocks:\n",
                          writer->groups->len > 0 ? least : 1);
  for (guint i = 0; i < writer->groups->len; i++)
    {
      const Group *group = g_ptr_array_index (writer->groups, i);

      g_string_append_printf (text, "      - block: %s\n        nodes: %s\n", group->name,
                              group->nodes->str);
    }
}

static char *
write_yaml (const Writer *writer, const char *conf)
{
  g_auto (GStrv) lines = g_strsplit (conf, "\n", -1);
  GString *text = g_string_new ("# topology.yaml for Slurm 25.05 or later\n");

  for (guint i = 1; lines[i] != NULL; i++)
    if (*lines[i] == '#')
      g_string_append_printf (text, "%s\n", lines[i]);
  g_string_append (text, "---\n- topology: tree\n  cluster_default: true\n  tree:\n"
                         "    switches:\n");
  for (guint i = 0; lines[i] != NULL; i++)
    if (g_str_has_prefix (lines[i], "SwitchName="))
      append_yaml (text, lines[i]);
  append_blocks (writer, text);
  return g_string_free (text, FALSE);
}

static char *
write_tree (Writer *writer, gboolean yaml, GStrv *left_out)
{
  const DlFabric *fabric = writer->fabric;
  char *text;

  for (guint s = 0; s < fabric->n_switches; s++)
    writer->switch_name[s]
        = take_name (writer->taken, dl_fabric_name (fabric, fabric->n_hosts + s));
  find_groups (writer);
  text = write_lines (writer);
  if (yaml)
    {
      g_autofree char *conf = text;

      text = write_yaml (writer, conf);
    }
  if (left_out != NULL)
    {
      g_ptr_array_add (writer->notes, NULL);
      *left_out = g_strdupv ((GStrv) writer->notes->pdata);
    }
  return text;
}

char *
dl_fabric_slurm_write (const DlFabric *fabric, gboolean yaml, GStrv *left_out, GError **error)
{
  const guint S = fabric->n_switches;
  g_autofree guint16 *level = g_new0 (guint16, S);
  g_autofree guint8 *is_leaf = g_new0 (guint8, S);
  g_autofree guint32 *n_below = g_new0 (guint32, S);
  g_autoptr (GPtrArray) groups = g_ptr_array_new_with_free_func (group_free);
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GHashTable) taken = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_auto (GStrv) names = g_new0 (char *, S + 1);
  Writer writer = { .fabric = fabric,
                    .level = level,
                    .is_leaf = is_leaf,
                    .n_below = n_below,
                    .groups = groups,
                    .notes = notes,
                    .switch_name = names,
                    .taken = taken };

  return find_leaves (&writer, error) ? write_tree (&writer, yaml, left_out) : NULL;
}
