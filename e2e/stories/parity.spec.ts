import { createRequire } from "node:module"
import { domOf } from "../components/dom.ts"
import { expect, RENDERINGS, storyIds, test, type Rendering, type Stage } from "./stage.ts"

const AXE = createRequire(import.meta.resolve("@axe-core/playwright")).resolve("axe-core/axe.min.js")

// stories are parts of a page: the app sets the title and the landmarks
const PARTS = /^components-(provider-button|passkey|user-button|signed-in-signed-out)--/

interface Axe {
  run(options: object): Promise<{ violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] }>
}

/** Opens everything that can be opened, and returns axe's findings. */
function faultsOf({ page }: Stage, id: string): Promise<string[]> {
  return page.evaluate(async (isPart) => {
    for (const details of document.querySelectorAll("details")) details.open = true
    const { axe } = window as unknown as { axe: Axe } // the test adds it to the page
    const rules = { "target-size": { enabled: true }, "page-has-heading-one": { enabled: !isPart } }
    const { violations } = await axe.run({ rules, resultTypes: ["violations"] })
    return violations.flatMap(({ id: rule, nodes }) =>
      nodes.map(({ html, failureSummary = "" }) => `${rule}: ${html} ${failureSummary}`),
    )
  }, PARTS.test(id))
}

/** The computed properties that a rendering could change although the elements and the styles are the same. */
const PAINTED = [
  ...["color", "fill", "stroke", "background-color", "background-image", "border-color", "border-radius", "box-shadow"],
  ...["outline-color", "outline-style", "font", "letter-spacing", "text-align", "text-decoration", "text-transform"],
  ...["opacity", "visibility", "transform", "filter", "cursor", "caret-color", "z-index", "overflow"],
]

/**
 * Returns what decides a story's pixels: the place, colors and fonts of each element, what fields hold, and the text with
 * its line breaks. It takes a tenth of a picture's time, and a difference names the element.
 */
async function appearanceOf({ page }: Stage): Promise<string> {
  return page.evaluate(
    async ([place, properties]) => {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
      const loading = [...document.images].filter((image) => image.loading !== "lazy")
      await Promise.allSettled(loading.map((image) => image.decode())) // a broken picture is part of some stories
      const root = document.querySelector<HTMLElement>(place)
      const lineOf = (element: Element) => {
        const { x, y, width, height } = element.getBoundingClientRect()
        const style = getComputedStyle(element)
        const field = element instanceof HTMLInputElement ? [element.value, element.checked] : []
        const pseudo = ["::before", "::after"].map((part) => getComputedStyle(element, part).content)
        const painted = properties.map((property) => style.getPropertyValue(property))
        const box = [x, y, width, height].map((length) => length.toFixed(1))
        return [element.localName, element.className, ...box, ...field, ...pseudo, ...painted].join(" | ")
      }
      return [root?.innerText, ...Array.from(root?.querySelectorAll("*") ?? [], lineOf)].join("\n")
    },
    [STAGE, PAINTED] as const,
  )
}

/** Returns the first line in which two texts differ, from both. */
function firstDifference(one: string, other: string): string {
  const [lines, others] = [one.split("\n"), other.split("\n")]
  const at = lines.findIndex((line, index) => line !== others[index])
  return `${lines[at] ?? "nothing"}, not ${others[at] ?? "nothing"}`
}

interface Seen {
  dom: string
  appearance: string
}

/** Renders every story, compares it with the first rendering, and runs axe on that. */
async function walk(stage: Stage, rendering: string, seen: Map<string, Seen>): Promise<string[]> {
  const faults: string[] = []
  for (const id of storyIds()) {
    await stage.show(id)
    const first = seen.get(id)
    const where = `${id} in ${rendering}`
    if (!first) {
      seen.set(id, { dom: await domOf(stage.page, STAGE), appearance: await appearanceOf(stage) })
      faults.push(...(await faultsOf(stage, id)).map((fault) => `${where}: ${fault}`))
      continue
    }
    // a framework may not have rendered yet
    await expect.soft.poll(() => domOf(stage.page, STAGE), POLL(where)).toBe(first.dom)
    const appearance = await appearanceOf(stage)
    if (appearance !== first.appearance)
      faults.push(`${where} looks different: ${firstDifference(appearance, first.appearance)}`)
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
  await stage.page.addScriptTag({ path: AXE })
}

for (const look of LOOKS) {
  test(`in ${look.scheme}, ${look.dir}, every story is one DOM and looks the same in four renderings, and axe finds nothing`, async ({
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
