import { describe, expect, test } from "vitest"
import { compareInRounds, mannWhitney } from "./mann-whitney.ts"

test("the test of two samples agrees with a count by hand", () => {
  // In 8 of the 12 pairs the first is larger, so U is 8. Its mean is 6, and its deviation the root of 12 × 8 / 12
  const { probability, z, shift } = mannWhitney([6, 9, 12, 15], [4, 8, 13])
  expect(probability).toBe(8 / 12)
  expect(z).toBeCloseTo(2 / Math.sqrt(8))
  expect(shift).toBe(2)
  expect(mannWhitney([1, 2, 3], [1, 2, 3])).toEqual({ probability: 0.5, z: 0, shift: 0 })
})

describe("a comparison in rounds", () => {
  const COMPARISONS = 400
  const LEAST = { z: 4.5, shift: 0.1 }

  /** Returns numbers from 0 to 1, the same in each run. */
  function randomFrom(seed: number) {
    const state = { value: seed }
    return () => {
      state.value = (Math.imul(state.value, 1_664_525) + 1_013_904_223) >>> 0
      return state.value / 2 ** 32
    }
  }

  /** Times of a busy machine: other work comes and goes, slows some requests in a row, and stops a few altogether. */
  function busyMachine(random: () => number) {
    const load = { slowness: 1, left: 0 }
    return () => {
      if (load.left-- <= 0) Object.assign(load, { slowness: 1 + 4 * random() ** 2, left: 5 + 40 * random() })
      return (1 + random() * random()) * load.slowness + (random() < 0.05 ? 20 * random() : 0)
    }
  }

  /** Compares two kinds again and again. The first takes `leak` longer. Returns how often the test noticed it. */
  async function noticed(leak: (round: number) => number, samples: number): Promise<number> {
    const random = randomFrom(7)
    const time = busyMachine(random)
    let found = 0
    for (let comparison = 0; comparison < COMPARISONS; comparison++) {
      let round = 0
      const draw = async (count: number) => {
        const kinds: [number[], number[]] = [[], []]
        while (kinds[0].length < count || kinds[1].length < count)
          if (random() < 0.5) kinds[0].push(time() + leak(round))
          else kinds[1].push(time())
        round++
        return mannWhitney(...kinds)
      }
      if ((await compareInRounds(draw, { samples, least: LEAST })).isNoticed) found++
    }
    return found
  }

  test("notices nothing in samples of one distribution, also on a busy machine", async () => {
    expect(await noticed(() => 0, 30)).toBe(0)
  })

  test("notices a real difference nearly always", async () => {
    expect(await noticed(() => 3, 30)).toBeGreaterThan(0.97 * COMPARISONS)
  })

  test.each([
    ["each round", [0.12, 0.11, 0.103], true],
    ["the last round alone, as on a machine that was slow for a moment,", [0.057, 0.039, 0.103], false],
    ["all but the last round", [0.12, 0.11, 0.045], false],
  ] as const)("notices a certain difference that is large in %s: %j is %s", async (_, shifts, expected) => {
    const left = [...shifts]
    const draw = () => Promise.resolve({ probability: 0.7, z: 7, shift: left.shift() ?? 0 })
    expect((await compareInRounds(draw, { samples: 30, least: LEAST })).isNoticed).toBe(expected)
  })

  test("notices no difference that the machine's speed in that round explains", async () => {
    const draw = (allowed: number) => () => Promise.resolve({ probability: 0.7, z: 7, shift: 0.12, allowed })
    expect((await compareInRounds(draw(0.11), { samples: 30, least: LEAST })).isNoticed).toBe(true)
    expect((await compareInRounds(draw(0.13), { samples: 30, least: LEAST })).isNoticed).toBe(false)
  })

  test("takes a difference of the first round alone for an accident", async () => {
    expect(await noticed((round) => (round === 0 ? 4 : 0), 30)).toBe(0)
  })
})
