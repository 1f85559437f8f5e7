import { fileURLToPath } from "node:url"
import { expect, test as base, type BrowserContext, type Page } from "@playwright/test"

import { CASES } from "../../components/cases.fixture.ts"
import { isLong } from "../../server/test-kit/long.ts"
import { Judged, pictureFiles, stateOf } from "../judged.ts"
import { domOf, parsedDomsOf, pictureOf, showAndRead } from "./dom.ts"
import { FRAMEWORKS } from "./frameworks.ts"
import { startGallery, type Gallery } from "./gallery.ts"

const RENDERINGS = ["html", ...FRAMEWORKS] as const
type Rendering = (typeof RENDERINGS)[number]

/** Returns the path of a case in the gallery. HTML has no scripts, but has what they need. */
const pathOf = (rendering: Rendering, name: string) =>
  rendering === "html" ? `/html/${name}?scripted&plain` : `/${rendering}/${name}?ssr`

/** Each worker has one page for each rendering and all its cases, because a new one would compile every script anew. */
const test = base.extend<object, { gallery: Gallery; shared: BrowserContext; pages: Record<Rendering, Page> }>({
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
      await context.addInitScript(() => Object.assign(window, { setInterval: () => 0 })) // countdowns stand still
      await use(context)
      await context.close()
    },
    { scope: "worker" },
  ],
  pages: [
    async ({ shared }, use) => {
      const open = async (rendering: Rendering) => {
        const page = await shared.newPage()
        await page.goto(pathOf(rendering, names[0] ?? ""))
        return page
      }
      await use({
        html: await open("html"),
        react: await open("react"),
        solid: await open("solid"),
        svelte: await open("svelte"),
      })
    },
    { scope: "worker" },
  ],
})

// One sends a request and changes after rendering, one has its framework's action, and only a component opens a dialog
const names = Object.keys(CASES).filter(
  (name) => !["account-unknown", "sign-in-action"].includes(name) && !name.startsWith("confirm-dialog"),
)
const STYLES = fileURLToPath(import.meta.resolve("../../components/auth.css"))
// they differ only in one sentence
const isSentence = (name: string) => name.startsWith("sign-in-error-")

/** Collects unexpected messages in the pages' consoles. */
function complaints(pages: readonly Page[]): string[] {
  const said: string[] = []
  for (const page of pages) {
    page.on("console", (message) => {
      const isNetwork = message.text().startsWith("Failed to load resource") // these pages have no server
      if (["error", "warning"].includes(message.type()) && !isNetwork) said.push(message.text())
    })
    page.on("pageerror", (error) => said.push(error.message))
  }
  return said
}

/** Compares the pictures of a case, each in a page that loads it. */
async function comparePictures(context: BrowserContext, name: string): Promise<void> {
  const page = await context.newPage()
  await page.goto(pathOf("html", name))
  const picture = await pictureOf(page)
  for (const framework of FRAMEWORKS) {
    await page.goto(pathOf(framework, name))
    // The card's script moves the focus to an alert later, and the picture must show its focus ring
    await expect.poll(async () => (await pictureOf(page)).equals(picture), { message: framework }).toBe(true)
  }
  await page.close()
}

// `components/parity.test.ts` compares what the server renders, and the next tests its DOM
if (isLong)
  test("a server gives one DOM in every framework, whatever the case", async ({ pages: { html: page } }) => {
    test.setTimeout(180_000)
    for (const name of names) {
      const paths = RENDERINGS.map((rendering) => `/${rendering}/${name}?plain`)
      const [expected, ...others] = await parsedDomsOf(page, paths)
      for (const [at, framework] of FRAMEWORKS.entries())
        expect.soft(others[at], `${name} in ${framework}`).toBe(expected)
    }
  })

// e2e/stories compares the renderings in a browser without a server
for (const name of names.filter((each) => !isSentence(each))) {
  test(`${name}: hydrated, it is one DOM and one picture`, async ({ pages, shared }) => {
    const judged = new Judged("renderings", [import.meta.filename, ...pictureFiles(), STYLES])
    const said = complaints(Object.values(pages))
    const { dom: expected, state: initial } = await showAndRead(pages.html, pathOf("html", name))
    judged.see(name, initial)
    for (const framework of FRAMEWORKS) {
      const page = pages[framework]
      const { dom, isSame, state } = await showAndRead(page, pathOf(framework, name))
      const isLate = dom !== expected
      if (isLate) await expect.poll(() => domOf(page), { message: framework }).toBe(expected)
      expect(isSame, `${framework} keeps what the server rendered`).toBe(true)
      judged.see(name, isLate ? await stateOf(page) : state)
    }
    if (judged.changed().length > 0) await comparePictures(shared, name)
    expect(said).toEqual([])
    judged.store()
    for (const page of Object.values(pages)) page.removeAllListeners()
  })
}
