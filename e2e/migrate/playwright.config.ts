import { defineConfig } from "@playwright/test"

import shared from "../playwright.config.ts"

/** Apps of Auth.js users, before and after `latchkit migrate authjs`. */
export default defineConfig({
  ...shared,
  testMatch: "*.suite.ts",
  outputDir: "../../test-results/migrate",
  timeout: 300_000, // two builds
  workers: 2,
  projects: [{ name: "migrate" }],
})
