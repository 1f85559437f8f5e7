// Keeps what a newcomer must read as small as it is. `npm run bench -- house` prints the figures.
import { spawnSync } from "node:child_process"
import { expect, test } from "vitest"
import { MAX_IMPORTS, serverImports } from "./bench/house.ts"

test(`at most 25 files of the server import more than ${MAX_IMPORTS} modules`, () => {
  const large = [...serverImports()].filter(([, count]) => count > MAX_IMPORTS)
  expect(large.length).toBeGreaterThan(0)
  expect(large.length, large.map(([file]) => file).join("\n")).toBeLessThanOrEqual(25)
})

test("an OpenID callback runs at most 45 files, and none of a feature that is off", () => {
  const { stdout, stderr } = spawnSync(process.execPath, ["e2e/bench/house.ts"], { encoding: "utf8" })
  const files = stdout.trim().split("\n")
  expect(files, stderr).toContain("server/core/sign-in/callback.ts")
  expect(files.length, stdout).toBeLessThanOrEqual(45)
  const features = files.flatMap((file) => /^server\/features\/([\w-]+)/.exec(file)?.[1] ?? [])
  expect(new Set(features)).toEqual(new Set(["two-step"]))
})
