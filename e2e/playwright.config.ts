import { defineConfig } from "@playwright/test"

const chromium = process.env["LATCHKIT_CHROMIUM"] ?? "/usr/bin/chromium"
/** The same engine without the browser around it, in half the time. */
const shell = process.env["LATCHKIT_HEADLESS_SHELL"] ?? chromium
/** Drawn story by story: the longest, and so the first. */
const DRAWN = ["stories/**/*.spec.ts", "components/renderings.spec.ts"]
/** What somebody does in the browser itself: its windows and tabs, its passkeys, what it keeps; it alone blocks a window. */
const WINDOWS = [
  "demo/{account,keyboard,popup,sign-in,sign-out,tabs}.spec.ts",
  "passkeys/*.spec.ts",
  "components/popup.spec.ts",
]
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
  workers: 4, // on two processors: what is used waits for half of its time, the rest for a third
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
    launchOptions: { executablePath: shell, args: quiet },
  },
  projects: [
    { name: "drawn", testMatch: DRAWN, workers: 3 },
    { name: "used", testIgnore: [...DRAWN, ...WINDOWS] },
    {
      name: "windows",
      testMatch: WINDOWS,
      workers: 3,
      use: { launchOptions: { executablePath: chromium, args: quiet } },
    },
  ],
})
