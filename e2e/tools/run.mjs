// Runs `npm start`, `npm test`, `npm run check` and `npm run bench`. It needs no installed packages, and runs under the same Node as npm.
import { spawn, spawnSync } from "node:child_process"
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { beginSystemPackages, ensurePackages, environment, inRoot, Missing, root } from "./prepare.mjs"
import { isFailed } from "./retry.mjs"
import { run, runAll } from "./step.mjs"
import { changedRun, checkRun, TASKS } from "./steps.mjs"

/** The scripts that run after the steps of a task, with the arguments of the command. */
const SCRIPTS = { start: "e2e/apps/demo/serve.ts", bench: "e2e/bench/run.ts" }

async function start(task, words) {
  for (const step of TASKS[task]) {
    const tests = await run(step)
    if (tests.some(isFailed)) throw new Missing("The build failed; the lines above say why.")
  }
  const node = inRoot("node_modules/.bin/node")
  const script = spawn(node, [SCRIPTS[task], ...words], { cwd: root, env: environment(), stdio: "inherit" })
  for (const signal of ["SIGINT", "SIGTERM"]) process.removeAllListeners(signal).on(signal, () => script.kill(signal))
  script.on("close", (status) => process.exit(status ?? 0))
}

/** Asks every question before the first step, so that the run can go on alone. */
function askFirst(steps) {
  for (const before of new Set(steps.map((step) => step.before))) {
    try {
      before?.()
    } catch (error) {
      if (!(error instanceof Missing)) throw error // the step reports it
    }
  }
}

const git = (...args) => spawnSync("git", args, { cwd: root, encoding: "utf8" })

/** Holds a commit with the files of the last `npm run check` that passed, committed or not. */
const CHECKED = inRoot(".cache/checked")

/** Runs what changed since the last check that passed, and the whole check the first time. */
async function check() {
  const last = existsSync(CHECKED) ? readFileSync(CHECKED, "utf8") : ""
  const isKnown = git("cat-file", "-e", `${last}^{commit}`).status === 0
  const now = git("stash", "create").stdout.trim() || git("rev-parse", "HEAD").stdout.trim() // a commit that no branch has
  await runAll(checkRun(isKnown ? last : undefined))
  if (!process.exitCode) writeFileSync(CHECKED, now)
}

/** Lists the files that differ from a commit, new ones too. */
function changedFiles(since) {
  const changed = git("diff", "--name-only", since)
  if (changed.status !== 0) throw new Missing(`git knows no commit ${since}.`)
  const added = git("ls-files", "--others", "--exclude-standard")
  return `${changed.stdout}${added.stdout}`.split("\n").filter((file) => file !== "")
}

/** Returns the steps for the words behind a task: `npm test -- --changed`, or `--changed main`. */
function stepsFor(task, [option, since = "HEAD", ...more]) {
  if (option === undefined) return TASKS[task]
  if (task === "test" && option === "--changed" && more.length === 0) return changedRun(changedFiles(since), since)
  throw new Missing(
    `npm run ${task} knows no ${[option, ...more].join(" ")}. Only npm test has an option: --changed [commit].`,
  )
}

const [task, ...words] = process.argv.slice(2)
try {
  if (!(task in TASKS)) throw new Missing(`The task is ${task}; ${Object.keys(TASKS).join(", ")} are known.`)
  const others = task === "test" || task === "long" ? beginSystemPackages() : undefined
  ensurePackages() // no other JavaScript runs meanwhile, but apt-get does
  await others
  mkdirSync(inRoot(".cache"), { recursive: true })
  if (process.stdin.isTTY) askFirst(TASKS[task])
  if (task in SCRIPTS) await start(task, words)
  else if (task === "check" && words.length === 0) await check()
  else await runAll(stepsFor(task, words))
} catch (error) {
  if (!(error instanceof Missing)) throw error
  console.error(error.message)
  process.exitCode = 1
}
