import { readFileSync } from "node:fs"
import type { Reporter, TestCase, TestResult } from "@playwright/test/reporter"

const LINES = 80

/** Prints what a failed test left: the page as it was, and what a server said. A run elsewhere keeps no files, but what it printed. */
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

// Beside the page the file says what the list has said, and the test's source
function ofPage(text: string): string {
  const [, page = text] = /^```yaml\n([^]*?)```/m.exec(text) ?? []
  return page.split("\n").slice(0, LINES).join("\n")
}
