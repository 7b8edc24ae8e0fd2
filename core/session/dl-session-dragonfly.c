#include "dl-session-dragonfly.h"

#include "dl-session-private.h"

DlDragonfly *
dl_session_dragonfly (DlSession *self)
{
  DlEvaluation *result = dl_session_get_dragonfly_result (self);

  if (dl_session_get_scenario (self)->family != &dl_family_dragonfly)
    return NULL;
  if (result != NULL && result->generation == dl_session_get_generation (self))
    return dl_dragonfly_ref (dl_evaluation_dragonfly (result)->dragonfly);
  return dl_scenario_dragonfly (dl_session_get_scenario (self), NULL);
}
