/* libdateline-figure: the figures of the program, drawn with cairo, for programs. */
#pragma once

#include <dateline.h>

#include <cairo.h>

G_BEGIN_DECLS

#define DATELINE_FIGURE_TYPE_PICTURE (dateline_figure_picture_get_type ())
G_DECLARE_FINAL_TYPE (DatelineFigurePicture, dateline_figure_picture, DATELINE_FIGURE, PICTURE,
                      GObject)

DatelineFigurePicture *dateline_figure_picture_new (DatelineScenario *scenario, const char *figure,
                                                    GError **error);
DatelineFigurePicture *dateline_figure_picture_new_of_simulation (DatelineSimulation *simulation,
                                                                  const char *figure,
                                                                  GError **error);
DatelineFigurePicture *dateline_figure_picture_new_of_sweep (DatelineSweep *sweep, GError **error);
DatelineFigurePicture *dateline_figure_picture_new_page (DatelineFigurePicture **pictures,
                                                         gsize n_pictures, guint n_columns,
                                                         GError **error);

const char *dateline_figure_picture_get_figure (DatelineFigurePicture *self);
gboolean dateline_figure_picture_set (DatelineFigurePicture *self, const char *option,
                                      const char *value, GError **error);
char *dateline_figure_picture_get (DatelineFigurePicture *self, const char *option, GError **error);
DatelineTable *dateline_figure_picture_list_options (DatelineFigurePicture *self);
gboolean dateline_figure_picture_set_against (DatelineFigurePicture *self,
                                              DatelineScenario *scenario, GError **error);

gboolean dateline_figure_picture_compute (DatelineFigurePicture *self, GCancellable *cancellable,
                                          DatelineProgressFunc progress, gpointer user_data,
                                          GError **error);
void dateline_figure_picture_compute_async (DatelineFigurePicture *self, GCancellable *cancellable,
                                            GAsyncReadyCallback callback, gpointer user_data);
gboolean dateline_figure_picture_compute_finish (DatelineFigurePicture *self, GAsyncResult *result,
                                                 GError **error);

gboolean dateline_figure_picture_save (DatelineFigurePicture *self, const char *file_name,
                                       GError **error);
char *dateline_figure_picture_to_svg (DatelineFigurePicture *self, GError **error);
GBytes *dateline_figure_picture_to_png (DatelineFigurePicture *self, GError **error);
GBytes *dateline_figure_picture_to_pdf (DatelineFigurePicture *self, GError **error);
char *dateline_figure_picture_to_csv (DatelineFigurePicture *self, GError **error);
DatelineTable *dateline_figure_picture_to_table (DatelineFigurePicture *self, GError **error);
double dateline_figure_picture_get_height (DatelineFigurePicture *self, double width,
                                           GError **error);
gboolean dateline_figure_picture_draw (DatelineFigurePicture *self, cairo_t *cr, double width,
                                       double height, GError **error);

DatelineTable *dateline_figure_list (const char *kind, GError **error);

G_END_DECLS
