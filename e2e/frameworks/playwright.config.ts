import { defineConfig } from "@playwright/test"

import shared from "../playwright.config.ts"
import { FRAMEWORKS } from "./frameworks.ts"
import type { Options } from "./harbour.ts"

/** The suite, once for each framework. */
export default defineConfig<Options>({
  ...shared,
  testMatch: "**/*.suite.ts",
  outputDir: "../../test-results/frameworks",
  projects: FRAMEWORKS.map((framework) => ({
    name: framework.name,
    use: { framework },
    // `next.suite.ts` is what Next alone has
    testIgnore: FRAMEWORKS.filter((other) => other !== framework).map(({ name }) => `**/${name}.suite.ts`),
  })),
})
