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
// no countdown goes on
test.beforeEach(({ page }) => page.addInitScript(() => Object.assign(window, { setInterval: () => 0 })))

// one asks by itself and does not stay as it was rendered, one has the action of its framework
const names = Object.keys(CASES).filter((name) => !["account-unknown", "sign-in-action"].includes(name))
// they differ in a sentence alone
const isSentence = (name: string) => name.startsWith("sign-in-error-")

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

  if (isSentence(name)) continue
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
        // rendered in the page, e2e/stories compares it
        if (query) expect((await pictureOf(page)).equals(picture), framework + query).toBe(true)
      }
    }
    expect(said).toEqual([])
  })
}
