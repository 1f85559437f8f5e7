/** Two versions of one operation, of which one does more. */
export interface Pair {
  name: string
  more: () => unknown
  less: () => unknown
}

/** How much more processor time the first one takes, as a share: 0.03 is 3 %. */
export interface Overhead {
  name: string
  /** The median of all rounds' ratios, minus 1. */
  median: number
  /** The middle half of the rounds. */
  quartiles: readonly [number, number]
  /** The interval that has the true median with a probability of 95 %. */
  interval: readonly [number, number]
  /** Microseconds of processor time for each call of the cheaper one: the median. */
  micros: number
}

const ROUNDS = 300
/** Milliseconds of processor time that a slice takes. The kernel counts it in microseconds. */
const SLICE = 15
const WARM_UP_CALLS = 20_000

/**
 * Compares pairs in one process. Each round runs a slice of both, in alternating order, so that both meet the same machine. It counts
 * the process's own time, so other processes change less than a clock would show. The collection of garbage counts too.
 */
export async function overheads(pairs: readonly Pair[]): Promise<Overhead[]> {
  const found: Overhead[] = []
  for (const pair of pairs) found.push(await overhead(pair))
  return found
}

async function overhead({ name, more, less }: Pair): Promise<Overhead> {
  for (let turn = 0; turn < 4; turn++) for (const run of [more, less]) await repeat(run, WARM_UP_CALLS / 4)
  const calls = Math.max(1, Math.round((SLICE * 1000) / ((await slice(less, 1000)) / 1000)))
  const ratios: number[] = []
  const micros: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const first = await slice(round % 2 === 0 ? more : less, calls)
    const second = await slice(round % 2 === 0 ? less : more, calls)
    const [costs, cheaper] = round % 2 === 0 ? [first, second] : [second, first]
    ratios.push(costs / cheaper - 1)
    micros.push(cheaper / calls)
  }
  const sorted = ratios.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.min(ROUNDS - 1, Math.max(0, Math.round(share * (ROUNDS - 1))))] ?? 0
  // The rank of the true median is a coin that is tossed for each round
  const spread = 0.98 / Math.sqrt(ROUNDS)
  return {
    name,
    median: at(0.5),
    quartiles: [at(0.25), at(0.75)],
    interval: [at(0.5 - spread), at(0.5 + spread)],
    micros: micros.toSorted((one, other) => one - other)[ROUNDS / 2] ?? 0,
  }
}

/** Returns the microseconds of processor time of this many calls. */
async function slice(run: () => unknown, calls: number): Promise<number> {
  const before = process.cpuUsage()
  await repeat(run, calls)
  const { user, system } = process.cpuUsage(before)
  return user + system
}

async function repeat(run: () => unknown, calls: number): Promise<void> {
  for (let call = 0; call < calls; call++) await run()
}
