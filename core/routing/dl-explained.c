#include "dl-explained.h"

void
dl_step_text_clear (DlStepText *text)
{
  g_free (text->title);
  g_free (text->place);
  g_free (text->note);
  g_free (text->tag);
  g_free (text->detail);
  g_free (text->problem);
}

void
dl_step_text_copy (const DlStepText *from, DlStepText *to)
{
  *to = (DlStepText) {
    .title = g_strdup (from->title),
    .place = g_strdup (from->place),
    .note = g_strdup (from->note),
    .tag = g_strdup (from->tag),
    .detail = g_strdup (from->detail),
    .problem = g_strdup (from->problem),
  };
}

DlExplained *
dl_explained_new (guint n_hops)
{
  DlExplained *explained = g_rc_box_new0 (DlExplained);

  explained->n_hops = n_hops;
  explained->channels = g_new0 (guint32, n_hops);
  explained->steps = g_new0 (DlStepText, n_hops);
  explained->broken_step = DL_NO_STEP;
  return explained;
}

static void
clear (gpointer data)
{
  DlExplained *explained = data;

  for (guint i = 0; i < explained->n_hops; i++)
    dl_step_text_clear (&explained->steps[i]);
  g_free (explained->steps);
  g_free (explained->channels);
  g_free (explained->summary);
  g_free (explained->line);
  g_free (explained->text);
}

DlExplained *
dl_explained_ref (DlExplained *explained)
{
  return g_rc_box_acquire (explained);
}

void
dl_explained_unref (DlExplained *explained)
{
  if (explained != NULL)
    g_rc_box_release_full (explained, clear);
}
