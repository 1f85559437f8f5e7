import { test as base, type Page } from "../test.ts"
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
    await Promise.all(context.pages().map(leave))
    const others = context.browser()?.contexts() ?? []
    await Promise.all(others.filter((other) => other !== context).map((other) => other.close())) // the contexts of a test's other users
  },
})

/** Ends every navigation of a page. Chromium never closes some pages whose next page is just arriving. */
function leave(page: Page): Promise<void> {
  return base
    .expect(async () => {
      if (!page.isClosed()) await page.goto("about:blank") // it fails while another navigation is under way
    })
    .toPass()
}

export { expect, type Page } from "../test.ts"
