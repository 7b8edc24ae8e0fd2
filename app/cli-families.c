/* The table of what the command line says of each family of networks. */
#include "cli-families.h"

#include "cli-plain.h"

#include <glib/gi18n.h>

static const CliFamily *const families[] = { &cli_torus, &cli_dragonfly, &cli_fabric };

const CliFamily *const *
cli_families (guint *n_families)
{
  *n_families = G_N_ELEMENTS (families);
  return families;
}

const CliFamily *
cli_family (const DlFamily *family)
{
  for (guint i = 0; i < G_N_ELEMENTS (families); i++)
    if (families[i]->family == family)
      return families[i];
  return &cli_plain;
}

const CliFamily *
cli_family_of_counters (const DlCounters *counters)
{
  for (guint i = 0; i < G_N_ELEMENTS (families); i++)
    for (const DlCountersKind *const *kind = families[i]->family->counters;
         kind != NULL && *kind != NULL; kind++)
      if (*kind == counters->kind)
        return families[i];
  g_assert_not_reached ();
}

const DlField *
cli_families_find_list (const char *name, guint i)
{
  for (guint f = 0; f < G_N_ELEMENTS (families); f++)
    for (const CliList *list = families[f]->lists; list->name != NULL; list++)
      if (g_str_equal (list->name, name) && i-- == 0)
        return dl_field_find_name (list->key);
  return NULL;
}

char *
cli_families_name_lists (void)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  g_auto (GStrv) all = NULL;

  for (guint f = 0; f < G_N_ELEMENTS (families); f++)
    for (const CliList *list = families[f]->lists; list->name != NULL; list++)
      {
        const DlField *field = dl_field_find_name (list->key);

        if (cli_families_find_list (list->name, 0) == field)
          g_strv_builder_add (names, list->name);
      }
  all = g_strv_builder_end (names);
  return g_strjoinv (", ", all);
}
