import { test as base } from "@playwright/test"
import { startDemo } from "./start.ts"

/** Playwright's test with one demo for each worker, at `baseURL`. Fails if a page violates its Content Security Policy. */
export const test = base.extend<object, { demo: string }>({
  demo: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the fixtures from the pattern
    async ({}, use, { parallelIndex }) => {
      const { url, stop } = await startDemo(4300 + parallelIndex * 10)
      await use(url)
      await stop()
    },
    { scope: "worker" },
  ],
  baseURL: async ({ demo }, use) => use(demo),
  context: async ({ context }, use) => {
    const violations: string[] = []
    context.on("console", (message) => {
      if (message.text().includes("Content Security Policy")) violations.push(message.text())
    })
    await use(context)
    base.expect(violations, "what a page's policy had to stop").toEqual([])
    const others = context.browser()?.contexts() ?? []
    await Promise.all(others.filter((other) => other !== context).map((other) => other.close())) // the contexts of a test's other users
  },
})

export { expect, type Page } from "@playwright/test"
