import type { CDPSession } from "@playwright/test"
import { violationsIn } from "../axe.ts"
import { domOf } from "../components/dom.ts"
import { expect, RENDERINGS, storyIds, storyShapes, test, type Rendering, type Stage } from "./stage.ts"

// stories are parts of a page: the app sets the title and the landmarks
const PARTS = /^components-(provider-button|passkey|user-button|signed-in-signed-out)--/

/** Opens everything that can be opened, and returns axe's findings. */
async function faultsOf({ page }: Stage, id: string): Promise<string[]> {
  await page.evaluate(() => {
    for (const details of document.querySelectorAll("details")) details.open = true
  })
  const rules = { "target-size": { enabled: true }, "page-has-heading-one": { enabled: !PARTS.test(id) } }
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

interface Seen {
  dom: string
  picture: string
}

/** Renders every story, compares it with the first rendering, and runs axe. */
async function walk(stage: Stage, rendering: string, seen: Map<string, Seen>): Promise<string[]> {
  const browser = await stage.page.context().newCDPSession(stage.page)
  const faults: string[] = []
  const shapes = new Set(storyShapes())
  for (const id of storyIds()) {
    await stage.show(id)
    const first = seen.get(id)
    const where = `${id} in ${rendering}`
    // a framework may not have rendered yet
    if (first && (await domOf(stage.page, STAGE)) !== first.dom)
      await expect.soft.poll(() => domOf(stage.page, STAGE), POLL(where)).toBe(first.dom)
    const picture = await pictureOf(stage, browser)
    // a script may move the focus late, and then the picture has its ring
    if (first && picture !== first.picture)
      await expect.soft
        .poll(
          async () => difference(stage, await pictureOf(stage, browser), first.picture),
          POLL(`${where}: looks different`),
        )
        .toBeLessThanOrEqual(LAST_BIT)
    if (!first) seen.set(id, { dom: await domOf(stage.page, STAGE), picture })
    // axe has checked the same elements and picture already, except for one sentence
    if (first && (picture === first.picture || !shapes.has(id))) continue
    faults.push(...(await faultsOf(stage, id)).map((fault) => `${where}: ${fault}`))
  }
  return faults
}

const POLL = (message: string) => ({ message, intervals: [10, 50], timeout: 5000 })

const STAGE = "#storybook-root > .stage"

interface Look {
  scheme: "light" | "dark"
  dir: "ltr" | "rtl"
}

const LOOKS: readonly Look[] = [
  { scheme: "light", dir: "ltr" },
  { scheme: "dark", dir: "ltr" },
  { scheme: "light", dir: "rtl" },
  { scheme: "dark", dir: "rtl" },
]

async function openStage(stage: Stage, rendering: Rendering, look: Look): Promise<void> {
  await stage.page.setViewportSize({ width: 480, height: 900 })
  await stage.page.emulateMedia({ reducedMotion: "reduce" })
  await stage.open(storyIds()[0] ?? "", { rendering, ...look })
}

for (const look of LOOKS) {
  test(`in ${look.scheme}, ${look.dir}, every story is one DOM and one picture in four renderings, and axe finds nothing`, async ({
    stage,
  }) => {
    test.setTimeout(600_000)
    const seen = new Map<string, Seen>()
    const faults: string[] = []
    for (const rendering of RENDERINGS) {
      await openStage(stage, rendering, look)
      faults.push(...(await walk(stage, rendering, seen)))
    }
    expect(faults).toEqual([])
  })
}
