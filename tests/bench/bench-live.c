/* How much of the simulator's speed is left while a simulation is live: cycles per second of
 * processor time of its worker, which takes pictures, statistics and points, beside those of the
 * same cycles simulated at a stretch. Pictures are fetched as often as the window does, and nothing
 * is drawn. Prints Markdown; asserts no time. --quick only runs everything once, shortly. */
#include "dl-field.h"
#include "dl-live-worker.h"
#include "dl-machine-run.h"
#include "dl-simulate.h"
#include "dl-scenario-file.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#define LOOK_EVERY_US (33 * 1000)

typedef struct
{
  const char *preset, *load;
  guint64 cycles;
} Case;

static double
now_s (clockid_t id)
{
  struct timespec time;

  clock_gettime (id, &time);
  return time.tv_sec + time.tv_nsec * 1e-9;
}

/* Processor time of all threads but this one. */
static double
others_s (void)
{
  return now_s (CLOCK_PROCESS_CPUTIME_ID) - now_s (CLOCK_THREAD_CPUTIME_ID);
}

/* Cycles at a stretch, and a second of processor time. */
static double
measure_plain (DlMachinePlan *plan, guint64 cycles)
{
  g_autoptr (DlMachineRun) run = dl_machine_run_new (plan);
  const double begin = now_s (CLOCK_THREAD_CPUTIME_ID);

  dl_machine_run_go (run, cycles);
  return cycles / (now_s (CLOCK_THREAD_CPUTIME_ID) - begin);
}

/* Look like DlLive until the worker is at @cycle. */
static guint64
look_until (DlLiveWorker *worker, guint64 cycle, guint *n_pictures)
{
  guint64 now = 0;

  while (now < cycle)
    {
      const DlLivePicture *picture = dl_live_worker_fetch (worker);
      DlLiveEvent *event;

      while ((event = dl_live_worker_next_event (worker)) != NULL)
        dl_live_event_free (event);
      if (picture != NULL)
        {
          now = picture->cycle;
          ++*n_pictures;
        }
      if (now < cycle)
        g_usleep (LOOK_EVERY_US);
    }
  return now;
}

/* The same from an idle worker on; @wall: cycles per second by the clock. */
static double
measure_live (const DlScenario *scenario, guint64 cycles, double *wall, double *pictures)
{
  DlLiveWorker *worker = dl_live_worker_new (256 << 20);
  guint n_pictures = 0;
  double begin, begin_wall, took, took_wall;
  guint64 end;

  dl_live_worker_set_scenario (worker, scenario, 1, NULL, 0, FALSE);
  while (!dl_live_worker_is_idle (worker))
    g_usleep (1000);
  begin = others_s ();
  begin_wall = now_s (CLOCK_MONOTONIC);
  dl_live_worker_order (worker, DL_LIVE_ORDER_RUN, 0, 0);
  end = look_until (worker, cycles, &n_pictures);
  took = others_s () - begin;
  took_wall = now_s (CLOCK_MONOTONIC) - begin_wall;
  dl_live_worker_free (worker);
  *wall = end / took_wall;
  *pictures = n_pictures / took_wall;
  return end / took;
}

int
main (int argc, char **argv)
{
  static const Case cases[] = {
    { "mesh-8x8", "0.2", 400000 },     { "mesh-8x8", "0.4", 200000 },
    { "torus-5x5x5", "0.3", 200000 },  { "xt3-11x12x16", "0.2", 24000 },
    { "xt3-11x12x16", "0.34", 12000 }, { "generic-33", "0.3", 40000 },
    { "torus-32x32x32", "0.1", 4000 },
  };
  const gboolean quick = argc > 1 && strcmp (argv[1], "--quick") == 0;

  printf ("| preset, load | cycles/s | live | share | by the clock | pictures/s |\n"
          "|---|---|---|---|---|---|\n");
  for (guint i = 0; i < (quick ? 1 : G_N_ELEMENTS (cases)); i++)
    {
      const guint64 cycles = quick ? 200 : cases[i].cycles;
      g_autoptr (DlScenario) scenario = dl_preset_load (cases[i].preset, NULL);
      g_autoptr (DlMachinePlan) plan = NULL;
      double plain, live, wall, pictures;

      g_assert (dl_field_set (dl_field_find_name ("traffic.load"), scenario, cases[i].load, NULL));
      plan = dl_scenario_plan (scenario, scenario->seed, NULL, NULL, NULL);
      plain = measure_plain (plan, cycles);
      live = measure_live (scenario, cycles, &wall, &pictures);
      printf ("| %s %s | %.0f | %.0f | %.2f | %.0f | %.0f |\n", cases[i].preset, cases[i].load,
              plain, live, live / plain, wall, pictures);
      fflush (stdout);
    }
  return 0;
}
