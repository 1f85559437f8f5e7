// A test may pass only because one of two things nearly always ends first. On a busy machine it fails. With
// `LATCHKIT_DELAYS=<seed>`, calls of Web Crypto and `fetch` take a random time, so that it fails here.
import { createChance } from "../../server/test-kit/mutations.ts"

type Run = (...input: unknown[]) => unknown

const seed = Number(process.env["LATCHKIT_DELAYS"])
const chance = createChance(seed)
const { setTimeout, setImmediate, performance, fetch } = globalThis // a test may replace them
const STARTED = Symbol.for("latchkit.delays")

/** Most delays are as short as the work itself. A few are long, as on a busy machine. */
async function pause(): Promise<void> {
  if (chance.happens(0.02)) await new Promise((resolve) => setTimeout(resolve, chance.below(15)))
  const end = performance.now() + (chance.happens(0.4) ? chance.below(700) / 1000 : 0)
  while (performance.now() < end) await new Promise((resolve) => setImmediate(resolve))
}

/** Returns the same function, whose promise settles later. */
function delayed(run: Run): Run {
  return function later(this: unknown, ...input) {
    const result: unknown = Reflect.apply(run, this, input)
    return result instanceof Promise ? result.finally(pause) : result
  }
}

if (!(STARTED in globalThis)) {
  const methods = SubtleCrypto.prototype as unknown as Record<string, Run> // to go through them by name
  for (const name of Object.keys(methods)) if (name !== "constructor") methods[name] = delayed(methods[name] as Run)
  Object.assign(globalThis, { [STARTED]: true, fetch: delayed(fetch as Run) })
  console.log(`Random delays: LATCHKIT_DELAYS=${seed}`)
}
