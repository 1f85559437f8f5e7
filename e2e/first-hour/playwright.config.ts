import { defineConfig } from "@playwright/test"
import shared from "../playwright.config.ts"
import { QUICKSTARTS, type Quickstart } from "./frameworks.ts"

/** Follows each quickstart as a new user does. */
export default defineConfig<{ quickstart: Quickstart }>({
  ...shared,
  testDir: ".",
  testMatch: "*.suite.ts",
  outputDir: "../../test-results/first-hour",
  globalSetup: "./pack.ts",
  timeout: 240_000,
  expect: { ...shared.expect, timeout: 60_000 }, // a development server compiles each page on its first request
  workers: 2,
  projects: QUICKSTARTS.map((quickstart) => ({ name: quickstart.name, use: { quickstart } })),
})
