import { expect, test } from "vitest"
import * as brings from "../brings.worker.ts"
import type { Bringer } from "../brings.ts"
import * as imports from "../features.ts"
import { FEATURES } from "./features.ts"
import { featuresFor } from "./features.worker.ts"

const NAMES = FEATURES.map(({ name }) => name)

test("a Worker has a row for each feature in features.worker.ts, in the same order", () => {
  expect(featuresFor({ providers: [] }).map(({ name }) => name)).toEqual(NAMES)
})

test("a Worker can have each feature: features.ts exports it, or a function of brings.worker.ts brings it", () => {
  const functions = Object.values(brings).filter((one): one is () => Bringer => typeof one === "function")
  const brought = functions.flatMap((bring) => bring()[brings.BROUGHT] ?? [])
  const available = new Set([...Object.values(imports), ...brought].map(({ name }) => name))
  expect(NAMES.filter((name) => !available.has(name))).toEqual([])
})
