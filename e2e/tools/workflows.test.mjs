import { execFileSync } from "node:child_process"
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, expect, test } from "vitest"

const FOLDER = join(import.meta.dirname, "../../.github/workflows")
const WORKFLOWS = readdirSync(FOLDER)
const read = (name) => readFileSync(join(FOLDER, name), "utf8")

test.each(WORKFLOWS)("%s pins each action to a commit, and may only read by default", (name) => {
  const text = read(name)
  const actions = [...text.matchAll(/uses: (.+)/g)].map(([, action = ""]) => action)
  expect(
    actions.filter((action) => !/^actions\/[\w-]+@[\da-f]{40} # v\d+\.\d+\.\d+$|^\.\/\.github\//.test(action)),
  ).toEqual([])
  expect(text).toMatch(/^permissions:\n {2}contents: read$/m)
})

test("only the job that publishes may write, and it checks out no code", () => {
  const writing = WORKFLOWS.flatMap((name) =>
    read(name)
      .split(/^ {2}(?=\w[\w-]*:$)/m)
      .filter((job) => job.includes(": write"))
      .map((job) => ({ name, job })),
  )
  expect(writing.map(({ name, job }) => [name, job.split(":")[0]])).toEqual([["release.yml", "publish"]])
  const [{ job } = { job: "" }] = writing
  expect(job).toContain("--provenance")
  expect(job).not.toMatch(/actions\/checkout|npm (ci|install|run)/)
})

const temporary = mkdtempSync(join(tmpdir(), "latchkit-workflows-"))
afterAll(() => rmSync(temporary, { recursive: true }))

test.each([
  ["v0.1.0", undefined, "latest"],
  ["v0.1.0-next.1", undefined, "next"],
  ["v0.10.0", "0.9.3", "latest"],
  ["v2.0.0-next.1", "1.4.0", "next"],
  ["v2.0.1", "2.0.0", "latest"],
  ["v1.4.1", "2.0.0", "latest-1"],
  ["v0.9.9", "0.10.0", "latest-0"],
])("a release %s, where npm has %s, gets the npm tag %s", (ref, published, tag) => {
  const [, script = ""] = /id: npm\n {8}run: \|\n((?: {10}.+\n)+)/.exec(read("release.yml")) ?? []
  const [npm, output] = [join(temporary, "npm"), join(temporary, `output ${ref}`)]
  writeFileSync(npm, `#!/bin/sh\n${published === undefined ? "exit 1" : `echo ${published}`}\n`)
  chmodSync(npm, 0o755)
  const env = { PATH: `${temporary}:${process.env["PATH"]}`, GITHUB_REF_NAME: ref, GITHUB_OUTPUT: output }
  execFileSync("bash", ["-eo", "pipefail", "-c", script], { env, stdio: ["ignore", "ignore", "inherit"] })
  expect(readFileSync(output, "utf8")).toBe(`tag=${tag}\n`)
})
