// The parts of a step that Vitest's and Playwright's steps share.
import { inRoot } from "./prepare.mjs"
import { playwrightTests, vitestTests } from "./reports.mjs"
import { isOutside } from "./retry.mjs"

/** Returns a step that runs Vitest with these arguments. */
export function vitest(name, ...args) {
  const report = { file: inRoot(`.cache/${name}.json`), read: vitestTests }
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report.file}`]
  // The whole file, because its tests may need each other
  const retry = { allows: isOutside, args: (files) => ["run", ...files, "--no-file-parallelism", ...reporters] }
  return { command: "vitest", args: ["run", ...args, ...reporters], report, retry }
}

/** Returns a step that runs the tests of a Playwright configuration. `more` selects some. */
export function playwright(name, config, ...more) {
  const report = { file: inRoot(`.cache/${name}.json`), read: playwrightTests }
  const args = ["test", "-c", config, "--reporter=list,json,./e2e/tools/failed-pages.ts"]
  const env = {
    PLAYWRIGHT_JSON_OUTPUT_NAME: report.file,
    PLAYWRIGHT_LAST_RUN_OUTPUT_FILE: inRoot(`.cache/${name}-last-run.json`), // `test-results` is emptied by other steps
  }
  const retry = { allows: () => true, args: () => [...args, "--last-failed", "--workers=1"] }
  return { command: "playwright", args: [...args, ...more], env, report, retry }
}
