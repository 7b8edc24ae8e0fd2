/* Scenarios with what figures are made of. */
#pragma once

#include "dl-figure.h"

G_BEGIN_DECLS

typedef struct
{
  DlScenario *scenario;
  DlTorusAnalysis *analysis;
  GPtrArray *all_policies;  /* DlTorusAnalysis, */
  const gpointer *policies; /* of these (n_policies) */
  guint n_policies;
  DlSimFigure simulation;  /* made up, the same for all, but for a router of another network */
  DlLoadCurve *load_curve; /* likewise */
  DlPaperResult *paper;    /* made up too */
  DlMeasured *measured;    /* of made up counters; NULL of a network without links */
} TestFigure;

/* @preset with @edits ("torus.radix=1;1;1"; NULL ends them). */
TestFigure *test_figure_new (const char *preset, const char *const *edits);
void test_figure_free (TestFigure *test);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TestFigure, test_figure_free)

/* Input with which @figure shows @test. */
DlFigureInput test_figure_input (const TestFigure *test, const DlFigure *figure);
/* Rendered, without error. */
GBytes *test_figure_render (const TestFigure *test, const char *figure, DlFigureFormat format,
                            double width_in, double dpi);

/* An 8-ary ring with a name that no format takes lightly. */
TestFigure *test_figure_new_awkward (void);

G_END_DECLS
