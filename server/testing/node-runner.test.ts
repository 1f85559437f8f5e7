import { spawnSync } from "node:child_process"
import { fileURLToPath } from "node:url"
import { expect, test } from "vitest"
import { ADAPTER_RULES } from "./index.ts"

const FIXTURE = fileURLToPath(new URL("fixtures/memory-contract.ts", import.meta.url))

test("runs the adapter contract under node:test too: correct rules pass, those of missing operations are left out, broken ones fail", () => {
  const { NODE_OPTIONS: _, NODE_TEST_CONTEXT: __, ...env } = process.env
  const { stdout } = spawnSync(process.execPath, ["--test", "--test-reporter=tap", FIXTURE], { encoding: "utf8", env })
  const parts = stdout.split(/^# Subtest: (?:all of it|what is [a-z ]+)$/m).slice(1)
  const [all = "", missing = "", later = "", listed = "", mistaken = "", wrong = ""] = parts
  const lines = (text: string, form: RegExp) => text.match(form) ?? []
  expect(lines(all, /^ +ok \d+/gm)).toHaveLength(ADAPTER_RULES.length)
  expect(lines(all, /not ok|# SKIP/g)).toEqual([])
  for (const part of [missing, listed]) {
    expect(lines(part, /not ok|# SKIP/g)).toEqual([])
    expect(lines(part, /ok \d+ - lacks deleteUser/g)).toHaveLength(1)
    expect(lines(part, /ok \d+ - deleting a user/g)).toEqual([])
  }
  expect(lines(later, /# SKIP no deleteUser/g).length).toBeGreaterThan(0)
  expect(lines(later, /not ok/g)).toEqual([])
  expect(lines(mistaken, /not ok \d+ - lacks deleteUser/g)).toHaveLength(1)
  expect(lines(wrong, /not ok \d+ - a created user is found by id and by address/g)).toHaveLength(1)
})
