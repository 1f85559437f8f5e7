import { expect, test } from "vitest"
import { oldRecords, playwrightTests } from "./reports.mjs"
import { runSteps } from "./step.mjs"

const step = (name, more = {}) => ({ name, command: "node", args: ["-e", ""], ...more })
const FAILS = { args: ["-e", "process.exit(1)"] }
const namesIn = (results) => results.map((result) => result.step.name)

test("a step waits for those that it names, and for no others", async () => {
  const steps = [
    step("page", { after: ["build", "of another run"] }),
    step("build", { after: ["types"] }),
    step("types"),
  ]
  expect(namesIn(await runSteps(steps))).toEqual(["types", "build", "page"])
})

test("a step that fails stops the run only if it is vital", async () => {
  const page = step("page", { after: ["build"] })
  expect(namesIn(await runSteps([step("build", FAILS), page]))).toEqual(["build", "page"])
  expect(namesIn(await runSteps([step("build", { ...FAILS, vital: true }), page]))).toEqual(["build"])
})

test("steps that wait for each other are an error", async () => {
  const steps = [step("build"), step("page", { after: ["store"] }), step("store", { after: ["page"] })]
  await expect(runSteps(steps)).rejects.toThrow("These steps wait for each other: page, store")
})

test("a run without steps ends", async () => {
  expect(await runSteps([])).toEqual([])
})

test("pages that a browser test judged anew are counted for each file", () => {
  const anew = (description) => [{ type: "judged anew", description }]
  const spec = (file, annotations) => ({
    file,
    title: "a story",
    tests: [{ status: "expected", results: [], annotations }],
  })
  const specs = [spec("cards.ts", anew("sign-in, account")), spec("mails.ts", []), spec("cards.ts", anew("menu"))]
  const tests = playwrightTests({ suites: [{ specs }], errors: [] })
  expect(oldRecords(tests)).toEqual([`cards.ts judged 3 pages anew: see "judged" in e2e/README.md`])
  expect(oldRecords([{ file: "unit.test.ts" }])).toEqual([]) // Vitest's tests have no count
})
