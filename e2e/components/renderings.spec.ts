import { fileURLToPath } from "node:url"
import { expect, test as base, type Page } from "@playwright/test"

import { CASES } from "../../components/cases.fixture.ts"
import { Judged, pictureFiles, stateOf } from "../judged.ts"
import { domOf, isSameElement, parsedDomsOf, pictureOf } from "./dom.ts"
import { FRAMEWORKS } from "./frameworks.ts"
import { startGallery, type Gallery } from "./gallery.ts"

/** Each worker has one page for all its cases, because a new one would compile every script anew. */
const test = base.extend<object, { gallery: Gallery; shared: Page }>({
  gallery: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const gallery = await startGallery()
      await use(gallery)
      await gallery.close()
    },
    { scope: "worker" },
  ],
  shared: [
    async ({ browser, gallery }, use) => {
      const viewport = { width: 480, height: 900 } // a card and little space around it
      const context = await browser.newContext({ viewport, baseURL: gallery.origin })
      const page = await context.newPage()
      await page.addInitScript(() => Object.assign(window, { setInterval: () => 0 })) // countdowns stand still
      await use(page)
      await context.close()
    },
    { scope: "worker" },
  ],
  page: async ({ shared }, use) => {
    await use(shared)
    shared.removeAllListeners()
  },
})

// One sends a request and changes after rendering, one has its framework's action, and only a component opens a dialog
const names = Object.keys(CASES).filter(
  (name) => !["account-unknown", "sign-in-action"].includes(name) && !name.startsWith("confirm-dialog"),
)
const STYLES = fileURLToPath(import.meta.resolve("../../components/auth.css"))
// they differ only in one sentence
const isSentence = (name: string) => name.startsWith("sign-in-error-")

/** Collects unexpected messages in a page's console. */
function complaints(page: Page): string[] {
  const said: string[] = []
  page.on("console", (message) => {
    const isNetwork = message.text().startsWith("Failed to load resource") // these pages have no server
    if (["error", "warning"].includes(message.type()) && !isNetwork) said.push(message.text())
  })
  page.on("pageerror", (error) => said.push(error.message))
  return said
}

/** Opens a case after its scripts have run. Assertions wait for later changes. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(`/${path}`)
}

async function comparePictures(page: Page, name: string): Promise<void> {
  await open(page, `html/${name}?scripted&plain`)
  const picture = await pictureOf(page)
  for (const framework of FRAMEWORKS) {
    await open(page, `${framework}/${name}?ssr`)
    // The card's script moves the focus to an alert later, and the picture must show its focus ring
    await expect.poll(async () => (await pictureOf(page)).equals(picture), { message: framework }).toBe(true)
  }
}

test("a server gives one DOM in every framework, whatever the case", async ({ page }) => {
  test.setTimeout(180_000)
  await open(page, `html/${names[0]}?plain`)
  for (const name of names) {
    const paths = ["html", ...FRAMEWORKS].map((rendering) => `/${rendering}/${name}?plain`)
    const [expected, ...others] = await parsedDomsOf(page, paths)
    for (const [at, framework] of FRAMEWORKS.entries())
      expect.soft(others[at], `${name} in ${framework}`).toBe(expected)
  }
})

// e2e/stories compares the renderings in a browser without a server
for (const name of names.filter((each) => !isSentence(each))) {
  test(`${name}: hydrated, it is one DOM and one picture`, async ({ page }) => {
    const judged = new Judged("renderings", [import.meta.filename, ...pictureFiles(), STYLES])
    const said = complaints(page)
    await open(page, `html/${name}?scripted&plain`)
    const expected = await domOf(page)
    judged.see(name, await stateOf(page))
    for (const framework of FRAMEWORKS) {
      await open(page, `${framework}/${name}?ssr`)
      await expect.poll(() => domOf(page), { message: framework }).toBe(expected)
      expect(await isSameElement(page), `${framework} keeps what the server rendered`).toBe(true)
      judged.see(name, await stateOf(page))
    }
    if (judged.changed().length > 0) await comparePictures(page, name)
    expect(said).toEqual([])
    judged.store()
  })
}
