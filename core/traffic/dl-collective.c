#include "dl-collective.h"

#include <glib/gi18n-lib.h>

/* Bytes that go down a tree at a time: so that its next level begins before the last has all (NCCL
 * takes an eighth of its buffers of 4 MiB). */
#define TREE_CHUNK_BYTES (512u << 10)

/* Operations of the rank that is being made, and what the next of them require. */
typedef struct
{
  DlProgramMaker *maker;
  guint rank, n;
  guint64 bytes;
} Part;

static Part
begin (DlProgramMaker *maker, guint rank, guint n, guint64 bytes)
{
  dl_program_maker_begin (maker, rank);
  return (Part) { maker, rank, n, bytes };
}

static void
require (const Part *part, guint32 op, guint32 other)
{
  if (other != DL_NO_OP)
    dl_program_maker_require (part->maker, op, other, FALSE);
}

/* After @after, nothing if that is DL_NO_OP. */
static guint32
send (const Part *part, guint to, guint tag, guint64 bytes, guint32 after)
{
  const guint32 op = dl_program_maker_add (
      part->maker, (DlOp) { .kind = DL_OP_SEND, .peer = to, .tag = tag, .size = bytes });

  require (part, op, after);
  return op;
}

static guint32
receive (const Part *part, guint from, guint tag, guint64 bytes, guint32 after)
{
  const guint32 op = dl_program_maker_add (
      part->maker, (DlOp) { .kind = DL_OP_RECV, .peer = from, .tag = tag, .size = bytes });

  require (part, op, after);
  return op;
}

/* Bytes of block @i, modulo @n, of a buffer in @n blocks as alike as can be. */
static guint64
block_bytes (const Part *part, guint64 i)
{
  const guint64 n = part->n, block = i % n;

  return part->bytes / n + (block < part->bytes % n ? 1 : 0);
}

/* Rings ---------------------------------------------------------------------------------------- */

/* @steps times to the next rank what came from the one before, beginning with the own block + @own.
 */
static void
make_ring (DlProgramMaker *maker, guint n, guint64 bytes, guint steps, guint own)
{
  for (guint rank = 0; rank < n; rank++)
    {
      const Part part = begin (maker, rank, n, bytes);
      guint32 came = DL_NO_OP;

      for (guint step = 0; step < steps; step++)
        {
          const guint64 block = (guint64) rank + own + (guint64) steps * n - step;

          send (&part, (rank + 1) % n, 0, block_bytes (&part, block), came);
          came = receive (&part, (rank + n - 1) % n, 0, block_bytes (&part, block - 1), came);
        }
    }
}

static void
make_allreduce_ring (DlProgramMaker *maker, guint n, guint64 bytes)
{
  make_ring (maker, n, bytes, 2 * (n - 1), 0);
}

static void
make_ring_once (DlProgramMaker *maker, guint n, guint64 bytes)
{
  make_ring (maker, n, bytes, n - 1, 0);
}

static guint64
count_allreduce_ring (guint n, guint64 bytes)
{
  return 4 * (guint64) n * (n - 1);
}

static guint64
count_ring_once (guint n, guint64 bytes)
{
  return 2 * (guint64) n * (n - 1);
}

/* Powers of two -------------------------------------------------------------------------------- */

/* The largest power of two of ranks is the core; with r ranks more, the first 2 r are pairs of
 * which the odd ones are in it, for both (Thakur, Rabenseifner and Gropp 2005, section 4.5). */
static guint
core_of (guint n)
{
  guint core = 1;

  while (core <= n / 2)
    core *= 2;
  return core;
}

static guint
core_rank (guint n, guint number)
{
  const guint more = n - core_of (n);

  return number < more ? 2 * number + 1 : number + more;
}

/* Number of a rank in the core, DL_NO_RANK: it has none. */
static guint
core_number (guint n, guint rank)
{
  const guint more = n - core_of (n);

  if (rank >= 2 * more)
    return rank - more;
  return rank % 2 == 1 ? rank / 2 : DL_NO_RANK;
}

#define TAG_FOLD 0
#define TAG_CORE 1 /* and on */

/* A rank that hands all it has to its pair, and gets the result. */
static void
make_folded (const Part *part)
{
  const guint32 sent = send (part, part->rank + 1, TAG_FOLD, part->bytes, DL_NO_OP);

  receive (part, part->rank + 1, TAG_FOLD, part->bytes, sent);
}

static guint32
fold_in (const Part *part)
{
  return part->rank < 2 * (part->n - core_of (part->n))
             ? receive (part, part->rank - 1, TAG_FOLD, part->bytes, DL_NO_OP)
             : DL_NO_OP;
}

static void
fold_out (const Part *part, guint32 after)
{
  if (part->rank < 2 * (part->n - core_of (part->n)))
    send (part, part->rank - 1, TAG_FOLD, part->bytes, after);
}

/* With the rank of the core whose number differs by @distance, after all that came before. Returns
 * when the other's came. */
static guint32
exchange (const Part *part, guint number, guint distance, guint tag, guint64 sent, guint64 received,
          guint32 after)
{
  const guint other = core_rank (part->n, number ^ distance);

  send (part, other, tag, sent, after);
  return receive (part, other, tag, received, after);
}

/* All ranks: those of the core by @make, which returns when the last has come. */
static void
make_core (DlProgramMaker *maker, guint n, guint64 bytes,
           guint32 (*make) (const Part *part, guint number, guint32 came))
{
  for (guint rank = 0; rank < n; rank++)
    {
      const Part part = begin (maker, rank, n, bytes);
      const guint number = core_number (n, rank);

      if (number == DL_NO_RANK)
        make_folded (&part);
      else
        fold_out (&part, make (&part, number, fold_in (&part)));
    }
}

static guint32
exchange_all (const Part *part, guint number, guint32 came)
{
  guint tag = TAG_CORE;

  for (guint distance = 1; distance < core_of (part->n); distance *= 2)
    came = exchange (part, number, distance, tag++, part->bytes, part->bytes, came);
  return came;
}

static void
make_allreduce_doubling (DlProgramMaker *maker, guint n, guint64 bytes)
{
  make_core (maker, n, bytes, exchange_all);
}

/* Bytes of blocks @first up to @end of as many as the core has. */
static guint64
bytes_between (guint64 bytes, guint core, guint first, guint end)
{
  const guint64 less = bytes / core, more = bytes % core;

  return less * (end - first) + MIN (end, more) - MIN (first, more);
}

/* Halving: each keeps the half of what it has that its number is in, and sends the other. */
static guint32
scatter (const Part *part, guint number, guint *tag, guint32 came)
{
  const guint core = core_of (part->n);
  guint first = 0, end = core;

  for (guint distance = core / 2; distance > 0; distance /= 2)
    {
      const guint middle = first + (end - first) / 2;
      const guint64 low = bytes_between (part->bytes, core, first, middle);
      const guint64 high = bytes_between (part->bytes, core, middle, end);
      const gboolean keeps_high = (number & distance) != 0;

      came = exchange (part, number, distance, (*tag)++, keeps_high ? low : high,
                       keeps_high ? high : low, came);
      if (keeps_high)
        first = middle;
      else
        end = middle;
    }
  return came;
}

/* Doubling, back the same way: each has what it and the last partner have. */
static guint32
gather (const Part *part, guint number, guint *tag, guint32 came)
{
  const guint core = core_of (part->n);

  for (guint distance = 1; distance < core; distance *= 2)
    {
      const guint own = number / distance * distance, other = own ^ distance;

      came = exchange (part, number, distance, (*tag)++,
                       bytes_between (part->bytes, core, own, own + distance),
                       bytes_between (part->bytes, core, other, other + distance), came);
    }
  return came;
}

static guint32
scatter_and_gather (const Part *part, guint number, guint32 came)
{
  guint tag = TAG_CORE;

  came = scatter (part, number, &tag, came);
  return gather (part, number, &tag, came);
}

static void
make_allreduce_rabenseifner (DlProgramMaker *maker, guint n, guint64 bytes)
{
  make_core (maker, n, bytes, scatter_and_gather);
}

static guint64
count_core (guint n, guint64 bytes)
{
  return (guint64) n * (4 * g_bit_storage (n) + 4);
}

/* Trees ---------------------------------------------------------------------------------------- */

/* Binomial: a rank's parent lacks its lowest bit, and its children are below that bit. */
static guint
lowest_bit (guint rank, guint n)
{
  guint bit = 1;

  while (bit < n && (rank & bit) == 0)
    bit *= 2;
  return bit;
}

#define TAG_UP   0
#define TAG_DOWN 1

/* Reduce to rank 0. Returns the last operation, which requires all earlier ones; DL_NO_OP: there is
 * none. */
static guint32
reduce_binomial (const Part *part)
{
  const guint lowest = lowest_bit (part->rank, part->n);
  guint32 joined = DL_NO_OP;

  for (guint bit = 1; bit < lowest && part->rank + bit < part->n; bit *= 2)
    joined = receive (part, part->rank + bit, TAG_UP, part->bytes, joined);
  if (part->rank == 0)
    return joined;
  return send (part, part->rank - lowest, TAG_UP, part->bytes, joined);
}

static void
broadcast_binomial (const Part *part, guint32 after)
{
  const guint lowest = lowest_bit (part->rank, part->n);

  if (part->rank > 0)
    after = receive (part, part->rank - lowest, TAG_DOWN, part->bytes, after);
  for (guint bit = lowest / 2; bit > 0; bit /= 2)
    if (part->rank + bit < part->n)
      after = send (part, part->rank + bit, TAG_DOWN, part->bytes, after);
}

static void
make_allreduce_binomial (DlProgramMaker *maker, guint n, guint64 bytes)
{
  for (guint rank = 0; rank < n; rank++)
    {
      const Part part = begin (maker, rank, n, bytes);

      broadcast_binomial (&part, reduce_binomial (&part));
    }
}

static void
make_broadcast (DlProgramMaker *maker, guint n, guint64 bytes)
{
  for (guint rank = 0; rank < n; rank++)
    {
      const Part part = begin (maker, rank, n, bytes);

      broadcast_binomial (&part, DL_NO_OP);
    }
}

static guint64
count_binomial (guint n, guint64 bytes)
{
  return 4 * (guint64) n;
}

/* Two binary trees, each for half of the bytes: who is inside one is a leaf of the other (Sanders,
 * Speck and Träff 2009). */
typedef struct
{
  guint up, down[2]; /* DL_NO_RANK: none */
} TreePlace;

static TreePlace
tree_place (guint n, guint rank)
{
  const guint bit = lowest_bit (rank, n);
  TreePlace place = { DL_NO_RANK, { DL_NO_RANK, DL_NO_RANK } };
  guint low = bit / 2;

  if (rank == 0)
    {
      place.down[1] = n > 1 ? low : DL_NO_RANK;
      return place;
    }
  place.up = (rank ^ bit) | bit << 1;
  if (place.up >= n)
    place.up = rank ^ bit;
  if (low == 0)
    return place;
  place.down[0] = rank - low;
  while (low > 0 && rank + low >= n)
    low /= 2;
  if (low > 0)
    place.down[1] = rank + low;
  return place;
}

/* The second tree is the first one mirrored or, of an odd number, turned by one. */
static guint
in_tree (guint n, guint tree, guint rank, gboolean back)
{
  if (tree == 0 || rank == DL_NO_RANK)
    return rank;
  if (n % 2 == 0)
    return n - 1 - rank;
  return back ? (rank + 1) % n : (rank + n - 1) % n;
}

/* The last operations of a rank in a tree, for the next chunk to come after. */
typedef struct
{
  guint32 sent_up, sent_down, came_up[2], came_down;
} TreeEnds;

#define TREE_BEGIN ((TreeEnds) { DL_NO_OP, DL_NO_OP, { DL_NO_OP, DL_NO_OP }, DL_NO_OP })

static void
make_tree_chunk (const Part *part, guint tree, const TreePlace *place, guint64 bytes,
                 TreeEnds *ends)
{
  const guint up = in_tree (part->n, tree, place->up, TRUE);
  const guint tag_up = 2 * tree, tag_down = 2 * tree + 1;
  guint down[2];

  for (guint i = 0; i < 2; i++)
    {
      down[i] = in_tree (part->n, tree, place->down[i], TRUE);
      if (down[i] != DL_NO_RANK)
        ends->came_up[i] = receive (part, down[i], tag_up, bytes, ends->came_up[i]);
    }
  if (up != DL_NO_RANK)
    {
      ends->sent_up = send (part, up, tag_up, bytes, ends->sent_up);
      require (part, ends->sent_up, ends->came_up[0]);
      require (part, ends->sent_up, ends->came_up[1]);
      ends->came_down = receive (part, up, tag_down, bytes, ends->came_down);
    }
  for (guint i = 0; i < 2; i++)
    if (down[i] != DL_NO_RANK)
      {
        ends->sent_down = send (part, down[i], tag_down, bytes, ends->sent_down);
        require (part, ends->sent_down, up != DL_NO_RANK ? ends->came_down : ends->came_up[0]);
        require (part, ends->sent_down, up != DL_NO_RANK ? DL_NO_OP : ends->came_up[1]);
      }
}

static guint64
tree_chunks (guint64 bytes)
{
  return MAX ((bytes / 2 + TREE_CHUNK_BYTES - 1) / TREE_CHUNK_BYTES, 1);
}

static void
make_allreduce_tree (DlProgramMaker *maker, guint n, guint64 bytes)
{
  const guint64 n_chunks = tree_chunks (bytes);
  const guint64 half[2] = { bytes - bytes / 2, bytes / 2 };

  for (guint rank = 0; rank < n; rank++)
    {
      const Part part = begin (maker, rank, n, bytes);
      TreePlace places[2];
      TreeEnds ends[2] = { TREE_BEGIN, TREE_BEGIN };

      for (guint tree = 0; tree < 2; tree++)
        places[tree] = tree_place (n, in_tree (n, tree, rank, FALSE));
      for (guint64 chunk = 0; chunk < n_chunks; chunk++)
        for (guint tree = 0; tree < 2; tree++)
          make_tree_chunk (&part, tree, &places[tree],
                           half[tree] / n_chunks + (chunk < half[tree] % n_chunks ? 1 : 0),
                           &ends[tree]);
    }
}

static guint64
count_tree (guint n, guint64 bytes)
{
  return 12 * (guint64) n * tree_chunks (bytes);
}

/* All to all ----------------------------------------------------------------------------------- */

/* In step s to the rank s after the own, from the one s before; then the next step. */
static void
make_alltoall_pairwise (DlProgramMaker *maker, guint n, guint64 bytes)
{
  for (guint rank = 0; rank < n; rank++)
    {
      const Part part = begin (maker, rank, n, bytes);
      guint32 sent = DL_NO_OP, came = DL_NO_OP;

      for (guint step = 1; step < n; step++)
        {
          const guint to = (rank + step) % n, from = (rank + n - step) % n;
          const guint32 before = sent;

          sent = send (&part, to, 0, block_bytes (&part, to), came);
          require (&part, sent, before);
          came = receive (&part, from, 0, block_bytes (&part, rank), came);
        }
    }
}

/* In step k all blocks that still have to go a distance with bit k, by 2^k ranks (Bruck et al.
 * 1997). A block passes through others, so all count as equally long, rounded up. */
static void
make_alltoall_bruck (DlProgramMaker *maker, guint n, guint64 bytes)
{
  const guint64 block = (bytes + n - 1) / n;

  for (guint rank = 0; rank < n; rank++)
    {
      const Part part = begin (maker, rank, n, bytes);
      guint32 sent = DL_NO_OP, came = DL_NO_OP;

      for (guint distance = 1; distance < n; distance *= 2)
        {
          const guint32 before = sent;
          guint n_blocks = 0;

          for (guint i = distance; i < n; i++)
            n_blocks += (i & distance) != 0;
          sent = send (&part, (rank + distance) % n, 0, n_blocks * block, came);
          require (&part, sent, before);
          came = receive (&part, (rank + n - distance) % n, 0, n_blocks * block, came);
        }
    }
}

static guint64
count_bruck (guint n, guint64 bytes)
{
  return 2 * (guint64) n * g_bit_storage (n);
}

/* The table ------------------------------------------------------------------------------------ */

static double
twice_others (guint n)
{
  return 2 * (n - 1.0) / n;
}

static double
others (guint n)
{
  return (n - 1.0) / n;
}

static double
all (guint n)
{
  return 1;
}

/* clang-format off */
static const DlCollective allreduce_ring
    = { "allreduce-ring", N_ ("Allreduce, ring"),
        N_ ("Each rank passes blocks to the next, twice around: 2 (p - 1) steps (Patarasuk & Yuan "
            "2009)"),
        twice_others, count_allreduce_ring, make_allreduce_ring };
static const DlCollective allreduce_doubling
    = { "allreduce-doubling", N_ ("Allreduce, recursive doubling"),
        N_ ("Pairs exchange all they have, at doubling distances: log2 p steps (Thakur et al. "
            "2005)"),
        twice_others, count_core, make_allreduce_doubling };
static const DlCollective allreduce_rabenseifner
    = { "allreduce-rabenseifner", N_ ("Allreduce, halving and doubling"),
        N_ ("Pairs exchange halves at halving distances, then gather at doubling ones "
            "(Rabenseifner 2004)"),
        twice_others, count_core, make_allreduce_rabenseifner };
static const DlCollective allreduce_tree
    = { "allreduce-tree", N_ ("Allreduce, double binary tree"),
        N_ ("Up and down two binary trees, half of the bytes each, in chunks of 512 KiB (Sanders "
            "et al. 2009; NCCL)"),
        twice_others, count_tree, make_allreduce_tree };
static const DlCollective allreduce_binomial
    = { "allreduce-binomial", N_ ("Allreduce, binomial tree"),
        N_ ("Up a binomial tree to rank 0 and down again: 2 log2 p steps"),
        twice_others, count_binomial, make_allreduce_binomial };
static const DlCollective alltoall_pairwise
    = { "alltoall-pairwise", N_ ("All-to-all, pairwise"),
        N_ ("In step s each rank exchanges a block with those s ranks away: p - 1 steps"),
        others, count_ring_once, make_alltoall_pairwise };
static const DlCollective alltoall_bruck
    = { "alltoall-bruck", N_ ("All-to-all, Bruck"),
        N_ ("Blocks travel by the bits of their distance: log2 p steps of half the bytes (Bruck "
            "et al. 1997)"),
        others, count_bruck, make_alltoall_bruck };
static const DlCollective reduce_scatter
    = { "reduce-scatter", N_ ("Reduce-scatter, ring"),
        N_ ("Each rank passes blocks to the next, once around, and keeps one"),
        others, count_ring_once, make_ring_once };
static const DlCollective allgather
    = { "allgather", N_ ("Allgather, ring"),
        N_ ("Each rank passes blocks to the next, once around, and keeps all"),
        others, count_ring_once, make_ring_once };
static const DlCollective broadcast
    = { "broadcast", N_ ("Broadcast, binomial tree"),
        N_ ("Rank 0 sends all bytes down a binomial tree: log2 p steps"),
        all, count_binomial, make_broadcast };
/* clang-format on */

static const DlCollective *const collectives[]
    = { &allreduce_ring,     &allreduce_doubling, &allreduce_rabenseifner, &allreduce_tree,
        &allreduce_binomial, &alltoall_pairwise,  &alltoall_bruck,         &reduce_scatter,
        &allgather,          &broadcast };

const DlCollective *const *
dl_collectives (guint *n)
{
  *n = G_N_ELEMENTS (collectives);
  return collectives;
}

gboolean
dl_collective_check (const DlCollective *collective, guint n_ranks, guint64 bytes, GError **error)
{
  g_assert (n_ranks > 0);
  if (collective->n_ops (n_ranks, bytes) <= DL_PROGRAM_MAX_OPS)
    return TRUE;
  g_set_error (error, DL_PROGRAM_ERROR, DL_PROGRAM_ERROR_LIMIT,
               _ ("%s of %u ranks has too many operations (at most %u: take fewer ranks or "
                  "another algorithm)"),
               collective->id, n_ranks, DL_PROGRAM_MAX_OPS);
  return FALSE;
}

DlProgram *
dl_collective_program (const DlCollective *collective, guint n_ranks, guint64 bytes, GError **error)
{
  g_autoptr (DlProgramMaker) maker = NULL;

  if (!dl_collective_check (collective, n_ranks, bytes, error))
    return NULL;
  maker = dl_program_maker_new (n_ranks, NULL);
  collective->make (maker, n_ranks, bytes);
  return dl_program_maker_finish (maker, error);
}
