import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { expect, test } from "vitest"
import { PLAYWRIGHT_DISABLES } from "../playwright.config.ts"

const require = createRequire(import.meta.url)

test("the features that windows turn off include all that Playwright does, except for Edge's", () => {
  const folder = join(require.resolve("playwright-core/package.json"), "..")
  const source = readFileSync(join(folder, "lib/coreBundle.js"), "utf8")
  const [, list = ""] = /\bdisabledFeatures = \[\n([^\]]*)\]/.exec(source) ?? []
  const features = [...list.matchAll(/^ +"(\w+)",?$/gm)].map(([, name]) => name)
  expect(features).toContain("PaintHolding") // the pattern still fits
  expect(PLAYWRIGHT_DISABLES).toEqual(features.filter((name) => !name.startsWith("ms")))
})
