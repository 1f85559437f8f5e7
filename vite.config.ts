import { join } from "node:path"
import { svelte } from "@sveltejs/vite-plugin-svelte"
import react from "@vitejs/plugin-react"
import solid from "vite-plugin-solid"
import { defineConfig } from "vitest/config"
import { isLong } from "./server/test-kit/long.ts"
import { latchkitByName } from "./stories/.storybook/by-name.ts"

/** Node keeps here what it compiles. Tests start dozens of processes with the same modules. */
process.env["NODE_COMPILE_CACHE"] ??= join(import.meta.dirname, ".cache/compiled")

/** Auth.js and next-auth keep state in their modules. */
const AUTHJS = "server/migrate/*/*.test.ts"
/** The documentation's examples set the environment. */
const EXAMPLES = "stories/docs/examples/{*,database/*,testing/mock-*}.test.{ts,tsx}"
/** Tests of examples that replace modules, or start with an environment of their own. */
const OWN_EXAMPLES = [
  "stories/docs/examples/{accounts,devices,fedcm,high-assurance,native-apps,passkey-sign-up,server-guides,tenants}.test.ts",
  "stories/docs/examples/{guides,more-frameworks,reference,testing/mock-session}.test.tsx",
]
/** These replace modules too, or measure which lines run. */
const APART = [...OWN_EXAMPLES, AUTHJS, "e2e/runtimes/webauthn.test.ts", "e2e/fuzz/*.test.ts"]

const sameProcess = {
  isolate: false, // half of the time went into loading the same modules for each file
  setupFiles: [
    "e2e/tools/patience.ts",
    ...(process.env["LATCHKIT_DELAYS"] ? ["e2e/tools/delays.ts"] : []),
    "e2e/tools/same-process.ts",
  ],
}

/** The long run tests the client and the components on React 18 too. */
const react18 = {
  extends: true as const,
  resolve: {
    alias: [
      {
        find: /^react(-dom)?(?=\/|$)/,
        replacement: join(import.meta.dirname, "e2e/apps/react-18/node_modules/react$1"),
      },
    ],
  },
  test: { name: "React 18", include: ["{client,components}/**/*.test.ts"], ...sameProcess },
}

export default defineConfig({
  plugins: [
    latchkitByName(),
    react({ include: /\/(client\/react|components\/react|stories\/(?!docs\/examples\/solid)|e2e)[^?]*\.tsx?$/ }),
    solid({
      include: [/\/client\/solid[^/]*\.tsx$/, /\/components\/solid\/.*\.tsx$/, /\/examples\/solid\/.*\.tsx$/],
      ssr: true,
    }),
    svelte({ include: ["**/*.svelte", "**/*.svelte.ts"], configFile: false }),
  ],
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: "product",
          include: [
            "{client,components,server,stories}/**/*.test.{ts,tsx}",
            ...[AUTHJS, EXAMPLES].map((files) => `!${files}`),
            "e2e/{structure,public-surface,thrown-errors,first-hour/rows,mutations/mutations}.test.ts",
          ],
          ...sameProcess,
        },
      },
      ...(isLong ? [react18] : []),
      {
        extends: true,
        test: {
          name: "around it",
          include: [
            "e2e/{package,first-scripts,house,jest,older-typescript,react-18-types,without-features}.test.ts",
            "e2e/tools/**/*.test.mjs",
            "e2e/{databases,cluster,rehearsal,releases,runtimes}/*.test.ts",
            ...APART.map((files) => `!${files}`),
          ],
          ...sameProcess,
        },
      },
      {
        extends: true,
        test: {
          name: "examples",
          include: [EXAMPLES, ...OWN_EXAMPLES.map((files) => `!${files}`)],
          pool: "threads", // each has an environment of its own
          isolate: false,
          setupFiles: ["e2e/tools/patience.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "apart",
          include: APART,
          pool: "threads", // they start faster than processes
          setupFiles: ["e2e/tools/patience.ts"],
        },
      },
    ],
    // Tests read these, and `--changed` follows only imports
    forceRerunTriggers: [
      "**/package.json",
      "**/vite.config.ts",
      "**/{client,components,server}/**/*.{css,json,txt,svg}",
    ],
    css: { include: [/auth\.css\?raw/] }, // read by the theme editor
    maxWorkers: "100%", // a test waits for databases and servers about as long as it computes
    // Only what hangs may fail: beside builds and other tests, a test that reads every file took 40 seconds
    expect: { poll: { timeout: 30_000 } }, // as patience.ts has it
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
