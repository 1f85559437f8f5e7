import { defineConfig } from "@playwright/test"

import shared from "../playwright.config.ts"
import { isLong } from "../../server/test-kit/long.ts"
import { ALL, FRAMEWORKS, ON_ONE_ONLY, ONE } from "./frameworks.ts"
import type { Options } from "./harbour.ts"

/** Runs the suite once for each framework. */
export default defineConfig<Options>({
  ...shared,
  testMatch: "**/*.suite.ts",
  outputDir: "../../test-results/frameworks",
  workers: 4,
  use: {
    ...shared.use,
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
    // Software renders each step of a fade, and takes a quarter of the time. The demo's tests run with motion
    contextOptions: { reducedMotion: "reduce" },
  },
  projects: FRAMEWORKS.map((framework) => ({
    name: framework.name,
    use: { framework },
    // A worker serves one project. Each starts a browser, the app, a provider and a mail server. Next has the most tests
    workers: framework.name === "next" ? 2 : 1,
    // `next.suite.ts` is for Next only
    testIgnore: [
      ...ALL.filter(({ name }) => name !== framework.name && name !== framework.like).map(
        ({ name }) => `**/${name}.suite.ts`,
      ),
      ...(framework.addressFirst ? [] : ["**/address-first.suite.ts"]),
    ],
    ...(framework.tests && { grep: framework.tests }),
    ...(!isLong && framework.name !== ONE && { grepInvert: ON_ONE_ONLY }),
  })),
})
