import { spawnSync } from "node:child_process"
import { fileURLToPath } from "node:url"
import { expect, test } from "vitest"
import { ADAPTER_RULES } from "./index.ts"

const FIXTURE = fileURLToPath(new URL("fixtures/memory-contract.ts", import.meta.url))

test("runs the adapter contract under node:test too: correct rules pass, missing ones are skipped, broken ones fail", () => {
  const { NODE_OPTIONS: _, NODE_TEST_CONTEXT: __, ...env } = process.env
  const { stdout } = spawnSync(process.execPath, ["--test", "--test-reporter=tap", FIXTURE], { encoding: "utf8", env })
  const [all = "", missing = "", wrong = ""] = stdout.split(/^ *# Subtest: (?:all of it|what is missing|what is wrong)$/m).slice(1) // prettier-ignore
  const lines = (text: string, form: RegExp) => text.match(form) ?? []
  expect(lines(all, /^ +ok \d+/gm)).toHaveLength(ADAPTER_RULES.length)
  expect(lines(all, /not ok|# SKIP/g)).toEqual([])
  expect(lines(missing, /# SKIP no deleteUser/g).length).toBeGreaterThan(0)
  expect(lines(missing, /not ok/g)).toEqual([])
  expect(lines(wrong, /not ok \d+ - a created user is found by id and by address/g)).toHaveLength(1)
})
