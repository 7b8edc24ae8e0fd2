/* A router from inside: who is said to compete, why the winner won, what is under a point. */
#include "dl-inside-text.h"
#include "dl-router-chart.h"
#include "test-router-fixture.h"

#include <math.h>
#include <string.h>

#define WIDTH  730
#define HEIGHT 470

static const DlRect whole = { 0, 0, WIDTH, HEIGHT };

/* Packets of both classes; enough of them that outputs have a choice. */
static const char *const busy[] = { "traffic.load=.5", "traffic.response-share=.4", NULL };

/* Rivals --------------------------------------------------------------------------------------- */

static gboolean
same_packet (const DlSeastarPacketInside *a, const DlSeastarPacketInside *b)
{
  return a->source == b->source && a->dest == b->dest && a->created == b->created
         && a->injected == b->injected && a->hops == b->hops;
}

/* The rivals of a grant, by their queues: seen a cycle before it. */
typedef struct
{
  guint64 number;
  gboolean known[DL_SEASTAR_N_STAGED];
  DlSeastarPacketInside packet[DL_SEASTAR_N_STAGED];
} Seen;

static void
check_contest (const DlSeastarInside *inside, guint index, const Seen *seen)
{
  const DlSeastarGrant *grant = &inside->grants[index];
  DlInsideContest contest;
  guint n_winners = 0, n_oldest = 0;

  dl_inside_contest_init (&contest, inside, DL_TORUS_PORT_NONE, index);
  g_assert_cmpuint (contest.output, ==, grant->output);
  g_assert_cmpuint (contest.n, ==,
                    __builtin_popcount (grant->candidates) + __builtin_popcount (grant->blocked));
  for (guint i = 0; i < contest.n; i++)
    {
      const DlInsideRival *rival = &contest.rivals[i];

      if (i > 0)
        g_assert_cmpint (rival[-1].has_credits, >=, rival->has_credits);
      if (i > 0 && rival->has_credits)
        g_assert_cmpuint (rival[-1].age, >=, rival->age);
      n_winners += rival->wins;
      n_oldest += rival->is_oldest;
      if (rival->wins)
        g_assert_cmpuint (rival->queue, ==, grant->winner);
      g_assert_true (rival->has_packet);
      g_assert_cmpuint (rival->packet.port, ==, grant->output);
      if (seen->known[rival->queue])
        g_assert_true (same_packet (&rival->packet, &seen->packet[rival->queue]));
    }
  g_assert_cmpuint (n_winners, ==, 1);
  g_assert_cmpuint (n_oldest, ==, __builtin_popcount (grant->oldest));
  if (grant->rule == DL_SEASTAR_GRANT_BY_AGE)
    g_assert_true (contest.rivals[0].is_oldest);
}

/* However many grants later, the rivals of a grant are those that were staged before it. */
static void
test_contest (void)
{
  g_autoptr (TestRouter) test = test_router_new ("torus-5x5x5", busy, 62, 2000);
  g_autofree Seen *history = g_new0 (Seen, DL_SEASTAR_GRANTS_KEPT);
  guint n_checked = 0, n_rivals = 0;

  for (guint cycle = 0; cycle < 1500; cycle++)
    {
      const DlSeastarInside before = test->inside;

      dl_seastar_run (test->sim, 1);
      test_router_look (test);
      for (guint64 number = before.n_grants; number < test->inside.n_grants; number++)
        {
          const guint index = dl_inside_find_grant (&test->inside, number);
          const guint output = test->inside.grants[index].output;
          Seen *seen = &history[number % DL_SEASTAR_GRANTS_KEPT];

          *seen = (Seen) { .number = number };
          for (guint queue = 0; queue < DL_SEASTAR_N_STAGED; queue++)
            {
              seen->known[queue] = before.staged[output][queue].n > 0;
              seen->packet[queue] = before.staged[output][queue].first;
            }
        }
      for (guint i = 0; i < test->inside.n_kept; i++)
        {
          const guint64 number = test->inside.n_grants - 1 - i;

          g_assert_cmpuint (dl_inside_find_grant (&test->inside, number), ==, i);
          if (history[number % DL_SEASTAR_GRANTS_KEPT].number != number)
            continue; /* from before the first look */
          check_contest (&test->inside, i, &history[number % DL_SEASTAR_GRANTS_KEPT]);
          n_rivals += __builtin_popcount (test->inside.grants[i].candidates) > 1;
          n_checked++;
        }
    }
  g_assert_cmpuint (n_checked, >, 10000);
  g_assert_cmpuint (n_rivals, >, 1000);
  g_assert_cmpuint (dl_inside_find_grant (&test->inside, test->inside.n_grants), ==, DL_INSIDE_NOW);
  g_assert_cmpuint (
      dl_inside_find_grant (&test->inside, test->inside.n_grants - DL_SEASTAR_GRANTS_KEPT - 1), ==,
      DL_INSIDE_NOW);
}

/* Rivals now are the staged packets. */
static void
test_contest_now (void)
{
  g_autoptr (TestRouter) test = test_router_new ("torus-5x5x5", busy, 62, 2000);
  guint n_rivals = 0;

  for (guint step = 0; step < 50; step++)
    {
      dl_seastar_run (test->sim, 7);
      test_router_look (test);
      for (guint output = 0; output < DL_N_ROUTER_PORTS; output++)
        {
          DlInsideContest contest;
          guint n = 0;

          dl_inside_contest_init (&contest, &test->inside, output, DL_INSIDE_NOW);
          g_assert_null (contest.grant);
          for (guint queue = 0; queue < DL_SEASTAR_N_STAGED; queue++)
            n += test->inside.staged[output][queue].n > 0;
          g_assert_cmpuint (contest.n, ==, n);
          for (guint i = 0; i < n; i++)
            {
              const DlInsideRival *rival = &contest.rivals[i];
              const DlSeastarStagedInside *staged = &test->inside.staged[output][rival->queue];

              g_assert_true (same_packet (&rival->packet, &staged->first));
              g_assert_cmpuint (rival->age, ==, staged->first.age);
              g_assert_cmpint (rival->has_credits, ==, staged->has_credits);
              g_assert_false (rival->wins);
            }
          n_rivals += n;
        }
    }
  g_assert_cmpuint (n_rivals, >, 50);
}

/* Words ---------------------------------------------------------------------------------------- */

static void
check_reason (const DlSeastarInside *inside, DlSeastarGrant grant, const char *expected)
{
  g_autofree char *reason = dl_inside_reason (inside, &grant);

  g_assert_cmpstr (reason, ==, expected);
}

static void
test_reasons (void)
{
  const DlSeastarInside calm = { .cycle = 100, .epoch = 1, .packet_count = { 3, 9 } };
  DlSeastarInside inhibited = calm;
  DlSeastarGrant grant
      = { .cycle = 99, .winner = 5, .candidates = 0xf0, .oldest = 1 << 5, .select = 12 };

  inhibited.inhibited = TRUE;
  grant.age[5] = 87;
  check_reason (&calm, grant, "Oldest: 87");
  grant.oldest = 1 << 5 | 1 << 7;
  check_reason (&calm, grant, "Oldest: 87; tie of 2 broken by round robin");
  grant.rule = DL_SEASTAR_GRANT_BY_TURN;
  check_reason (&calm, grant, "Round robin: bit 12 of AGE_RR_SELECT is 0");
  grant.rule = DL_SEASTAR_GRANT_INHIBITED;
  check_reason (&inhibited, grant,
                "Round robin: age is inhibited until 3 packets of epoch 0 have left");
  inhibited.packet_count[0] = 1;
  check_reason (&inhibited, grant,
                "Round robin: age is inhibited until 1 packet of epoch 0 has left");
  /* How many there were then is not known any more. */
  grant.cycle = 90;
  check_reason (&inhibited, grant,
                "Round robin: age is inhibited until the packets of the old "
                "epoch have left");
  check_reason (&calm, grant,
                "Round robin: age is inhibited until the packets of the old epoch "
                "have left");
  /* One alone needs no rule. */
  grant.candidates = 1 << 5;
  check_reason (&calm, grant, "The only one");
  grant.blocked = 1 << 3;
  check_reason (&calm, grant, "The only one with credits");
}

/* The words agree with what the router did. */
static void
test_sentences (void)
{
  static const char *const mixed[]
      = { "traffic.load=.5", "router.age-rr-select=0xaaaaaaaaaaaaaaaa", NULL };
  g_autoptr (TestRouter) test = test_router_new ("torus-5x5x5", mixed, 62, 2000);
  guint n_turn = 0, n_age = 0;

  for (guint i = 0; i < 400; i++)
    {
      g_assert_true (dl_seastar_run_to_grant (test->sim, 5000));
      test_router_look (test);

      const DlSeastarGrant *grant = &test->inside.grants[0];
      g_autofree char *text
          = dl_inside_grant_text (&test->inside, test_router_network (test), grant);
      g_autofree char *packet = dl_inside_packet_name (test_router_network (test), &grant->packet);
      const gboolean alone = __builtin_popcount (grant->candidates) == 1;

      g_assert_nonnull (strstr (text, packet));
      g_assert_cmpint (strstr (text, "The only one") != NULL, ==, alone);
      g_assert_cmpint (strstr (text, "AGE_RR_SELECT is 0") != NULL, ==,
                       !alone && grant->select % 2 == 0);
      g_assert_cmpint (strstr (text, "Oldest") != NULL, ==,
                       !alone && grant->rule == DL_SEASTAR_GRANT_BY_AGE);
      n_turn += strstr (text, "AGE_RR_SELECT is 0") != NULL;
      n_age += strstr (text, "Oldest") != NULL;
    }
  g_assert_cmpuint (n_turn, >, 20);
  g_assert_cmpuint (n_age, >, 20);
}

static void
test_story (void)
{
  g_autoptr (TestRouter) test = test_router_new ("torus-5x5x5", NULL, 62, 0);
  DlSeastarPacketInside packet = { .source = 1,
                                   .dest = 62,
                                   .created = 120,
                                   .injected = 131,
                                   .age = 87,
                                   .epoch = 1,
                                   .flits = 9,
                                   .port = DL_TORUS_PORT_X_MINUS,
                                   .vc = 1,
                                   .hops = 1 };
  g_autofree char *passing = dl_inside_packet_text (test_router_network (test), &packet);

  g_assert_cmpstr (passing, ==,
                   "Packet (0,0,1) → (2,2,2) of 9 flits: age 87. Created in cycle 120, injected in "
                   "cycle 131. It has made 1 hop and entered in epoch 1. It leaves by X− on VC1.");
  packet.port = DL_TORUS_PORT_PROCESSOR;
  g_autofree char *arrived = dl_inside_packet_text (test_router_network (test), &packet);
  g_assert_nonnull (strstr (arrived, "to the processor"));
}

/* The picture ---------------------------------------------------------------------------------- */

typedef struct
{
  TestRouter *test;
  DlInsideContest contest;
  DlRouterChart chart;
} Picture;

static void
picture_init (Picture *picture, TestRouter *test, guint output, guint grant)
{
  picture->test = test;
  dl_inside_contest_init (&picture->contest, &test->inside, output, grant);
  picture->chart = (DlRouterChart) {
    .inside = &test->inside,
    .network = test_router_network (test),
    .contest = &picture->contest,
  };
}

static cairo_surface_t *
draw (const DlRouterChart *chart, guint width, guint height, const DlTheme *theme)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, width, height);
  cairo_t *cr = cairo_create (surface);

  dl_color_set (cr, &theme->background);
  cairo_paint (cr);
  dl_router_chart_draw (cr, (DlRect) { 0, 0, width, height }, chart, theme);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}

static guint32
pixel (cairo_surface_t *surface, guint x, guint y)
{
  const guint8 *data = cairo_image_surface_get_data (surface);
  guint32 rgb;

  memcpy (&rgb, data + (gsize) y * cairo_image_surface_get_stride (surface) + 4 * x, 4);
  return rgb & 0xffffff;
}

static gboolean
same_spot (DlRouterSpot a, DlRouterSpot b)
{
  return a.kind == b.kind && a.output == b.output && a.queue == b.queue && a.packet == b.packet;
}

/* A router with many packets, at a grant with rivals. */
static TestRouter *
crowded (void)
{
  TestRouter *test = test_router_new ("torus-5x5x5", busy, 62, 3000);

  for (guint i = 0; i < 3000; i++)
    {
      guint n = 0;

      g_assert_true (dl_seastar_run_to_grant (test->sim, 5000));
      test_router_look (test);
      for (guint queue = 0; queue < DL_SEASTAR_N_STAGED; queue++)
        n += test->inside.input[queue].n > 1;
      const DlSeastarGrant *grant = &test->inside.grants[0];
      const guint n_rivals = __builtin_popcount (grant->candidates | grant->blocked);
      if (n >= 2 && __builtin_popcount (grant->candidates) >= 3 && n_rivals <= 6)
        return test;
    }
  g_assert_not_reached ();
}

/* Every packet of the queues, everything staged and every rival is somewhere, and says what it is.
 */
static void
test_hit (void)
{
  g_autoptr (TestRouter) test = crowded ();
  Picture picture;
  guint n_packets[DL_SEASTAR_N_STAGED] = { 0 }, n_staged[DL_N_ROUTER_PORTS] = { 0 };
  DlRouterSpot last = { 0 };
  gboolean rivals[DL_SEASTAR_N_STAGED] = { FALSE }, outputs[DL_N_ROUTER_PORTS] = { FALSE };

  picture_init (&picture, test, 0, 0);
  for (guint y = 0; y < HEIGHT; y++)
    for (guint x = 0; x < WIDTH; x++)
      {
        const DlRouterSpot spot = dl_router_chart_hit (whole, &picture.chart, x + 0.5, y + 0.5);
        DlSeastarPacketInside packet;
        const gboolean has = dl_router_chart_packet (&picture.chart, spot, &packet);

        if (same_spot (spot, last))
          continue;
        last = spot;
        g_assert_cmpint (has, ==,
                         spot.kind == DL_ROUTER_PACKET || spot.kind == DL_ROUTER_STAGED
                             || spot.kind == DL_ROUTER_RIVAL);
        if (spot.kind == DL_ROUTER_PACKET)
          {
            g_assert_true (
                same_packet (&packet, &test->inside.input[spot.queue].packets[spot.packet]));
            n_packets[spot.queue] = MAX (n_packets[spot.queue], spot.packet + 1);
          }
        else if (spot.kind == DL_ROUTER_STAGED)
          {
            g_assert_true (
                same_packet (&packet, &test->inside.staged[spot.output][spot.queue].first));
            n_staged[spot.output] |= 1u << spot.queue;
          }
        else if (spot.kind == DL_ROUTER_RIVAL)
          rivals[spot.queue] = TRUE;
        if (spot.kind == DL_ROUTER_OUTPUT)
          outputs[spot.output] = TRUE;
      }
  for (guint queue = 0; queue < DL_SEASTAR_N_STAGED; queue++)
    {
      const guint32 bit = 1u << queue;
      const DlSeastarGrant *grant = &test->inside.grants[0];

      g_assert_cmpuint (n_packets[queue], ==,
                        MIN (test->inside.input[queue].n, DL_SEASTAR_QUEUE_SHOWN));
      g_assert_cmpint (rivals[queue], ==, ((grant->candidates | grant->blocked) & bit) != 0);
    }
  for (guint output = 0; output < DL_N_ROUTER_PORTS; output++)
    {
      guint n = 0;

      for (guint queue = 0; queue < DL_SEASTAR_N_STAGED; queue++)
        n += test->inside.staged[output][queue].n > 0;
      g_assert_true (outputs[output]);
      g_assert_cmpuint (__builtin_popcount (n_staged[output]), >=, MIN (n, 3));
    }
}

/* Hovering changes the pixels where the packet is. */
static void
test_hover_is_drawn (void)
{
  g_autoptr (TestRouter) test = crowded ();
  Picture picture;
  cairo_surface_t *plain, *marked;
  guint queue = 0, n_changed = 0;

  for (guint i = 0; i < DL_SEASTAR_N_STAGED; i++)
    if (test->inside.input[i].n > test->inside.input[queue].n)
      queue = i;
  g_assert_cmpuint (test->inside.input[queue].n, >, 1);
  picture_init (&picture, test, 0, 0);
  plain = draw (&picture.chart, WIDTH, HEIGHT, dl_theme_light ());
  picture.chart.hovered = (DlRouterSpot) { .kind = DL_ROUTER_PACKET, .queue = queue, .packet = 1 };
  marked = draw (&picture.chart, WIDTH, HEIGHT, dl_theme_light ());
  for (guint y = 0; y < HEIGHT; y++)
    for (guint x = 0; x < WIDTH; x++)
      {
        gboolean near = FALSE;

        if (pixel (plain, x, y) == pixel (marked, x, y))
          continue;
        for (gint dx = -1; dx <= 1; dx++)
          for (gint dy = -1; dy <= 1; dy++)
            near |= same_spot (
                dl_router_chart_hit (whole, &picture.chart, x + dx + 0.5, y + dy + 0.5),
                picture.chart.hovered);
        g_assert_true (near);
        n_changed++;
      }
  g_assert_cmpuint (n_changed, >, 20);
  cairo_surface_destroy (plain);
  cairo_surface_destroy (marked);
}

static guint
n_different (cairo_surface_t *a, cairo_surface_t *b)
{
  guint n = 0;

  for (guint y = 0; y < HEIGHT; y++)
    for (guint x = 0; x < WIDTH; x++)
      n += pixel (a, x, y) != pixel (b, x, y);
  return n;
}

/* Each thing that is told is to be seen: take it away, and the picture is another one. */
static void
test_everything_shows (void)
{
  g_autoptr (TestRouter) test = crowded ();
  Picture picture;
  cairo_surface_t *before;

  picture_init (&picture, test, 0, 0);
  before = draw (&picture.chart, WIDTH, HEIGHT, dl_theme_light ());
  for (guint change = 0; change < 9; change++)
    {
      const DlSeastarInside original = test->inside;
      cairo_surface_t *after;
      guint queue = 0, winner = original.grants[0].winner;

      while (original.input[queue].n == 0)
        queue++;
      switch (change)
        {
        case 0:
          test->inside.timestamp += 40;
          break;
        case 1:
          test->inside.epoch ^= 1;
          break;
        case 2:
          test->inside.inhibited = !original.inhibited;
          break;
        case 3:
          test->inside.next_tick += 3;
          break;
        case 4:
          test->inside.input[queue].packets[0].epoch ^= 1;
          break;
        case 5:
          test->inside.input[queue].packets[0].age ^= 64;
          break;
        case 6:
          test->inside.credits[DL_TORUS_PORT_X_PLUS][0] -= 30;
          break;
        case 7:
          test->inside.grants[0].rule = DL_SEASTAR_GRANT_BY_TURN;
          break;
        case 8:
          test->inside.grants[0].age[winner] ^= 32;
          break;
        }
      picture_init (&picture, test, 0, 0);
      after = draw (&picture.chart, WIDTH, HEIGHT, dl_theme_light ());
      if (n_different (before, after) < 4)
        g_error ("change %u is not to be seen", change);
      cairo_surface_destroy (after);
      test->inside = original;
    }
  cairo_surface_destroy (before);
}

static void
test_sizes (void)
{
  static const char *const small_packets[] = { "traffic.packet-flits=1", "traffic.load=1", NULL };
  static const guint sizes[][2]
      = { { 40, 30 }, { 320, 200 }, { 440, 600 }, { 600, 420 }, { 1400, 300 }, { 1900, 1000 } };
  g_autoptr (TestRouter) full = crowded ();
  g_autoptr (TestRouter) empty = test_router_new ("torus-5x5x5", NULL, 0, 0);
  /* More packets in a queue than are told apart. */
  g_autoptr (TestRouter) long_queues = test_router_new ("ring-8", small_packets, 3, 5000);
  TestRouter *const tests[] = { full, empty, long_queues };
  guint longest = 0;

  for (guint queue = 0; queue < DL_SEASTAR_N_STAGED; queue++)
    longest = MAX (longest, long_queues->inside.input[queue].n);
  g_assert_cmpuint (longest, >, DL_SEASTAR_QUEUE_SHOWN);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    for (guint size = 0; size < G_N_ELEMENTS (sizes); size++)
      for (guint dark = 0; dark < 2; dark++)
        {
          Picture picture;

          picture_init (&picture, tests[i], DL_TORUS_PORT_PROCESSOR, DL_INSIDE_NOW);
          cairo_surface_destroy (draw (&picture.chart, sizes[size][0], sizes[size][1],
                                       dark ? dl_theme_dark () : dl_theme_light ()));
        }
}

/* The description tells what is to be seen. */
static void
test_description (void)
{
  g_autoptr (TestRouter) test = crowded ();
  Picture picture;

  picture_init (&picture, test, 0, 0);
  g_autofree char *text
      = dl_inside_describe (&test->inside, test_router_network (test), &picture.contest);
  g_autofree char *reason = dl_inside_reason (&test->inside, &test->inside.grants[0]);
  g_autofree char *stamp = g_strdup_printf ("Timestamp %u of 255", test->inside.timestamp);

  g_assert_nonnull (strstr (text, "Router (2,2,2)"));
  g_assert_nonnull (strstr (text, stamp));
  g_assert_nonnull (strstr (text, reason));
  g_assert_nonnull (strstr (text, ", wins."));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/router-chart/contest", test_contest);
  g_test_add_func ("/router-chart/contest-now", test_contest_now);
  g_test_add_func ("/router-chart/reasons", test_reasons);
  g_test_add_func ("/router-chart/sentences", test_sentences);
  g_test_add_func ("/router-chart/story", test_story);
  g_test_add_func ("/router-chart/hit", test_hit);
  g_test_add_func ("/router-chart/hover-is-drawn", test_hover_is_drawn);
  g_test_add_func ("/router-chart/everything-shows", test_everything_shows);
  g_test_add_func ("/router-chart/sizes", test_sizes);
  g_test_add_func ("/router-chart/description", test_description);
  return g_test_run ();
}
