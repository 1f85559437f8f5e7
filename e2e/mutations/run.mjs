// Applies each mutation to a copy of the repository, and finds a test of `npm test` that fails with it.
//   node e2e/mutations/run.mjs               all mutations
//   node e2e/mutations/run.mjs client/ html  those whose file has one of these words
//   node e2e/mutations/run.mjs --new         those that no test is known to notice
// With LATCHKIT_LONG=1 the tests of the long run count too, and nothing is stored.
import { spawnSync } from "node:child_process"
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { dirname, join, matchesGlob } from "node:path"
import { parseArgs } from "node:util"
import { environment } from "../tools/prepare.mjs"
import { playwrightTests, vitestTests } from "../tools/reports.mjs"
import { LONG_FILES } from "../tools/suites.mjs"
import { MUTATIONS } from "./rows/index.ts"

const ROOT = join(import.meta.dirname, "../..")
const RESULTS = join(import.meta.dirname, "results.json")

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    new: { type: "boolean", default: false },
    all: { type: "boolean", default: false }, // all unit tests, if the named tests pass
    copy: { type: "string", default: ".cache/mutations" }, // the folder of the copy. Two runs at once need two
    commit: { type: "string", default: "HEAD" },
  },
})
const COPY = join(ROOT, values.copy)
const REPORT = join(COPY, ".cache/mutation.json")

/** Copies the commit with git. The copy uses the installed packages of this repository. */
function copyRepository() {
  if (existsSync(COPY)) return
  mkdirSync(dirname(COPY), { recursive: true })
  spawnSync("git", ["worktree", "add", "--detach", COPY, values.commit], { cwd: ROOT, stdio: "inherit" })
  for (const folder of ["node_modules", ...globSync("e2e/apps/*/node_modules", { cwd: ROOT })]) {
    mkdirSync(join(COPY, folder))
    for (const name of readdirSync(join(ROOT, folder)).filter((each) => each !== ".cache"))
      // builds write there
      symlinkSync(join(ROOT, folder, name), join(COPY, folder, name))
  }
  mkdirSync(join(COPY, ".cache"), { recursive: true })
}

/** Runs a command of an installed package in the copy. */
function run(command, args, env = {}) {
  const options = { cwd: COPY, env: environment(env), encoding: "utf8", maxBuffer: 2 ** 30, timeout: 900_000 }
  const { status, stdout, stderr } = spawnSync(join(ROOT, "node_modules/.bin", command), args, options)
  return { status, output: stdout + stderr }
}

/** Runs tests, and returns the name of the first that failed. */
function firstFailed(command, args, read, env) {
  rmSync(REPORT, { force: true })
  const { status, output } = run(command, args, env)
  if (status === 0) return undefined
  if (!existsSync(REPORT)) return `no test started: ${output.trim().split("\n").at(-1)}`
  return read(JSON.parse(readFileSync(REPORT, "utf8")), output)
    .find((test) => test.status === "failed")
    ?.name.replace(`${values.copy}/`, "")
}

const failedUnitTest = (...args) =>
  firstFailed("vitest", ["run", "--bail=1", "--reporter=json", `--outputFile.json=${REPORT}`, ...args], vitestTests)

/** Builds the pages that the tests of a folder open. The package is built before. */
const BUILDS = {
  components: ["node", "e2e/components/build.ts"],
  client: ["node", "e2e/client/build.ts"],
  demo: ["vite", "build", "-c", "e2e/apps/demo/vite.config.ts", "e2e/apps/demo", "--logLevel", "error"],
  stories: ["storybook", "build", "-c", "stories/.storybook", "-o", "storybook-static", "--quiet"],
}

function failedBrowserTest(file) {
  const [, folder = ""] = file.split("/")
  const [command, ...args] = BUILDS[folder] ?? []
  for (const step of [[".build/assets.mjs"], [".build/build.mjs"]])
    if (run("node", step).status !== 0) return "the build of the package"
  if (command && run(command, args).status !== 0) return `the build for e2e/${folder}`
  const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: REPORT }
  const options = ["-c", "e2e/playwright.config.ts", "-x", "--reporter=json", `/${file}`]
  return firstFailed("playwright", ["test", ...options], playwrightTests, env)
}

/** Returns the name of a test that notices the mutation. */
function noticedBy({ tests }) {
  const isRun = (file) => process.env.LATCHKIT_LONG || !LONG_FILES.some((files) => matchesGlob(file, files))
  const present = tests.filter((file) => existsSync(join(COPY, file)) && isRun(file))
  const unit = present.filter((file) => /\.test\.(tsx?|mjs)$/.test(file))
  const near = unit.length > 0 ? failedUnitTest(...unit) : undefined
  if (near) return near
  for (const file of present.filter((each) => each.endsWith(".spec.ts"))) {
    const failed = failedBrowserTest(file)
    if (failed) return failed
  }
  return values.all ? failedUnitTest("--project", "product") : undefined
}

const readResults = () => (existsSync(RESULTS) ? JSON.parse(readFileSync(RESULTS, "utf8")) : [])
const isSame = (one, other) => one.file === other.file && one.so === other.so

function store({ file, so }, test) {
  if (process.env.LATCHKIT_LONG) return
  const others = readResults().filter((result) => !isSame(result, { file, so }))
  const sorted = [...others, { file, so, test }].sort((one, other) =>
    one.file + one.so < other.file + other.so ? -1 : 1,
  )
  writeFileSync(RESULTS, `${JSON.stringify(sorted, undefined, 2)}\n`)
}

copyRepository()
const known = readResults().filter(({ test }) => test)
const wanted = MUTATIONS.filter(
  (row) =>
    (positionals.length === 0 || positionals.some((word) => row.file.includes(word))) &&
    !(values.new && known.some((result) => isSame(result, row))),
)
for (const [at, row] of wanted.entries()) {
  const path = join(COPY, row.file)
  const text = readFileSync(path, "utf8")
  const start = Date.now()
  try {
    writeFileSync(path, text.split(row.from).join(row.to))
    const test = noticedBy(row) ?? null
    store(row, test)
    const seconds = ((Date.now() - start) / 1000).toFixed(0)
    console.log(`${at + 1}/${wanted.length} (${seconds} s) ${row.file}: ${row.so}\n    ${test ?? "NO TEST NOTICES IT"}`)
  } finally {
    writeFileSync(path, text)
    spawnSync("git", ["checkout", "--quiet", "."], { cwd: COPY }) // files that the build generates
  }
}
