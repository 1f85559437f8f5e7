/** One operation, done by us, by the peer and by the floor. */
export interface Case {
  name: string
  ours: () => unknown
  peer?: () => unknown
  floor?: () => unknown
}

/** Operations a second. */
export interface Row {
  name: string
  ours: number
  peer: number | undefined
  floor: number | undefined
}

const ROUNDS = 7
const MILLISECONDS = 250

/** Runs the contestants of each case in turns, and gives each one's median. */
export async function measure(cases: readonly Case[]): Promise<Row[]> {
  const rows: Row[] = []
  for (const { name, ours, peer, floor } of cases) {
    const rates: Record<"ours" | "peer" | "floor", number[]> = { ours: [], peer: [], floor: [] }
    const contestants = Object.entries({ ours, peer, floor }).filter((entry) => entry[1] !== undefined)
    for (const [who, run] of contestants) {
      await mustWork(`${name}, ${who}`, run)
      await rate(run, MILLISECONDS)
    }
    for (let round = 0; round < ROUNDS; round++) {
      for (const [who, run] of contestants) rates[who as keyof typeof rates].push(await rate(run, MILLISECONDS)) // its own keys
    }
    rows.push({ name, ours: median(rates.ours) ?? 0, peer: median(rates.peer), floor: median(rates.floor) })
  }
  return rows
}

// An answer that only says what is wrong would be a fast one
async function mustWork(what: string, run: (() => unknown) | undefined): Promise<void> {
  const answer = await run?.()
  if (answer instanceof Response && answer.status >= 400) throw new Error(`${what} answers ${answer.status}`)
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

/** The middle value; undefined of none. */
export function median(values: readonly number[]): number | undefined {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]
}
