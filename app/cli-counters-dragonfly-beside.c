/* dateline-cli counters: those of a Cascade beside what is computed for a scenario. */
#include "cli-counters-dragonfly.h"

#include "dl-dragonfly-name.h"

#include <glib/gi18n.h>

#include <math.h>

static double
share_at (const double *shares, guint i)
{
  return shares != NULL ? shares[i] : NAN;
}

static guint
part_of (const DlMeasured *measured, guint i)
{
  return measured->dragonfly->link_class[measured->link[i]];
}

static const DlMeasuredPair *
pair_at (const DlMeasured *measured, guint i)
{
  return &g_array_index (measured->pairs, DlMeasuredPair, i);
}

static guint
group_name (const DlMeasured *measured, guint group)
{
  return measured->dragonfly->group_name[group];
}

/* JSON ----------------------------------------------------------------------------------------- */

static void
json_likeness (JsonBuilder *builder, const DlMeasured *measured, const DlMeasuredLikeness *it)
{
  cli_json_likeness (builder, "with_analysis", &it->analysis);
  if (measured->simulated != NULL)
    {
      cli_json_likeness (builder, "with_simulation", &it->simulation);
      cli_json_likeness (builder, "stalls_with_simulation", &it->stalls);
      return;
    }
  cli_json_null (builder, "with_simulation");
  cli_json_null (builder, "stalls_with_simulation");
}

static void
json_parts (JsonBuilder *builder, const DlMeasured *measured)
{
  cli_json_begin_array (builder, "beside");
  for (guint i = 0; i < measured->n_parts; i++)
    {
      const DlMeasuredPart *part = &measured->parts[i];

      json_builder_begin_object (builder);
      cli_json_string (builder, "class", dl_measured_part_name (measured, i));
      cli_json_int (builder, "links", part->links);
      cli_json_double (builder, "measured", part->measured);
      cli_json_double (builder, "stalled", part->stalled);
      cli_json_double (builder, "analysed", part->analysed);
      cli_json_double (builder, "simulated", part->simulated);
      json_likeness (builder, measured, &part->likeness);
      cli_json_double (builder, "vc_share", part->vc_share);
      cli_json_double (builder, "analysed_vc_share", part->analysed_vc_share);
      cli_json_begin_array (builder, "analysed_vcs");
      for (guint vc = 0; vc < DL_DRAGONFLY_VCS; vc++)
        if (isnan (part->analysed_vc[vc]))
          json_builder_add_null_value (builder);
        else
          json_builder_add_double_value (builder, part->analysed_vc[vc]);
      json_builder_end_array (builder);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static void
json_pairs (JsonBuilder *builder, const CliCascade *view)
{
  const DlMeasured *measured = view->measured;

  cli_json_begin_array (builder, "group_pairs");
  for (guint i = 0; i < MIN (measured->pairs->len, view->top); i++)
    {
      const DlMeasuredPair *pair = pair_at (measured, i);

      json_builder_begin_object (builder);
      cli_json_int (builder, "from", group_name (measured, pair->a));
      cli_json_int (builder, "to", group_name (measured, pair->b));
      cli_json_int (builder, "links", pair->links);
      cli_json_int (builder, "machine_links", pair->machine);
      cli_json_int (builder, "flits", pair->count);
      if (measured->stalls != NULL)
        cli_json_int (builder, "stalls", pair->stalls);
      else
        cli_json_null (builder, "stalls");
      cli_json_double (builder, "measured", pair->measured);
      cli_json_double (builder, "stalled", pair->stalled);
      cli_json_double (builder, "analysed", pair->analysed);
      cli_json_double (builder, "simulated", pair->simulated);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static void
json_different (JsonBuilder *builder, const CliCascade *view)
{
  const DlMeasured *measured = view->measured;

  cli_json_begin_array (builder, "different");
  for (guint row = 0; row < MIN (measured->n, view->top); row++)
    {
      const guint i = measured->different[row];
      g_autofree char *link = dl_measured_link_to_string (measured, i);

      json_builder_begin_object (builder);
      cli_json_string (builder, "link", link);
      cli_json_string (builder, "class", dl_measured_part_name (measured, part_of (measured, i)));
      cli_json_int (builder, "flits", measured->count[i]);
      cli_json_double (builder, "measured", measured->measured[i]);
      cli_json_double (builder, "stalled", share_at (measured->stalled, i));
      cli_json_double (builder, "analysed", measured->analysed[i]);
      cli_json_double (builder, "simulated", share_at (measured->simulated, i));
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

void
cli_cascade_append_beside_json (JsonBuilder *builder, const CliCascade *view)
{
  cli_json_string (builder, "name", view->scenario->name);
  json_likeness (builder, view->measured, &view->measured->likeness);
  json_parts (builder, view->measured);
  json_pairs (builder, view);
  json_different (builder, view);
}

/* CSV ------------------------------------------------------------------------------------------ */

void
cli_cascade_append_beside_csv (GString *out, const CliCascade *view)
{
  const DlMeasured *measured = view->measured;
  const DlDragonfly *net = measured->dragonfly;

  g_string_append (out, "rank,from,to,index,class,flits,stalls,measured,stalled,analysed,"
                        "simulated\n");
  for (guint row = 0; row < MIN (measured->n, view->top); row++)
    {
      const guint i = measured->busiest[row], link = measured->link[i];
      const double shares[] = { measured->measured[i], share_at (measured->stalled, i),
                                measured->analysed[i], share_at (measured->simulated, i) };
      g_autofree char *from = dl_dragonfly_router_to_string (net, net->link_from[link]);
      g_autofree char *to = dl_dragonfly_router_to_string (net, net->link_to[link]);

      g_string_append_printf (out, "%u,%s,%s,%u,%s,%" G_GUINT64_FORMAT ",", row + 1, from, to,
                              net->link_parallel[link], dl_link_class_name (net->link_class[link]),
                              measured->count[i]);
      if (measured->stalls != NULL)
        g_string_append_printf (out, "%" G_GUINT64_FORMAT, measured->stalls[i]);
      for (guint share = 0; share < G_N_ELEMENTS (shares); share++)
        {
          g_string_append_c (out, ',');
          cli_append_csv_double (out, shares[share]);
        }
      g_string_append_c (out, '\n');
    }
}

/* Text ----------------------------------------------------------------------------------------- */

static void
append_heads (CliTable *table, const char *const *heads, guint n)
{
  for (guint i = 0; i < n; i++)
    cli_table_text (table, heads[i]);
}

/* Of @measured shares, in the order of the heads; "-" for a list that there is not. */
static void
append_shares (CliTable *table, double measured, double stalled, double analysed, double simulated,
               guint digits)
{
  cli_table_double (table, 100 * measured, digits);
  cli_table_double (table, 100 * stalled, digits);
  cli_table_double (table, 100 * analysed, digits);
  cli_table_double (table, 100 * simulated, digits);
}

static void
text_likeness_row (CliTable *table, const char *name, const DlMeasured *measured,
                   const DlMeasuredLikeness *it)
{
  cli_table_text (table, name);
  cli_table_double (table, it->analysis.pearson, 4);
  cli_table_double (table, it->analysis.rank, 4);
  if (measured->simulated == NULL)
    return;
  cli_table_double (table, it->simulation.pearson, 4);
  cli_table_double (table, it->simulation.rank, 4);
  cli_table_double (table, it->stalls.pearson, 4);
  cli_table_double (table, it->stalls.rank, 4);
}

static void
text_likeness (GString *out, const DlMeasured *measured)
{
  const char *const heads[]
      = { _ ("measured links and"), _ ("analysis"),         _ ("of ranks"), _ ("simulation"),
          _ ("of ranks"),           _ ("simulated stalls"), _ ("of ranks") };
  const gboolean simulated = measured->simulated != NULL;
  g_autoptr (CliTable) table = cli_table_new (simulated ? "lrrrrrr" : "lrr");

  append_heads (table, heads, simulated ? 7 : 3);
  text_likeness_row (table, _ ("all of them"), measured, &measured->likeness);
  for (guint part = 0; part < measured->n_parts; part++)
    text_likeness_row (table, dl_measured_part_name (measured, part), measured,
                       &measured->parts[part].likeness);
  cli_table_append (out, table);
}

static void
text_parts (GString *out, const DlMeasured *measured)
{
  const char *const heads[] = {
    "",
    _ ("links"),
    _ ("flits, %"),
    _ ("stalls, %"),
    _ ("analyzed, %"),
    _ ("simulated, %"),
    _ ("largest VC, %"),
    _ ("analyzed, %"),
  };
  g_autoptr (CliTable) table = cli_table_new ("lrrrrrrr");

  append_heads (table, heads, G_N_ELEMENTS (heads));
  for (guint i = 0; i < measured->n_parts; i++)
    {
      const DlMeasuredPart *part = &measured->parts[i];

      cli_table_text (table, dl_measured_part_name (measured, i));
      cli_table_int (table, part->links);
      append_shares (table, part->measured, part->stalled, part->analysed, part->simulated, 2);
      cli_table_double (table, 100 * part->vc_share, 1);
      cli_table_double (table, 100 * part->analysed_vc_share, 1);
    }
  cli_table_append (out, table);
}

static void
text_pairs (GString *out, const CliCascade *view)
{
  const DlMeasured *measured = view->measured;
  const char *const heads[]
      = { _ ("from"),     _ ("to"),        _ ("links"),       _ ("of"),
          _ ("flits, %"), _ ("stalls, %"), _ ("analyzed, %"), _ ("simulated, %") };
  g_autoptr (CliTable) table = cli_table_new ("rrrrrrrr");

  if (measured->pairs->len == 0)
    return;
  g_string_append_printf (out, "\n%s\n\n", _ ("Blue links by pair of groups, busiest first"));
  append_heads (table, heads, G_N_ELEMENTS (heads));
  for (guint i = 0; i < MIN (measured->pairs->len, view->top); i++)
    {
      const DlMeasuredPair *pair = pair_at (measured, i);

      cli_table_int (table, group_name (measured, pair->a));
      cli_table_int (table, group_name (measured, pair->b));
      cli_table_int (table, pair->links);
      cli_table_int (table, pair->machine);
      append_shares (table, pair->measured, pair->stalled, pair->analysed, pair->simulated, 3);
    }
  cli_table_append (out, table);
  cli_cascade_append_more (out, view, measured->pairs->len);
}

static void
text_different (GString *out, const CliCascade *view)
{
  const DlMeasured *measured = view->measured;
  const char *const heads[] = { "",
                                _ ("link"),
                                _ ("class"),
                                _ ("flits"),
                                _ ("flits, %"),
                                _ ("stalls, %"),
                                _ ("analyzed, %"),
                                _ ("simulated, %") };
  g_autoptr (CliTable) table = cli_table_new ("rllrrrrr");

  g_string_append_printf (out, "\n%s\n\n", _ ("The links that differ most"));
  append_heads (table, heads, G_N_ELEMENTS (heads));
  for (guint row = 0; row < MIN (measured->n, view->top); row++)
    {
      const guint i = measured->different[row];
      g_autofree char *link = dl_measured_link_to_string (measured, i);

      cli_table_int (table, row + 1);
      cli_table_text (table, link);
      cli_table_text (table, dl_measured_part_name (measured, part_of (measured, i)));
      cli_table_int (table, measured->count[i]);
      append_shares (table, measured->measured[i], share_at (measured->stalled, i),
                     measured->analysed[i], share_at (measured->simulated, i), 4);
    }
  cli_table_append (out, table);
  cli_cascade_append_more (out, view, measured->n);
}

void
cli_cascade_append_beside_text (GString *out, const CliCascade *view)
{
  const DlScenario *scenario = view->scenario;

  g_string_append_printf (out, _ ("\nCompared with “%s”, traffic %s, routing %s:\n\n"),
                          scenario->name, scenario->traffic.pattern->id,
                          dl_dragonfly_options (scenario)->mode->id);
  text_likeness (out, view->measured);
  g_string_append_printf (
      out, "\n%s\n\n",
      _ ("Shares are relative to the total of the measured links, measured or computed. Largest "
         "VC: the\nshare of a link’s flits on one of its eight virtual channels; in the analysis, "
         "one of four."));
  text_parts (out, view->measured);
  text_pairs (out, view);
  text_different (out, view);
}
