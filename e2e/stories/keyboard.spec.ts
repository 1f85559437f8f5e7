import { isLong } from "../../server/test-kit/long.ts"
import { expect, storyShapes, test, type Stage } from "./stage.ts"

declare global {
  interface Window {
    /** The elements that Tab must reach, in reading order. */
    stops: Element[]
  }
}

/** Marks the buttons, links and fields, and moves the focus before the first. Returns their number. */
function prepare({ page }: Stage): Promise<number> {
  return page.evaluate(() => {
    const start = document.querySelector<HTMLElement>("#start") ?? document.createElement("button")
    start.id = "start"
    const modal = document.querySelector("dialog[open]") // the page behind it takes no focus
    ;(modal ?? document.body).prepend(start)
    start.focus()
    const focusable = "a[href], button, summary, input:not([type=hidden])"
    window.stops = [...document.querySelectorAll<HTMLElement>(`#storybook-root :is(${focusable}):not(#start)`)].filter(
      (element) => element.checkVisibility({ visibilityProperty: true }) && element.tabIndex >= 0,
    )
    return window.stops.length
  })
}

/** Returns the problems of the focus after a number of Tabs. */
function faultAt({ page }: Stage, at: number): Promise<string> {
  return page.evaluate((index) => {
    const { activeElement: element } = document
    if (!element || element !== window.stops[index]) {
      return `Tab ${index + 1} comes to ${element?.outerHTML.slice(0, 120)}, not to ${window.stops[index]?.outerHTML.slice(0, 120)}`
    }
    const shown = element.closest(".auth-digits") ?? element // the frame of six digits has the ring
    const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(shown)
    const isRing = outlineStyle === "solid" && parseFloat(outlineWidth) >= 2
    return isRing
      ? ""
      : `no ring (${outlineStyle} ${outlineWidth} ${outlineOffset}): ${element.outerHTML.slice(0, 120)}`
  }, at)
}

/** Presses Tab through a story. */
async function faultsIn(stage: Stage): Promise<string[]> {
  const faults: string[] = []
  const stops = await prepare(stage)
  for (let at = 0; at < stops; at += 1) {
    await stage.page.keyboard.press("Tab")
    const fault = await faultAt(stage, at)
    if (fault) faults.push(fault)
  }
  return faults
}

test.setTimeout(300_000)

const MAIN = /--(card|with-password|many-providers|failed|page|menu|button|wrong-code|right-to-left)$/

const MAIN_SHAPES = storyShapes().filter((id) => MAIN.test(id))

/** Other tests compare the DOM of all renderings, and the order follows from it. */
const WALKS = [
  ["React", isLong ? storyShapes() : MAIN_SHAPES],
  ["HTML", MAIN_SHAPES],
  ...(isLong
    ? ([
        ["Solid", MAIN_SHAPES],
        ["Svelte", MAIN_SHAPES],
      ] as const)
    : []),
] as const

for (const [rendering, ids] of WALKS) {
  test(`${rendering}: Tab comes by everything in the order in which it is read, with a ring`, async ({ stage }) => {
    await stage.page.emulateMedia({ reducedMotion: "reduce" })
    await stage.open(ids[0] ?? "", { rendering, scheme: "light", dir: "ltr" })
    const faults: string[] = []
    for (const id of ids) {
      await stage.show(id)
      // The behavior of a card shows it, and may load only now. A built-in page's own script isn't in its story
      if (id.startsWith("components-")) {
        await expect(stage.page.locator("#storybook-root [data-passkey][hidden]")).toHaveCount(0)
        const failureFocused = stage.page.locator("#storybook-root:not(:has([data-focus])), [data-focus]:focus")
        if (rendering !== "HTML") await expect(failureFocused).toBeAttached()
      }
      faults.push(...(await faultsIn(stage)).map((fault) => `${id}: ${fault}`))
    }
    expect(faults).toEqual([])
  })
}
