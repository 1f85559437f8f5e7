import { AxeBuilder } from "@axe-core/playwright"
import { expect, test } from "@playwright/test"
import { readFile } from "node:fs/promises"
import { serveStorybook, type Storybook } from "./storybook.ts"

const served: { storybook?: Storybook } = {}

test.beforeAll(async () => {
  served.storybook = await serveStorybook()
})
test.afterAll(() => served.storybook?.close())

const SHOWN = ["express/server.ts", "next/proxy.ts", "sveltekit/src/hooks.server.ts", "qwik/src/routes/plugin@auth.ts"]

for (const colorScheme of ["light", "dark"] as const) {
  test(`the page of server frameworks shows the apps as they run, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme })
    await page.goto(`${served.storybook?.origin}/iframe.html?id=start-server-frameworks--docs&viewMode=docs`)
    await expect(page.locator(".docs-code").last()).toContainText("useSession", { timeout: 30_000 })
    const text = (await page.locator(".docs-code").allTextContents()).join("\n").replace(/\s+/g, "")
    for (const name of SHOWN) {
      const file = await readFile(new URL(`../apps/${name}`, import.meta.url), "utf8")
      expect(text, name).toContain(file.replace(/\s+/g, ""))
    }
    const { violations } = await new AxeBuilder({ page }).include(".docs h1").include(".docs figcaption").analyze()
    expect(violations.map(({ id }) => id)).toEqual([])
  })
}
