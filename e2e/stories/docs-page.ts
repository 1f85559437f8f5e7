import type { Page } from "@playwright/test"
import { expect, test as base } from "./stage.ts"

/** Playwright's test with one more page for each worker: a new one would compile Storybook's scripts anew. */
export const test = base.extend<object, { shared: Page }>({
  shared: [
    async ({ browser }, use) => {
      const page = await browser.newPage()
      await use(page)
      await page.close()
    },
    { scope: "worker" },
  ],
})

/** Loads a page of the documentation. Waits until it shows a text. */
export async function loadDocs(page: Page, origin: string, id: string, text: string): Promise<void> {
  await page.goto(`${origin}/iframe.html?id=${id}--docs&viewMode=docs`)
  await expect(page.locator(".docs")).toContainText(text, { timeout: 30_000 })
}

/** Shows a page as a link to it does, because a load would run all of Storybook's scripts anew. */
export async function showDocs(page: Page, origin: string, id: string, text: string): Promise<void> {
  if (!page.url().startsWith(origin)) {
    await loadDocs(page, origin, id, text)
    await page.waitForLoadState("networkidle") // the scripts that color code load last
    return
  }
  await page.evaluate(async (storyId) => {
    await new Promise<void>((rendered) => {
      if (new URLSearchParams(location.search).get("id") === storyId) return rendered() // it is shown already
      const channel = window.__STORYBOOK_ADDONS_CHANNEL__
      channel.once("docsRendered", rendered)
      channel.emit("setCurrentStory", { storyId, viewMode: "docs" })
    })
  }, `${id}--docs`)
  await expect(page.locator(".docs")).toContainText(text, { timeout: 30_000 })
}

export { expect } from "./stage.ts"
