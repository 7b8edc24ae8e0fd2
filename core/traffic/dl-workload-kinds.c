#include "dl-workload-kinds.h"

#include "dl-random-order.h"

/* Messages that are all as long. */
static void
set_totals (DlWorkload *workload, guint n_tags, guint64 n_messages)
{
  workload->n_tags = n_messages > 0 ? n_tags : 0;
  workload->n_messages = n_messages;
  workload->n_packets = n_messages * dl_workload_packets (workload, workload->spec.message_bytes);
}

static void
send (const DlWorkload *workload, guint to, guint tag, DlWorkloadStep *step)
{
  step->send_to = to;
  step->tag = tag;
  step->bytes = workload->spec.message_bytes;
}

static void
await (const DlWorkload *workload, guint n_messages, DlWorkloadStep *step)
{
  step->n_wait = n_messages;
  step->wait_packets = n_messages * dl_workload_packets (workload, workload->spec.message_bytes);
}

/* All to all. Each rank sends to each other one and waits for all of them only at the end.
 * Rotating: in step s to the rank s + 1 after its own, so that in step with each other no two send
 * to the same. Random: in an order of its own. */

static void
prepare_all_to_all (DlWorkload *workload)
{
  set_totals (workload, 1, workload->n_ranks * (workload->n_ranks - G_GUINT64_CONSTANT (1)));
}

static guint
count_all_to_all (const DlWorkload *workload, guint rank)
{
  return workload->n_ranks - 1;
}

static void
step_all_to_all (const DlWorkload *workload, guint rank, guint i, DlWorkloadStep *step)
{
  const guint n_others = workload->n_ranks - 1;
  const guint shift
      = workload->spec.random_order
            ? dl_random_order_at (n_others, dl_random_order_key (workload->spec.seed, rank), i)
            : i;

  send (workload, (rank + 1 + shift) % workload->n_ranks, 0, step);
  if (i + 1 == n_others)
    await (workload, n_others, step);
}

const DlWorkloadKind dl_workload_all_to_all = {
  .id = "all-to-all",
  .prepare = prepare_all_to_all,
  .n_steps = count_all_to_all,
  .step = step_all_to_all,
};

/* Allreduce. Recursive doubling among the largest power of two of ranks, the core: in level l a
 * rank of the core exchanges what it has with the one whose number in the core differs in bit l.
 * With r ranks more than that, the first 2 r ranks are pairs: before, the even one of a pair hands
 * what it has to the odd one, which is in the core for both; after, it gets the result back. All
 * ranks have the same steps, and a step's number is its tag. */

static void
prepare_allreduce (DlWorkload *workload)
{
  guint n_more;

  workload->core_ranks = 1;
  while (workload->core_ranks <= workload->n_ranks / 2)
    {
      workload->core_ranks *= 2;
      workload->core_levels++;
    }
  n_more = workload->n_ranks - workload->core_ranks;
  set_totals (workload, workload->core_levels + (n_more > 0 ? 2 : 0),
              (guint64) workload->core_ranks * workload->core_levels + 2 * n_more);
}

static guint
count_allreduce (const DlWorkload *workload, guint rank)
{
  return workload->n_tags;
}

/* Before or after: the pairs. */
static void
step_pair (const DlWorkload *workload, guint rank, guint i, DlWorkloadStep *step)
{
  const gboolean sends = (rank % 2 == 0) == (i == 0);

  if (sends)
    send (workload, rank ^ 1, i, step);
  else
    await (workload, 1, step);
}

static void
step_allreduce (const DlWorkload *workload, guint rank, guint i, DlWorkloadStep *step)
{
  const guint n_more = workload->n_ranks - workload->core_ranks;
  const gboolean paired = rank < 2 * n_more;
  const guint level = n_more > 0 ? i - 1 : i; /* past all levels before the first and after */
  guint number, partner;

  step->tag = i;
  if (level >= workload->core_levels)
    {
      if (paired)
        step_pair (workload, rank, i, step);
      return;
    }
  if (paired && rank % 2 == 0)
    return;
  number = paired ? rank / 2 : rank - n_more;
  partner = number ^ (1u << level);
  send (workload, partner < n_more ? 2 * partner + 1 : partner + n_more, i, step);
  await (workload, 1, step);
}

const DlWorkloadKind dl_workload_allreduce = {
  .id = "allreduce",
  .prepare = prepare_allreduce,
  .n_steps = count_allreduce,
  .step = step_allreduce,
};

/* FFT. The transposes of a multi-dimensional Fourier transform: ranks as a grid, rows x columns, as
 * square as a divisor of their number allows (a prime one is a single row). All to all inside each
 * row, with tag 0; when a rank has its whole row, all to all inside each column, with tag 1. */

static void
prepare_fft (DlWorkload *workload)
{
  const guint n = workload->n_ranks;
  guint rows = 1;

  for (guint divisor = 1; divisor * divisor <= n; divisor++)
    if (n % divisor == 0)
      rows = divisor;
  workload->grid[0] = rows;
  workload->grid[1] = n / rows;
  set_totals (workload, rows > 1 ? 2 : 1, (guint64) n * (n / rows + rows - 2));
}

static guint
count_fft (const DlWorkload *workload, guint rank)
{
  return workload->grid[0] - 1 + workload->grid[1] - 1;
}

static void
step_fft (const DlWorkload *workload, guint rank, guint i, DlWorkloadStep *step)
{
  const guint rows = workload->grid[0], columns = workload->grid[1];
  const guint row = rank / columns, column = rank % columns;

  if (i < columns - 1)
    {
      send (workload, row * columns + (column + 1 + i) % columns, 0, step);
      if (i + 1 == columns - 1)
        await (workload, columns - 1, step);
      return;
    }
  i -= columns - 1;
  send (workload, (row + 1 + i) % rows * columns + column, 1, step);
  if (i + 1 == rows - 1)
    await (workload, rows - 1, step);
}

const DlWorkloadKind dl_workload_fft = {
  .id = "fft",
  .prepare = prepare_fft,
  .n_steps = count_fft,
  .step = step_fft,
};

/* Matrix. Each rank sends its row, a message an entry, upwards from its own number and round, so
 * that not all begin with the same; at the end it waits for its column. */

static void
prepare_matrix (DlWorkload *workload)
{
  const DlMatrix *matrix = workload->spec.matrix;

  workload->first_entry = g_new (guint32, workload->n_ranks);
  workload->n_incoming = g_new0 (guint32, workload->n_ranks);
  workload->incoming_packets = g_new0 (guint64, workload->n_ranks);
  for (guint rank = 0; rank < workload->n_ranks; rank++)
    {
      guint i = matrix->first[rank];

      while (i < matrix->first[rank + 1] && matrix->dest[i] < rank)
        i++;
      workload->first_entry[rank] = i;
    }
  for (guint i = 0; i < matrix->n_entries; i++)
    {
      const guint64 packets = dl_workload_packets (workload, matrix->bytes[i]);

      workload->n_incoming[matrix->dest[i]]++;
      workload->incoming_packets[matrix->dest[i]] += packets;
      workload->n_packets += packets;
    }
  workload->n_messages = matrix->n_entries;
  workload->n_tags = matrix->n_entries > 0 ? 1 : 0;
}

static guint
count_matrix (const DlWorkload *workload, guint rank)
{
  const DlMatrix *matrix = workload->spec.matrix;
  const guint n_sends = matrix->first[rank + 1] - matrix->first[rank];

  /* Who only listens has a step to do so. */
  return n_sends > 0 ? n_sends : workload->n_incoming[rank] > 0;
}

static void
step_matrix (const DlWorkload *workload, guint rank, guint i, DlWorkloadStep *step)
{
  const DlMatrix *matrix = workload->spec.matrix;
  const guint first = matrix->first[rank], end = matrix->first[rank + 1];
  guint entry = workload->first_entry[rank] + i;

  if (first < end)
    {
      entry = entry < end ? entry : entry - end + first;
      step->send_to = matrix->dest[entry];
      step->bytes = matrix->bytes[entry];
    }
  if (first + i + 1 >= end)
    {
      step->n_wait = workload->n_incoming[rank];
      step->wait_packets = workload->incoming_packets[rank];
    }
}

const DlWorkloadKind dl_workload_matrix = {
  .id = "matrix",
  .has_matrix = TRUE,
  .prepare = prepare_matrix,
  .n_steps = count_matrix,
  .step = step_matrix,
};
