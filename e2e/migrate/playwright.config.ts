import { defineConfig } from "@playwright/test"

import { isLong } from "../../server/test-kit/long.ts"
import shared from "../playwright.config.ts"

/** Apps of Auth.js users, before and after `latchkit migrate authjs`. */
export default defineConfig({
  ...shared,
  testMatch: "*.suite.ts",
  testIgnore: isLong ? [] : ["next.suite.ts", "frameworks.suite.ts"],
  outputDir: "../../test-results/migrate",
  timeout: 900_000, // up to three builds, also beside other work
  workers: 2,
  projects: [{ name: "migrate" }],
})
