import { expect, test } from "vitest"
import { mannWhitney } from "./mann-whitney.ts"

test("the test of two samples agrees with a count by hand", () => {
  // In 8 of the 12 pairs the first is larger, so U is 8. Its mean is 6, and its deviation the root of 12 × 8 / 12
  const { probability, z, shift } = mannWhitney([6, 9, 12, 15], [4, 8, 13])
  expect(probability).toBe(8 / 12)
  expect(z).toBeCloseTo(2 / Math.sqrt(8))
  expect(shift).toBe(2)
  expect(mannWhitney([1, 2, 3], [1, 2, 3])).toEqual({ probability: 0.5, z: 0, shift: 0 })
})
