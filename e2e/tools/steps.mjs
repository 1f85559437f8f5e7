// The steps of each npm script, one row for each step. A row has a `name`, a `command` and `args`, and optionally:
// - `env`: more environment variables
// - `before`: installs what is missing
// - `when`: returns whether the step has anything to do
// - `report`: the file in which the command reports its tests
// - `retry`: which of its failed tests run once more at the end, and the arguments for that
// - `minutes`: the time limit, which a machine with much other work keeps too
// - `vital`: whether a failure stops the run
// - `after`: the names of steps whose output it needs. It waits for those that are in the same run
import { existsSync } from "node:fs"
import { ensureBrowser, ensureCodeReaders, ensureDatabases, ensureProvider, ensureProxy, inRoot } from "./prepare.mjs"
import { playwright, vitest } from "./runners.mjs"
import { LONG, LONG_FILES } from "./suites.mjs"

const present = (folder) => existsSync(inRoot(folder))
const product = ["client", "components", "server"].filter(present)
const around = ["stories", "e2e", ".build"].filter(present)
/** Components, and the documentation's examples, which import them. One program takes as long as either. */
const svelteCheck = ["--tsconfig", inRoot("stories/docs/examples/svelte/tsconfig.json"), "--threshold", "error"]
const LINT = ["--deny-warnings", "--format", "unix"]
/** Oxlint can't read components of Svelte. */
const SVELTE = ["--no-error-on-unmatched-pattern", "--max-warnings", "0", "components", "client", "stories", "e2e"]
const demo = ["build", "-c", "e2e/apps/demo/vite.config.ts", "e2e/apps/demo", "--logLevel", "warn"]

const build = { name: "build", command: "node", args: [".build/build.mjs"], vital: true }

/** The steps before one that needs the built package. */
const AFTER_BUILD = [build.name]

const size = { name: "size", command: "size-limit", args: [], after: AFTER_BUILD }

const staticChecks = [
  build,
  size,
  { name: "lint", command: "oxlint", args: ["--type-aware", ...LINT, ...product] },
  { name: "lint around it", command: "oxlint", args: [...LINT, ...around, "vite.config.ts"] },
  { name: "lint of Svelte", command: "eslint", args: ["-c", ".eslint.config.js", ...SVELTE] },
  { name: "format", command: "oxfmt", args: ["--check", ...product, ...around, "vite.config.ts"] },
  { name: "prose", command: "node", args: ["e2e/tools/prose/check.mjs"] },
  // `tsgo` is TypeScript 7's compiler. Svelte and Next need TypeScript 6
  { name: "types", command: "tsgo", args: ["-p", "tsconfig.json"] },
  {
    name: "types in Svelte",
    command: "svelte-check",
    args: svelteCheck,
    when: () => present("components/svelte") && present("stories"),
  },
]

/** A third of the unit tests' time. `npm run check` leaves them to `npm test`. */
const SLOW = [
  "server/test-kit/{fuzz,lifecycle}.test.ts", // random sequences
  "server/testing/node-runner.test.ts", // a process
  "server/test-kit/conformance/**",
  "client/session/model.test.ts", // random sequences too
  "server/{core/users/address-race,features/account/undo/interleaving}.test.ts", // each order of two changes
  "server/adapters/records.test.ts", // a server, with the whole contract
  "server/core/sign-in/enumeration{,-time}.test.ts", // hundreds of hashes, and a comparison of times
  "server/test-kit/mann-whitney.test.ts", // thousands of such comparisons
  "server/core/crypto/passwords/hasher.test.ts", // hashes of the default cost
  "server/core/config/augmentation.test.ts", // compiles programs against the built package
  "stories/docs/examples/skill.test.ts", // and this
  "server/providers/{authjs-modules,catalogue,size}.test.ts", // Auth.js, all providers, and bundles
  "server/integrations/{own-steps,paused-sign-ins}.test.ts", // start each framework
  "server/integrations/webhooks/**", // retries, with real pauses
  "server/migrate/**", // starts Auth.js
  "server/cli/**", // starts processes
  "components/{brand,bundles,ids}.test.*",
]

const SLOW_EXCLUDED = SLOW.flatMap((files) => ["--exclude", files])

/** Returns the step of tests that need no server, no process and no default hash. */
const quickUnit = (name, ...args) => ({
  name,
  ...vitest(name, "--project", "product", "--passWithNoTests", ...args, ...SLOW_EXCLUDED),
  before: ensureCodeReaders,
})

/** Tests that read files of the repository. No import leads from these to them. */
const READERS = [
  ...[
    "e2e",
    "stories",
    "client/actions/popup-sign-in",
    "server/adapters/sql.test",
    "server/core/config/secret-problems",
  ],
  ...["server/core/crypto/bindings", "server/core/request/language", "server/providers/upstream"],
]

/** Returns the steps of `npm run check`. With a commit, only what changed since then runs again. */
export const checkRun = (since) => [
  ...(since
    ? [
        quickUnit("unit tests that the changes since the last check reach", `--changed=${since}`),
        quickUnit("tests of the repository's files", ...READERS),
      ]
    : [quickUnit("structure and unit tests")]),
  ...staticChecks,
]

/** Returns the step of all unit and database tests without these files. */
const unitTests = (excluded) => ({
  name: "structure, unit, database and cluster tests",
  ...vitest(
    "unit",
    ...["e2e/{package,first-scripts}.test.ts", "e2e/rehearsal/**", ...excluded].flatMap((files) => [
      "--exclude",
      files,
    ]),
  ),
  before: () => {
    ensureDatabases()
    ensureCodeReaders()
    ensureProvider()
  },
  after: AFTER_BUILD,
  minutes: 60,
})

const packageChecks = [
  { name: "package (publint)", command: "node", args: ["e2e/tools/publint.mjs"], after: AFTER_BUILD },
  { name: "package (attw)", command: "node", args: ["e2e/tools/attw.mjs"], after: AFTER_BUILD },
  { name: "package installed without React", ...vitest("package", "e2e/package.test.ts"), after: AFTER_BUILD },
  { name: "first scripts with esbuild", ...vitest("first scripts", "e2e/first-scripts.test.ts"), after: AFTER_BUILD },
]

const unused = { name: "unused files and exports", command: "npm", args: ["run", "--silent", "unused"] }

/** Publishes to a registry on this machine. It has packages of its own, so that `npm ci` needs fewer. */
const rehearsal = { name: "rehearsal of the release", ...vitest("rehearsal", "e2e/rehearsal"), after: AFTER_BUILD }

const buildFrameworks = {
  name: "app of each framework",
  command: "node",
  args: ["e2e/frameworks/build.ts"],
  after: AFTER_BUILD,
  minutes: 40,
}

const buildDemo = { name: "demo build", command: "vite", args: demo, after: AFTER_BUILD }

const buildGallery = {
  name: "component gallery build",
  command: "node",
  args: ["e2e/components/build.ts"],
  after: AFTER_BUILD,
}

const buildClientPages = {
  name: "build of the client's pages",
  command: "node",
  args: ["e2e/client/build.ts"],
  after: AFTER_BUILD,
}

const buildStorybook = {
  name: "storybook build",
  command: "npm",
  args: ["run", "--silent", "storybook:build"],
  after: [build.name, buildFrameworks.name], // both prepare the SvelteKit app
}

/** Only the long run builds it, because it has packages of its own. Its tests expect these paths. */
const buildDocs = {
  name: "documentation site build",
  command: "node",
  args: ["stories/docs/site/run.mjs"],
  env: { DOCS_BASE: "/docs/", DOCS_VERSIONS: "HEAD" }, // as if the last commit were an older version
}

const BROWSER = "e2e/playwright.config.ts"

const browser = {
  name: "browser tests",
  ...playwright("browser", BROWSER),
  after: [buildStorybook, buildDemo, buildGallery, buildClientPages, buildDocs].map(({ name }) => name),
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
  after: [buildStorybook.name, buildDemo.name],
  before: ensureBrowser,
  minutes: 60,
}

const appTypes = [
  { name: "types of the Next app", command: "tsgo", args: ["-p", "e2e/apps/next"] },
  { name: "types of the Solid app", command: "tsgo", args: ["-p", "e2e/apps/solid-start"] },
  { name: "types of the Tailwind app", command: "tsgo", args: ["-p", "e2e/apps/tailwind"] },
  { name: "types of the shadcn/ui app", command: "tsgo", args: ["-p", "e2e/apps/shadcn"] },
  { name: "types of the Qwik app", command: "tsgo", args: ["-p", "e2e/apps/qwik"] },
  {
    name: "types of the Svelte app",
    command: "svelte-check",
    args: ["--workspace", "e2e/apps/sveltekit", "--tsconfig", inRoot("e2e/apps/sveltekit/tsconfig.json")],
  },
].map((step) => ({ ...step, after: [buildFrameworks.name] })) // which generates some of their types

const frameworks = {
  name: "one suite in each framework",
  ...playwright("frameworks", "e2e/frameworks/playwright.config.ts"),
  after: [buildFrameworks.name],
  before: ensureBrowser,
  minutes: 50,
}

const firstHour = {
  name: "a new user's first hour with each quickstart",
  ...playwright("first-hour", "e2e/first-hour/playwright.config.ts"),
  after: AFTER_BUILD,
  before: ensureBrowser,
  minutes: 30,
}

const moves = {
  name: "apps of Auth.js, before and after the codemod",
  ...playwright("migrate", "e2e/migrate/playwright.config.ts"),
  after: AFTER_BUILD,
  before: ensureBrowser,
  minutes: 50,
}

const cluster = {
  name: "three processes behind one port",
  ...vitest("cluster", "e2e/cluster"),
  retry: undefined, // a long run looks for rare failures
  before: ensureDatabases,
}

/** Returns the steps of a whole run. */
const wholeRun = (unit) => [
  ...staticChecks,
  unit, // half of its time it waits for databases and processes. The others compute meanwhile
  buildFrameworks,
  frameworks, // its workers wait for their apps, one for each framework, so it isn't last
  buildStorybook,
  buildDemo,
  buildGallery,
  buildClientPages,
  moves,
  firstHour,
  ...packageChecks,
  unused,
  ...appTypes,
  browser, // last, because its workers share what is left
]

/** Browser tests that open built pages, and the sources of these pages. The tests don't import them. */
const BUILT_PAGES = [
  { sources: ["client/"], tests: "e2e/client/", build: buildClientPages },
  { sources: ["components/"], tests: "e2e/components/", build: buildGallery },
  { sources: ["stories/"], tests: "e2e/stories/", build: buildStorybook },
  { sources: ["e2e/apps/demo/"], tests: "e2e/demo/", build: buildDemo },
]

/**
 * Returns the steps that guard a change locally. Vitest and Playwright select the tests that import a changed file. The
 * tests of pages that are built from one run too. `since` is the commit before the change.
 */
export function changedRun(files, since) {
  const isIn = (folder) => files.some((file) => file.startsWith(folder))
  const pages = BUILT_PAGES.filter(({ sources, tests }) => [...sources, tests].some(isIn))
  const reached = playwright("changed browser", BROWSER, `--only-changed=${since}`, "--pass-with-no-tests")
  const opened = pages.map(({ tests }) => tests)
  return [
    ...staticChecks,
    quickUnit("unit tests that the change reaches", `--changed=${since}`),
    ...(files.some((file) => /^(client|components|stories|e2e)\//.test(file))
      ? BUILT_PAGES.map(({ build }) => build)
      : []),
    ...(opened.length > 0
      ? [{ ...browser, name: "browser tests of changed pages", ...playwright("changed pages", BROWSER, ...opened) }]
      : []),
    ...(isIn("e2e/") ? [{ ...browser, name: "browser tests that the change reaches", ...reached }] : []),
  ]
}

/** Returns a step of the long run. */
const long = (step) => ({ ...step, env: { ...step.env, ...LONG }, minutes: 4 * (step.minutes ?? 20) })

export const TASKS = {
  check: checkRun(),
  package: [build, ...packageChecks],
  rehearse: [build, size, ...packageChecks, rehearsal],
  test: wholeRun(unitTests(LONG_FILES)),
  long: [buildDocs, ...wholeRun(unitTests([])), rehearsal].map(long),
  cluster: [cluster],
  start: [build, buildDemo],
  bench: [{ ...build, before: ensureBrowser }, buildClientPages], // measures the build, and pages in a browser
  screens: [build, buildDemo, buildStorybook, screens],
}
