import { readFileSync } from "node:fs"
import type { Reporter, TestCase, TestResult } from "@playwright/test/reporter"

const LINES = 80

/** Prints the page and the server's output of each failed test. A CI run keeps only what it printed, not the files. */
export default class FailedPages implements Reporter {
  readonly #failed: [TestCase, TestResult][] = []

  printsToStdio(): boolean {
    return true
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    if (result.status !== test.expectedStatus && result.status !== "skipped") this.#failed.push([test, result])
  }

  onEnd(): void {
    for (const [test, { attachments }] of this.#failed) {
      for (const { name, path, body, contentType } of attachments) {
        if (!contentType.startsWith("text/")) continue
        const text = body?.toString() ?? (path === undefined ? "" : readFileSync(path, "utf8"))
        console.log(`\n${name}, ${test.titlePath().slice(1).join(" › ")}\n${ofPage(text)}`)
      }
    }
  }
}

// The rest of the file repeats the list reporter and the test's source
function ofPage(text: string): string {
  const [, page = text] = /^```yaml\n([^]*?)```/m.exec(text) ?? []
  return page.split("\n").slice(0, LINES).join("\n")
}
