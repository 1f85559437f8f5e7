import { defineConfig } from "@playwright/test"
import shared from "../playwright.config.ts"
import { isLong } from "../../server/test-kit/long.ts"
import { QUICKSTARTS, type Quickstart } from "./frameworks.ts"

/** Follows each quickstart as a new user does. */
export default defineConfig<{ quickstart: Quickstart }>({
  ...shared,
  testDir: ".",
  testMatch: "*.suite.ts",
  outputDir: "../../test-results/first-hour",
  globalSetup: "./pack.ts",
  timeout: 1_200_000, // only what hangs ends early: a build of Next takes over 8 minutes beside other work
  expect: { ...shared.expect, timeout: 150_000 }, // a development server compiles each page on its first request, also beside other work
  use: { ...shared.use, actionTimeout: 150_000, navigationTimeout: 150_000 }, // a failure then says on which page
  workers: 2,
  projects: QUICKSTARTS.filter(({ slow }) => isLong || !slow).map((quickstart) => ({
    name: quickstart.name,
    use: { quickstart },
  })),
})
