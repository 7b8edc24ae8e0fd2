/* The aging procedures against the age that they stand for, and the clock against one that ticks.
 */
#include "dl-aging.h"

#define N_SCHEDULES 400

/* Procedure 3 as it is printed, tick by tick. */
typedef struct
{
  guint32 period, period_reg;
  gboolean inhibit;
  guint timestamp, epoch;
  guint packet_count[2];
  guint64 increments; /* of the timestamp, rollovers included */
} PlainClock;

static void
plain_tick (PlainClock *c)
{
  const gboolean others
      = (c->epoch == 1 && c->packet_count[0] > 0) || (c->epoch == 0 && c->packet_count[1] > 0);

  if (c->inhibit)
    {
      c->inhibit = others;
      return;
    }
  if (--c->period_reg > 0)
    return;
  c->period_reg = c->period;
  if (c->timestamp < 255)
    {
      c->timestamp++;
      c->increments++;
      return;
    }
  c->inhibit = others;
  if (!others)
    {
      c->timestamp = 0;
      c->epoch = !c->epoch;
      c->increments++;
    }
}

/* All 25,198,592 cases of model 4: each age, arriving at each timestamp, leaving up to the end of
 * the next epoch. */
static void
test_procedure_2 (void)
{
  guint64 cases = 0, printed_wrong = 0;

  for (guint age = 0; age <= 255; age++)
    for (guint arrival = 0; arrival <= 255; arrival++)
      {
        DlAgeClock clock = { .timestamp = arrival };
        const DlHeadAge head = dl_age_receive (&clock, age, 0);

        for (guint elapsed = 0; arrival + elapsed < 512; elapsed++, cases++)
          {
            const guint expected = MIN (age + elapsed, 255);
            clock.timestamp = (arrival + elapsed) % 256;
            clock.epoch = (arrival + elapsed) / 256;
            if (dl_age_now (&clock, head) != expected)
              g_error ("age %u, arrived at %u, %u ticks ago: %u, not %u", age, arrival, elapsed,
                       dl_age_now (&clock, head), expected);

            /* Line 8 as printed. */
            const guint sum = (head & 0x1ff) + (arrival + elapsed);
            const gboolean saturated = (sum >> 8 & 1) || ((sum >> 9 & 1) && DL_HEAD_CARRY (head));
            printed_wrong += (saturated ? 255 : sum & 0xff) != expected;
          }
      }
  g_assert_cmpuint (cases, ==, 25198592);
  g_test_message ("line 8 as printed is wrong in %.1f %% of the cases",
                  100.0 * printed_wrong / cases);
  g_assert_cmpfloat_with_epsilon ((double) printed_wrong / cases, 0.33, 0.005);
}

typedef struct
{
  DlHeadAge head;
  guint age;          /* with its bias, when it arrived */
  guint64 increments; /* of the clock until then */
  guint epoch;
} Packet;

/* Packets come and go at random; the lazy clock agrees with the ticking one, and each packet's age
 * is what it had plus the increments of the timestamp while it was here. */
static void
run_schedule (guint32 seed)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  g_autoptr (GArray) packets = g_array_new (FALSE, FALSE, sizeof (Packet));
  const guint32 period = g_rand_int_range (rand, 1, seed % 2 ? 4 : 40);
  const double arrive = g_rand_double (rand) * 0.3, leave = g_rand_double (rand) * 0.3;
  PlainClock plain = { .period = period, .period_reg = period };
  guint64 looked = 0, inhibited = 0;
  DlAgeClock clock;

  dl_age_clock_init (&clock, period);
  for (guint64 now = 1; now < 12000; now++)
    {
      plain_tick (&plain);
      if (g_rand_double (rand) > 0.4)
        continue; /* nobody looks */
      looked++;
      dl_age_clock_advance (&clock, period, now);
      g_assert_cmpuint (clock.timestamp, ==, plain.timestamp);
      g_assert_cmpuint (clock.epoch, ==, plain.epoch);
      g_assert_true (!dl_age_clock_inhibited (&clock, now) == !plain.inhibit);
      inhibited += plain.inhibit;

      if (g_rand_double (rand) < arrive)
        {
          const guint age = g_rand_int_range (rand, 0, 256), bias = g_rand_int_range (rand, 0, 8);
          const Packet packet = { dl_age_receive (&clock, age, bias), MIN (age + bias, 255),
                                  plain.increments, plain.epoch };
          plain.packet_count[plain.epoch]++;
          g_array_append_val (packets, packet);
        }
      for (guint i = 0; i < packets->len; i++)
        {
          const Packet *packet = &g_array_index (packets, Packet, i);
          g_assert_cmpuint (dl_age_now (&clock, packet->head), ==,
                            MIN (packet->age + (plain.increments - packet->increments), 255));
        }
      if (packets->len > 0 && g_rand_double (rand) < leave)
        {
          const guint i = g_rand_int_range (rand, 0, packets->len);
          const Packet packet = g_array_index (packets, Packet, i);
          dl_age_leave (&clock, period, packet.head, now);
          plain.packet_count[packet.epoch]--;
          g_array_remove_index_fast (packets, i);
        }
      g_assert_cmpuint (clock.packet_count[0] + clock.packet_count[1], ==, packets->len);
      g_assert_cmpuint (clock.packet_count[0], ==, plain.packet_count[0]);
    }
  if (g_test_verbose ())
    g_test_message ("seed %u: inhibited in %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT " cycles",
                    seed, inhibited, looked);
}

static void
test_schedules (void)
{
  for (guint32 seed = 0; seed < N_SCHEDULES; seed++)
    run_schedule (seed);
}

/* A packet that stays for two epochs holds the clock at 255 until it has left. */
static void
test_inhibit (void)
{
  DlAgeClock clock;
  DlHeadAge head;

  dl_age_clock_init (&clock, 2);
  dl_age_clock_advance (&clock, 2, 10);
  head = dl_age_receive (&clock, 0, 1);
  dl_age_clock_advance (&clock, 2, 1023);
  g_assert_cmpuint (clock.timestamp, ==, 255);
  g_assert_cmpuint (clock.epoch, ==, 1);
  g_assert_false (dl_age_clock_inhibited (&clock, 1023));
  dl_age_clock_advance (&clock, 2, 1024);
  g_assert_true (dl_age_clock_inhibited (&clock, 1024));
  dl_age_clock_advance (&clock, 2, 100000);
  g_assert_true (dl_age_clock_inhibited (&clock, 100000));
  g_assert_cmpuint (clock.timestamp, ==, 255);
  g_assert_cmpuint (dl_age_now (&clock, head), ==, 255);

  dl_age_leave (&clock, 2, head, 100000);
  g_assert_true (dl_age_clock_inhibited (&clock, 100000));
  dl_age_clock_advance (&clock, 2, 100002);
  g_assert_false (dl_age_clock_inhibited (&clock, 100002));
  g_assert_cmpuint (clock.timestamp, ==, 255);
  dl_age_clock_advance (&clock, 2, 100003);
  g_assert_cmpuint (clock.timestamp, ==, 0);
  g_assert_cmpuint (clock.epoch, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/aging/procedure-2", test_procedure_2);
  g_test_add_func ("/aging/schedules", test_schedules);
  g_test_add_func ("/aging/inhibit", test_inhibit);
  return g_test_run ();
}
