import { AxeBuilder } from "@axe-core/playwright"
import type { Page } from "@playwright/test"
import { expect, test } from "@playwright/test"

import { CASES } from "../../components/cases.fixture.ts"
import { domOf, isSameElement, pictureOf } from "./dom.ts"
import { FRAMEWORKS, startGallery, type Gallery } from "./gallery.ts"

const served: { gallery?: Gallery } = {}

test.beforeAll(async () => {
  test.setTimeout(180_000)
  served.gallery = await startGallery()
})
test.afterAll(() => served.gallery?.close())

// one asks by itself and does not stay as it was rendered, one has the action of its framework
const names = Object.keys(CASES).filter((name) => !["account-unknown", "sign-in-action"].includes(name))

/** What a page says in its console that it should not. */
function complaints(page: Page): string[] {
  const said: string[] = []
  page.on("console", (message) => {
    const isNetwork = message.text().startsWith("Failed to load resource") // behind these pages is no service
    if (["error", "warning"].includes(message.type()) && !isNetwork) said.push(message.text())
  })
  page.on("pageerror", (error) => said.push(error.message))
  return said
}

/** Opens a case; its scripts have run, and what they do later is waited for by looking. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(`${served.gallery?.origin}/${path}`)
}

for (const name of names) {
  test(`${name}: a server gives one DOM in every framework`, async ({ page }) => {
    await open(page, `html/${name}?plain`)
    const expected = await domOf(page)
    for (const framework of FRAMEWORKS) {
      await open(page, `${framework}/${name}?plain`)
      expect(await domOf(page), framework).toBe(expected)
    }
  })

  test(`${name}: hydrated or rendered in the page, it is one DOM and one picture`, async ({ page }) => {
    const said = complaints(page)
    await open(page, `html/${name}?scripted&plain`)
    const expected = await domOf(page)
    const picture = await pictureOf(page)
    for (const framework of FRAMEWORKS) {
      for (const query of ["?ssr", ""]) {
        await open(page, `${framework}/${name}${query}`)
        await expect.poll(() => domOf(page), { message: framework + query }).toBe(expected)
        if (query) expect(await isSameElement(page), `${framework} keeps what the server rendered`).toBe(true)
        expect((await pictureOf(page)).equals(picture), framework + query).toBe(true)
      }
    }
    expect(said).toEqual([])
  })

  test(`${name}: axe finds nothing in light, dark and from right to left`, async ({ page }) => {
    for (const [colorScheme, query] of [
      ["light", ""],
      ["dark", ""],
      ["light", "&dir=rtl"],
    ] as const) {
      // prettier-ignore
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" })
      await open(page, `html/${name}?scripted&plain${query}`)
      // what can be opened is looked into
      await page.evaluate(() => document.querySelectorAll("details").forEach((details) => (details.open = true)))
      const { violations } = await new AxeBuilder({ page }).disableRules(["page-has-heading-one"]).analyze()
      const found = violations.map(({ id, nodes }) => [
        id,
        nodes.map(({ html, failureSummary }) => html + failureSummary),
      ])
      expect(found, colorScheme + query).toEqual([])
    }
  })
}
