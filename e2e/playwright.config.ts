import { defineConfig } from "@playwright/test"

const chromium = process.env["LATCHKIT_CHROMIUM"] ?? "/usr/bin/chromium"
/** Chromium without windows, in which nobody signs in: what has only to be drawn is drawn in half the time. */
const shell = process.env["LATCHKIT_HEADLESS_SHELL"] ?? chromium
const DRAWN = ["stories/**/*.spec.ts", "components/renderings.spec.ts"]
const quiet = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
]

/** The browser suite: real Chromium against the built package and the apps made with it. */
export default defineConfig({
  testDir: ".",
  testMatch: "**/*.spec.ts",
  outputDir: "../test-results",
  fullyParallel: true,
  workers: 3, // on two processors: a test waits for a third of its time
  retries: 0,
  timeout: 90_000,
  expect: {
    timeout: 15_000, // a busy machine is slow, not wrong
    toMatchAriaSnapshot: { children: "deep-equal", pathTemplate: "{testFileDir}/{testFileName}-snapshots/{arg}{ext}" },
  },
  forbidOnly: Boolean(process.env["CI"]),
  use: {
    video: "off",
    trace: "off", // costs a third of the time; the page as it was is in error-context.md
    screenshot: "only-on-failure",
    launchOptions: { executablePath: chromium, args: quiet },
  },
  projects: [
    { name: "drawn", testMatch: DRAWN, use: { launchOptions: { executablePath: shell, args: quiet } } },
    { name: "used", testIgnore: DRAWN },
  ],
})
