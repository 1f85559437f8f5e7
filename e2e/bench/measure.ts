/** One operation of Latchkit, the peer and the floor. */
export interface Case {
  name: string
  ours: () => unknown
  peer?: () => unknown
  floor?: () => unknown
}

/** Operations per second. */
export interface Row {
  name: string
  ours: number
  peer: number | undefined
  floor: number | undefined
  /** Latchkit's speed divided by the others': the median of all rounds. Within a round the machine is equally busy. */
  toPeer: number | undefined
  toFloor: number | undefined
}

type Contestant = "ours" | "peer" | "floor"

const ROUNDS = 15
const MILLISECONDS = 120
/** Calls that warm up the compiler, which counts calls, and the longest time that they may take. */
const WARM_UP = { milliseconds: 600, calls: 10_000, longest: 10_000 }

/** Runs the contestants of each case in turns, and returns their medians. */
export async function measure(cases: readonly Case[]): Promise<Row[]> {
  const rows: Row[] = []
  for (const one of cases) rows.push(await measured(one))
  return rows
}

async function measured({ name, ...runs }: Case): Promise<Row> {
  const rates: Record<Contestant, number[]> = { ours: [], peer: [], floor: [] }
  const contestants = (["ours", "peer", "floor"] as const).filter((who) => runs[who] !== undefined)
  for (const who of contestants) {
    await mustWork(`${name}, ${who}`, runs[who])
    await warmUp(runs[who])
  }
  for (let round = 0; round < ROUNDS; round++) {
    for (const who of contestants) rates[who].push(await rate(runs[who], MILLISECONDS))
  }
  const ratios = (others: readonly number[]) => others.map((other, round) => (rates.ours[round] ?? 0) / other)
  return {
    name,
    ours: median(rates.ours) ?? 0,
    peer: median(rates.peer),
    floor: median(rates.floor),
    toPeer: median(ratios(rates.peer)),
    toFloor: median(ratios(rates.floor)),
  }
}

// An error response would be faster than a real one
async function mustWork(what: string, run: (() => unknown) | undefined): Promise<void> {
  const answer = await run?.()
  if (answer instanceof Response && answer.status >= 400) throw new Error(`${what} responded with ${answer.status}`)
}

async function warmUp(run: (() => unknown) | undefined): Promise<void> {
  const start = performance.now()
  for (let calls = 0; ; calls++) {
    const elapsed = performance.now() - start
    if (elapsed > WARM_UP.longest || (calls >= WARM_UP.calls && elapsed > WARM_UP.milliseconds)) return
    await run?.()
  }
}

async function rate(run: (() => unknown) | undefined, milliseconds: number): Promise<number> {
  const start = performance.now()
  let done = 0
  while (performance.now() - start < milliseconds) {
    await run?.()
    done++
  }
  return (done / (performance.now() - start)) * 1000
}

/** Returns the median, or undefined if there are no values. */
export function median(values: readonly number[]): number | undefined {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]
}
