import { defineConfig } from "@playwright/test"

import shared from "../playwright.config.ts"

/** Apps of Auth.js users, before and after `latchkit migrate authjs`. */
export default defineConfig({
  ...shared,
  testMatch: "*.suite.ts",
  outputDir: "../../test-results/migrate",
  timeout: 420_000, // up to three builds
  workers: 2,
  projects: [{ name: "migrate" }],
})
