import type { CDPSession } from "@playwright/test"
import { violationsIn } from "../../axe.ts"
import { domOf } from "../../components/dom.ts"
import { expect, isShape, RENDERINGS, test, type Rendering, type Stage } from "../stage.ts"
import { isIn, type Judge } from "./judge.ts"

// these stories are elements of a page: the app sets the title and the landmarks
const ELEMENTS = /^components-(provider-button|passkey|user-button|signed-in-signed-out)--/

/** Opens everything that can be opened, and returns axe's findings. */
async function faultsOf({ page }: Stage, id: string): Promise<string[]> {
  await page.evaluate(() => {
    for (const details of document.querySelectorAll("details")) details.open = true
  })
  const rules = { "target-size": { enabled: true }, "page-has-heading-one": { enabled: !ELEMENTS.test(id) } }
  const violations = await violationsIn(page, undefined, { rules })
  return violations.flatMap(({ id: rule, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${rule}: ${html} ${failureSummary}`),
  )
}

/**
 * Returns a picture of the viewport, as a PNG in base64. Playwright's own pictures are compressed better, which takes longer
 * than all else.
 */
async function pictureOf({ page }: Stage, browser: CDPSession): Promise<string> {
  await page.evaluate(async () => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    const loading = [...document.images].filter((image) => image.loading !== "lazy")
    await Promise.allSettled(loading.map((image) => image.decode())) // a broken picture is part of some stories
  })
  const { data } = await browser.send("Page.captureScreenshot", { format: "png", optimizeForSpeed: true })
  return data
}

/** Returns the largest difference between two pictures' pixels, of 255. */
function difference({ page }: Stage, one: string, other: string): Promise<number> {
  return page.evaluate(
    async (pictures) => {
      const [first, second] = await Promise.all(
        pictures.map(async (picture) => {
          const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${picture}`)).blob())
          const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d")
          canvas?.drawImage(image, 0, 0)
          return canvas?.getImageData(0, 0, image.width, image.height).data ?? new Uint8ClampedArray()
        }),
      )
      if (!first?.length || first.length !== second?.length) return 255
      return first.reduce((most, value, at) => Math.max(most, Math.abs(value - (second[at] ?? 255))), 0)
    },
    [one, other],
  )
}

const LAST_BIT = 1 // partial repaints in a browser differ slightly

/** Repaints the whole page. A picture after partial repaints may differ from one without. */
async function repaint({ page }: Stage): Promise<void> {
  await page.evaluate(async () => {
    const { style } = document.documentElement
    const nextFrame = () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    style.background = "#010203"
    await nextFrame()
    style.background = ""
    await nextFrame()
  })
}

interface Look {
  scheme: "light" | "dark"
  dir: "ltr" | "rtl"
}

const LOOKS: readonly Look[] = [
  { scheme: "light", dir: "ltr" },
  { scheme: "dark", dir: "rtl" },
  { scheme: "dark", dir: "ltr" },
  { scheme: "light", dir: "rtl" },
]

const STAGE = "#storybook-root > .stage"

const POLL = (message: string) => ({ message, intervals: [10, 50] })

async function openStage(stage: Stage, rendering: Rendering, look: Look, id = ""): Promise<void> {
  await stage.page.setViewportSize({ width: 480, height: 900 })
  await stage.page.emulateMedia({ reducedMotion: "reduce" })
  await stage.open(id, { rendering, ...look })
}

/** Compares the DOM of a story with its first rendering. */
async function compareDom(stage: Stage, where: string, first: string | undefined): Promise<string> {
  const dom = await domOf(stage.page, STAGE)
  // a framework may not have rendered yet
  if (first !== undefined && dom !== first)
    await expect.soft.poll(() => domOf(stage.page, STAGE), POLL(where)).toBe(first)
  return dom
}

interface Seen {
  dom: string
  picture: string
}

interface Comparison {
  where: string
  first: string
  /** Loads the page again. */
  reopen(): Promise<void>
}

/**
 * Compares the picture of a story with its first rendering. A failed test has both. Chromium may divide a page into other
 * layers each time it loads, which changes the edges of mirrored icons. So a different picture is taken again after a load.
 */
async function comparePictures(stage: Stage, browser: CDPSession, { where, first, reopen }: Comparison) {
  const seen = { picture: "", difference: 0, times: 0 }
  const measure = async () => {
    if (seen.times++ > 2) await reopen()
    await repaint(stage)
    seen.picture = await pictureOf(stage, browser)
    return (seen.difference = await difference(stage, seen.picture, first))
  }
  await expect.soft.poll(measure, POLL(`${where}: looks different`)).toBeLessThanOrEqual(LAST_BIT)
  if (seen.difference <= LAST_BIT) return
  for (const [name, picture] of Object.entries({ first, second: seen.picture }))
    await test.info().attach(`${where}, ${name}`, { body: Buffer.from(picture, "base64"), contentType: "image/png" })
}

/** Renders stories, compares their pictures with the first rendering, and runs axe. */
async function walk(stage: Stage, ids: readonly string[], look: Look, rendering: Rendering, seen: Map<string, Seen>) {
  await openStage(stage, rendering, look, ids[0])
  const browser = await stage.page.context().newCDPSession(stage.page)
  const faults: string[] = []
  for (const id of ids) {
    await stage.show(id)
    const first = seen.get(id)
    const where = `${id} in ${rendering}, ${look.scheme}, ${look.dir}`
    const dom = await compareDom(stage, where, first?.dom)
    if (!first) await repaint(stage)
    const picture = await pictureOf(stage, browser)
    // a script may move the focus late, and then the picture has its ring
    const reopen = () => openStage(stage, rendering, look, id)
    if (first && picture !== first.picture)
      await comparePictures(stage, browser, { where, first: first.picture, reopen })
    if (!first) seen.set(id, { dom, picture })
    // axe has checked the same elements and picture already, except for one sentence
    if (first && (picture === first.picture || !isShape(id))) continue
    faults.push(...(await faultsOf(stage, id)).map((fault) => `${where}: ${fault}`))
  }
  return faults
}

/** Every component is one DOM and one picture in all renderings, and axe finds nothing. */
export const renderings: Judge = async ({ stage }, all) => {
  const ids = all.filter(isIn("Components"))
  const faults: string[] = []
  for (const look of ids.length > 0 ? LOOKS : []) {
    const seen = new Map<string, Seen>()
    for (const rendering of RENDERINGS) faults.push(...(await walk(stage, ids, look, rendering, seen)))
  }
  return faults
}
