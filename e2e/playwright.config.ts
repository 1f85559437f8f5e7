import { existsSync } from "node:fs"
import { enableCompileCache } from "node:module"
import { join } from "node:path"
import { defineConfig } from "@playwright/test"
import { isLong } from "../server/test-kit/long.ts"
import { LONG_FILES } from "./tools/suites.mjs"

// Each worker loads the server's modules. Playwright would compile those again that a test loads late
enableCompileCache(join(import.meta.dirname, "../.cache/compiled"))
const READ_BY_NODE = ["**/server/**/*.ts"]

const SHELL = "/usr/bin/chromium-headless-shell"
const chromium = process.env["LATCHKIT_CHROMIUM"] ?? "/usr/bin/chromium"
/** The headless shell: the same engine in half the time. */
const shell = process.env["LATCHKIT_HEADLESS_SHELL"] ?? (existsSync(SHELL) ? SHELL : chromium)
/** Renders every story. It runs first because it takes longest. */
const DRAWN = ["stories/**/*.spec.ts", "components/renderings.spec.ts"]
/** Tests that need the full browser: account choosers, device-bound sessions, passwords and blocked pop-ups. */
const NEED_WINDOWS = [
  "demo/{blocked-popup,fedcm}.spec.ts",
  "device-bound/*.spec.ts",
  "components/password-manager.spec.ts",
]
/** Tests of tabs, windows, storage and passkeys, which the headless shell has too. The long run uses them in the full browser. */
const USE_WINDOWS = [
  "demo/{account,keyboard,popup,sign-in,sign-out,tabs}.spec.ts",
  "passkeys/*.spec.ts",
  "components/popup.spec.ts",
]
const WINDOWS = isLong ? [...NEED_WINDOWS, ...USE_WINDOWS] : NEED_WINDOWS
const LEFT_OUT = isLong ? [] : LONG_FILES.map((files) => `**/${files}`)
const quiet = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
]
/** Repeats the features that Playwright disables, because Chromium reads only the last list. */
export const PLAYWRIGHT_DISABLES = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "TcpPortRandomizationWin",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
]
/** Pages behind the address bar's popups, and a renderer in reserve. Starting them takes most of a window's time. */
const UNSEEN = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "SpareRendererForSitePerProcess"]
const windowArgs = [...quiet, `--disable-features=${[...PLAYWRIGHT_DISABLES, ...UNSEEN].join(",")}`]

/** The browser suite: real Chromium against the built package and the apps made with it. */
export default defineConfig({
  testDir: ".",
  testMatch: "**/*.spec.ts",
  respectGitIgnore: true, // no search in the builds of apps
  outputDir: "../test-results/browser",
  fullyParallel: true,
  workers: 4, // on two processors; each worker waits a third to a half of its time
  retries: 0,
  timeout: 120_000,
  expect: {
    timeout: 30_000, // a busy machine is slow
    toMatchAriaSnapshot: { children: "deep-equal", pathTemplate: "{testFileDir}/{testFileName}-snapshots/{arg}{ext}" },
  },
  build: { external: READ_BY_NODE },
  forbidOnly: Boolean(process.env["CI"]),
  use: {
    video: "off",
    trace: "off", // a trace takes a third of the time; error-context.md has the page
    screenshot: "off", // "only-on-failure" takes one after each test
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: { executablePath: shell, args: quiet },
  },
  projects: [
    { name: "drawn", testMatch: DRAWN, testIgnore: LEFT_OUT, workers: 3 },
    { name: "used", testIgnore: [...DRAWN, ...WINDOWS, ...LEFT_OUT] },
    {
      name: "windows",
      testMatch: WINDOWS,
      workers: isLong ? 3 : 2,
      use: { launchOptions: { executablePath: chromium, args: windowArgs } },
    },
  ],
})
