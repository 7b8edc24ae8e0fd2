/* Where everything of the picture of an input-queued router lies, for drawing it and for what is
 * under a point. */
#pragma once

#include "dl-chart-private.h"
#include "dl-iq-chart.h"

G_BEGIN_DECLS

#define DL_IQ_ROW     15.0 /* of the tables and matrices */
#define DL_IQ_STAGE   24.0 /* width of a stage's column */
#define DL_IQ_CREDITS 64.0 /* width of an output's credits */

/* The matrix of an allocator. */
typedef struct
{
  const DlIqAllocation *allocation;
  guint input_share;  /* inputs' virtual channels that share a round: 1, or those of a port */
  double x, y, width; /* of its title */
  double cells_x, cells_y, pitch;
  double header; /* height of the names of its columns */
  guint n_rows, n_columns;
  guint16 *rows;    /* (n_rows) inputs' virtual channels that ask */
  guint16 *columns; /* (n_columns) what they ask for */
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
  double head_y, rows_y; /* of the tables */
  double name_width;
  double packet_x, stages_x, target_x, inputs_width;
  double outputs_x, owner_x, credits_x;
  guint n_inputs, n_outputs; /* rows */
  guint16 *inputs, *outputs; /* numbers of virtual channels */
  DlIqMatrix vc, sw;
  double legend_y;
  GArray *places; /* DlIqPlace */
} DlIqLayout;

/* Clear it in the end. */
void dl_iq_layout_init (DlIqLayout *layout, double width, double room, const DlIqChart *chart);
void dl_iq_layout_clear (DlIqLayout *layout);

/* Of a round that begins at @turn: the row, or column, that comes first of all. */
guint dl_iq_matrix_first_row (const DlIqMatrix *matrix, guint column);
guint dl_iq_matrix_first_column (const DlIqMatrix *matrix, guint row);
DlRect dl_iq_matrix_cell (const DlIqMatrix *matrix, guint row, guint column);

G_END_DECLS
