// The steps of each npm script, one row for each step. A row has a `name`, a `command` and `args`, and optionally:
// - `env`: more environment variables
// - `before`: installs what is missing
// - `when`: returns whether the step has anything to do
// - `report`: the file in which the command reports its tests
// - `retry`: which of its failed tests run once more at the end, and the arguments for that
// - `minutes`: the time limit, which a machine with much other work keeps too
// - `vital`: whether a failure stops the run
// - `beside`: whether it may run in parallel with neighbors that have `beside` too
import { existsSync } from "node:fs"
import { ensureBrowser, ensureCodeReaders, ensureDatabases, ensureProvider, ensureProxy, inRoot } from "./prepare.mjs"
import { playwright, vitest } from "./runners.mjs"

const present = (folder) => existsSync(inRoot(folder))
const product = ["client", "components", "server"].filter(present)
const around = ["stories", "e2e"].filter(present)
const svelteCheck = [
  "--tsconfig",
  inRoot(".tsconfig.svelte.json"),
  "--workspace",
  "components/svelte",
  "--threshold",
  "error",
]
// By content, because a checkout of another branch gives unchanged files a new date
const CACHED = ["--cache", "--cache-strategy", "content"]
function eslint(name, folders) {
  const cache = [...CACHED, "--cache-location", `.cache/eslint-${name}`]
  return ["-c", ".eslint.config.js", "--no-error-on-unmatched-pattern", ...cache, "--max-warnings", "0", ...folders]
}
const prettier = ["--check", "--log-level", "warn", ...CACHED, "--cache-location", ".cache/prettier"]
const demo = ["build", "-c", "e2e/apps/demo/vite.config.ts", "e2e/apps/demo", "--logLevel", "warn"]

const build = { name: "build", command: "node", args: ["e2e/tools/build.mjs"], vital: true, beside: true }

const staticChecks = [
  // the longest first: on two processors the others run in parallel with it
  { name: "lint", command: "eslint", args: eslint("product", product), beside: true },
  build,
  { name: "format", command: "prettier", args: [...prettier, ...product, ...around, "vite.config.ts"], beside: true },
  { name: "lint around it", command: "eslint", args: eslint("around", around), beside: true },
  { name: "prose", command: "node", args: ["e2e/tools/prose/check.mjs"], beside: true },
  // `tsgo` is TypeScript 7's compiler. ESLint, Svelte and Next need TypeScript 6
  { name: "types", command: "tsgo", args: ["-p", "tsconfig.json"], beside: true },
  {
    name: "types in Svelte",
    command: "svelte-check",
    args: svelteCheck,
    when: () => existsSync(inRoot("components/svelte/index.ts")),
    beside: true,
  },
]

/** A third of the unit tests' time. `npm run check` leaves them to `npm test`. */
const SLOW = [
  "server/testing/{fuzz,lifecycle,node-runner}.test.ts", // random sequences, and a process
  "server/testing/conformance/**",
  "client/session/model.test.ts", // random sequences too
  "server/accounts/{address-race,undo/interleaving}.test.ts", // each order of two changes
  "server/adapters/records.test.ts", // a server, with the whole contract
  "server/actions/sign-in/enumeration{,-time}.test.ts", // hundreds of hashes, and a comparison of times
  "server/testing/mann-whitney.test.ts", // thousands of such comparisons
  "server/crypto/passwords/hasher.test.ts", // hashes of the default cost
  "server/config/augmentation.test.ts", // compiles three programs
  "server/providers/{authjs-modules,catalogue,size}.test.ts", // Auth.js, all 176 providers, and bundles
  "server/integrations/{own-steps,paused-sign-ins}.test.ts", // start each framework
  "server/integrations/webhooks/**", // retries, with real pauses
  "server/migrate/**", // starts Auth.js
  "server/cli/**", // starts processes
  "components/{brand,bundles,ids}.test.*",
]

/** The tests that need no server, no process and no default hash. The longest step of `npm run check`. */
const quickUnit = {
  name: "structure and unit tests",
  ...vitest(
    "unit",
    ...["--project", "product"],
    ...["client", "components", "server", "stories", "e2e/structure", "e2e/public-surface", "e2e/thrown-errors"],
    ...SLOW.flatMap((files) => ["--exclude", files]),
  ),
  before: ensureCodeReaders,
  beside: true,
}

const everyUnit = {
  name: "structure, unit, database and cluster tests",
  ...vitest("unit", "--exclude", "e2e/{package,first-scripts}.test.ts"),
  before: () => {
    ensureDatabases()
    ensureCodeReaders()
    ensureProvider()
  },
  minutes: 60,
  beside: true,
}

const size = { name: "size", command: "size-limit", args: [], beside: true }

const packageChecks = [
  { name: "package (publint)", command: "node", args: ["e2e/tools/publint.mjs"], beside: true },
  { name: "package (attw)", command: "node", args: ["e2e/tools/attw.mjs"], beside: true },
  { name: "package installed without React", ...vitest("package", "e2e/package.test.ts"), beside: true },
  { name: "first scripts with esbuild", ...vitest("first scripts", "e2e/first-scripts.test.ts"), beside: true },
]

const buildDemo = { name: "demo build", command: "vite", args: demo, beside: true }

const buildGallery = {
  name: "component gallery build",
  command: "node",
  args: ["e2e/components/build.ts"],
  beside: true,
}

const buildClientPages = {
  name: "build of the client's pages",
  command: "node",
  args: ["e2e/client/build.ts"],
  beside: true,
}

const buildStorybook = {
  name: "storybook build",
  command: "npm",
  args: ["run", "--silent", "storybook:build"],
  beside: true,
}

const browser = {
  name: "browser tests",
  ...playwright("browser", "e2e/playwright.config.ts"),
  before: () => {
    ensureBrowser()
    ensureProxy()
  },
  minutes: 70,
}

const screens = {
  name: "screens: .cache/screens/index.html",
  command: "node",
  args: ["e2e/screens/run.ts"],
  before: ensureBrowser,
  minutes: 60,
}

const appTypes = [
  { name: "types of the Solid app", command: "tsgo", args: ["-p", "e2e/apps/solid-start"], beside: true },
  { name: "types of the Tailwind app", command: "tsgo", args: ["-p", "e2e/apps/tailwind"], beside: true },
  { name: "types of the shadcn/ui app", command: "tsgo", args: ["-p", "e2e/apps/shadcn"], beside: true },
  { name: "types of the Qwik app", command: "tsgo", args: ["-p", "e2e/apps/qwik"], beside: true },
  {
    name: "types of the Svelte app",
    command: "svelte-check",
    args: ["--workspace", "e2e/apps/sveltekit", "--tsconfig", inRoot("e2e/apps/sveltekit/tsconfig.json")],
    beside: true,
  },
  {
    name: "types of the documentation in Svelte",
    command: "svelte-check",
    args: [
      "--workspace",
      "stories/docs/examples/svelte",
      "--tsconfig",
      inRoot("stories/docs/examples/svelte/tsconfig.json"),
    ],
    beside: true,
  },
]

const buildFrameworks = {
  name: "app of each framework",
  command: "node",
  args: ["e2e/frameworks/build.ts"],
  minutes: 40,
  beside: true,
}

const frameworks = {
  name: "one suite in each framework",
  ...playwright("frameworks", "e2e/frameworks/playwright.config.ts"),
  before: ensureBrowser,
  minutes: 50,
}

const firstHour = {
  name: "a new user's first hour with each quickstart",
  ...playwright("first-hour", "e2e/first-hour/playwright.config.ts"),
  before: ensureBrowser,
  minutes: 30,
  beside: true,
}

const moves = {
  name: "apps of Auth.js, before and after the codemod",
  ...playwright("migrate", "e2e/migrate/playwright.config.ts"),
  before: ensureBrowser,
  minutes: 50,
  beside: true,
}

const cluster = {
  name: "three processes behind one port",
  ...vitest("cluster", "e2e/cluster"),
  retry: undefined, // a long run looks for rare failures
  before: ensureDatabases,
}

/** Returns the step for a place where its neighbors need its output. */
const alone = (step) => ({ ...step, beside: false })

export const TASKS = {
  check: [quickUnit, ...staticChecks, alone(size)],
  package: [alone(build), ...packageChecks],
  test: [
    ...staticChecks,
    alone(size),
    // Half of its time it waits for databases and processes. The others compute meanwhile
    everyUnit,
    buildStorybook,
    buildDemo,
    buildGallery,
    buildClientPages,
    buildFrameworks,
    moves,
    firstHour,
    ...packageChecks,
    ...appTypes,
    browser,
    frameworks,
  ],
  cluster: [cluster],
  start: [alone(build), buildDemo],
  bench: [{ ...alone(build), before: ensureBrowser }, buildClientPages], // measures the build, and pages in a browser
  screens: [alone(build), buildDemo, buildStorybook, screens],
}
