/* Where everything of the picture of an input-queued router lies, for drawing it and for what is
 * under a point. */
#pragma once

#include "dl-chart-private.h"
#include "dl-iq-chart.h"

G_BEGIN_DECLS

#define DL_IQ_ROW   15.0
#define DL_IQ_STAGE 20.0 /* width of a stage's column */

/* An allocator's part of the table: its columns are what it gives. */
typedef struct
{
  const DlIqAllocation *allocation;
  DlIqSpotKind kind;  /* of its cells */
  guint input_share;  /* inputs' virtual channels that share a round: 1, or those of a port */
  guint output_share; /* columns of a port: its virtual channels, or 1 */
  double x, width, pitch;
  double names_y; /* of the ports, whose names may be turned to read upwards: */
  gboolean is_turned;
  guint n_columns;
  guint16 *columns; /* (n_columns) virtual channels of outputs, or ports */
} DlIqMatrix;

typedef struct
{
  DlIqSpot spot;
  DlRect rect;
} DlIqPlace;

typedef struct
{
  double zoom; /* everything below is in units of this */
  double width, height;
  double title_y, head_y; /* head: the lowest line of it */
  double rows_y, credits_y, legend_y;
  double packet_x, stages_x, inputs_width; /* of the part at the left */
  guint n_rows;
  guint16 *rows; /* numbers of inputs' virtual channels */
  DlIqMatrix vc, sw;
  GArray *places; /* DlIqPlace */
} DlIqLayout;

/* Clear it in the end. */
void dl_iq_layout_init (DlIqLayout *layout, double width, double room, const DlIqChart *chart);
void dl_iq_layout_clear (DlIqLayout *layout);

/* Where the round of a column's output begins, and that of a row's input: the row, or column, that
 * comes first in it of all that are shown. */
guint dl_iq_layout_first_row (const DlIqLayout *layout, const DlIqMatrix *matrix, guint column);
guint dl_iq_layout_first_column (const DlIqLayout *layout, const DlIqMatrix *matrix, guint row);
DlRect dl_iq_layout_cell (const DlIqLayout *layout, const DlIqMatrix *matrix, guint row,
                          guint column);
/* Where the credits of a column of the VC allocator are. */
DlRect dl_iq_layout_credits (const DlIqLayout *layout, guint column);

G_END_DECLS
