#include "dl-progress.h"

typedef struct
{
  DlProgressFunc func;
  gpointer data;
  double from, to;
} Stage;

static Stage *
stage_of (GCancellable *cancellable)
{
  return cancellable != NULL ? g_object_get_data (G_OBJECT (cancellable), "dl-stage") : NULL;
}

void
dl_stage_follow (GCancellable *cancellable, DlProgressFunc func, gpointer data)
{
  Stage *stage = g_new (Stage, 1);

  *stage = (Stage) { func, data, 0, 1 };
  g_object_set_data_full (G_OBJECT (cancellable), "dl-stage", stage, g_free);
}

void
dl_stage_begin (GCancellable *cancellable, double from, double to)
{
  Stage *stage = stage_of (cancellable);

  if (stage == NULL)
    return;
  stage->from = from;
  stage->to = to;
  dl_stage_note (cancellable, 0);
}

void
dl_stage_note (GCancellable *cancellable, double fraction)
{
  const Stage *stage = stage_of (cancellable);

  if (stage != NULL)
    stage->func (stage->from + (stage->to - stage->from) * CLAMP (fraction, 0, 1), stage->data);
}
