/* Columns of tables of measured counters: their rows are those of a DlHeat. */
#pragma once

#include "dl-measured-heat.h"
#include "dl-rows.h"

G_BEGIN_DECLS

/* All translatable. */
typedef struct
{
  const char *button;  /* by what the rows are */
  const char *tooltip; /* what they sum up */
  const char *label;   /* of the table, for assistive technology */
  const DlTableColumn *columns;
  guint n_columns;
} DlMeasuredLevel;

extern const DlMeasuredLevel dl_measured_levels[DL_N_HEAT_LEVELS];

/* FALSE: nothing was measured, or computed, that column @i of its level could show. */
gboolean dl_measured_knows_column (const DlHeat *heat, guint i);
/* What people call the group, router or link of row @i of a DlHeat; free with g_free. */
char *dl_measured_place_text (gconstpointer heat, guint i);

G_END_DECLS
