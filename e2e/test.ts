import { test as base } from "@playwright/test"

/**
 * Playwright's test. Its routes end with it. Otherwise a request that arrives while the test ends would fail another
 * test, or the whole run.
 */
export const test = base.extend({
  context: async ({ context }, use) => {
    await use(context)
    await Promise.all([context, ...context.pages()].map((one) => one.unrouteAll({ behavior: "ignoreErrors" })))
  },
})

export { expect, type BrowserContext, type Locator, type Page } from "@playwright/test"
