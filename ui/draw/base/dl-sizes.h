/* Sizes and gaps that more than one drawing has, in units of a 96 dpi screen. Each drawing defines
 * its own ones. */
#pragma once

/* Gaps. */
#define DL_GAP_SMALL  6.0  /* above a part of a figure */
#define DL_GAP        10.0 /* between parts, and between a map and its key */
#define DL_GAP_LARGE  12.0 /* between paragraphs, and above a check */
#define DL_COLUMN_GAP 8.0  /* between columns of numbers */
#define DL_GAP_PANELS 8.0  /* between plots on one axis, one below the other */
#define DL_GAP_PLOTS  20.0 /* between plots that have an axis each */

/* Figures. */
#define DL_FIGURE_MARGIN       8.0   /* around all of it, and around each of its panels */
#define DL_FIGURE_LEGEND_GAP   8.0   /* above a legend */
#define DL_FIGURE_WIDE         600.0 /* from here on parts stand side by side, and are less tall */
#define DL_FIGURE_MAP_LEAST    150.0 /* below that a map does without words */
#define DL_FIGURE_MAP_MOST     560.0 /* a page has room for it */
#define DL_FIGURE_MAP_SLIDE    330.0 /* of a map on a slide, at most */
#define DL_FIGURE_NETWORK_MOST 340.0 /* height of packets, or of a router, at most */
#define DL_FIGURE_EMPTY        100.0 /* height of what says only why there is nothing */
#define DL_FIGURE_EMPTY_CHART  200.0 /* the same in the place of a chart */
#define DL_FIGURE_MOST_VALUE   40    /* letters of a key’s value in a title or a caption */

/* Plots. */
#define DL_PLOT_LEFT_SHARES 34.0 /* left of a plot: shares */
#define DL_PLOT_LEFT        44.0 /* left of a plot: other numbers */
#define DL_PLOT_RIGHT       10.0 /* half of the last number */
#define DL_DOT_RADIUS       3.0  /* of a value that stands alone */

/* Maps. */
#define DL_MAP_MARGIN        6  /* around one with words */
#define DL_MAP_NUMBER_GAP    6  /* between numbers and cells */
#define DL_MAP_BLOCK_GAP     6  /* between columns of planes, or of groups */
#define DL_MAP_CELL_GAP_FROM 6  /* cells from this size on have a gap of a pixel */
#define DL_MAP_HANDLE        14 /* width of a dateline’s handle */
