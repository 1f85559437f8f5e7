import type { Page } from "@playwright/test"
import { violationsIn } from "../axe.ts"
import { isLong } from "../../server/testing/long.ts"
import { Judged, stateOf, storybookFiles } from "../judged.ts"
import { LOOKS, type Look } from "../screens/looks.ts"
import { expect, storyIds, storySections, storyShapes, test, type Stage } from "./stage.ts"

type NamedLook = Look & { readonly name: string }

/** Each scheme, device and direction once. The long run has every look. */
const SOME = ["light-desktop", "dark-phone", "rtl-phone"]

const ALL: readonly NamedLook[] = Object.entries(LOOKS)
  .filter(([name]) => isLong || SOME.includes(name))
  .map(([name, look]) => ({ name, ...look }))

/** Looks that differ only in the device. A story is rendered once for all of them. */
const GROUPS: readonly (readonly NamedLook[])[] = Object.values(
  Object.groupBy(ALL, ({ globals }) => JSON.stringify(globals)),
).map((group = []) => group)

const COMPONENTS = new Set(storyIds("Components"))

/** The looks in which parity.spec.ts judges all components. */
const JUDGED_THERE = ["light-phone", "dark-phone", "rtl-phone"]

const isJudgedHere = (id: string, { name }: NamedLook) => !COMPONENTS.has(id) || !JUDGED_THERE.includes(name)

/** Every story of every section: a new story or section needs no change here. */
const IDS = storySections().flatMap((section) => (section === "Components" ? storyShapes() : storyIds(section)))

/** A story of a component, which `Stage.open` expects. */
const [FIRST = ""] = storyShapes()

async function setDevice(page: Page, { context }: Look): Promise<void> {
  const { viewport, colorScheme, forcedColors = "none" } = context
  await page.emulateMedia({ colorScheme, forcedColors, reducedMotion: "reduce" })
  await page.setViewportSize(viewport)
}

/** Shows a story. An email is as high as its frame's content, once that has loaded. */
async function show(stage: Stage, id: string): Promise<void> {
  await stage.show(id)
  await stage.page.waitForFunction(() => {
    const [root, frames] = [document.querySelector("#storybook-root"), document.querySelectorAll("iframe")]
    return root?.firstElementChild && [...frames].every((frame) => frame.contentDocument?.readyState === "complete")
  })
}

/** Returns what is too wide or in the wrong direction. */
async function misfits(page: Page, id: string, look: NamedLook): Promise<string[]> {
  const problems: string[] = []
  const { viewport } = look.context
  for (const width of viewport.width < 480 ? [320, viewport.width] : [viewport.width]) {
    if (page.viewportSize()?.width !== width) await page.setViewportSize({ ...viewport, width })
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    if (excess > 0) problems.push(`is ${excess} px too wide at ${width}`)
  }
  const directions = await page
    .locator("#storybook-root .auth-card")
    .evaluateAll((cards) => cards.map((card) => getComputedStyle(card).direction))
  const expected = id.endsWith("right-to-left") ? "rtl" : (look.globals.dir ?? "ltr")
  if (directions.some((direction) => direction !== expected)) problems.push(`is written ${directions.join()}`)
  return problems
}

/** Returns axe's findings in a story. An email is in a frame without scripts, and `mails.spec.ts` judges it. */
async function faultsOf(page: Page, { context }: Look): Promise<string[]> {
  // Forced colors are those of the user, and axe reads the page's
  const rules = { "color-contrast": { enabled: context.forcedColors !== "active" } }
  const violations = await violationsIn(page, "#storybook-root", { rules })
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  )
}

/** Shows stories in every look, and returns the findings of a check with the story and the look. */
async function walk(
  stage: Stage,
  ids: readonly string[],
  check: (id: string, look: NamedLook) => Promise<string[]>,
): Promise<string[]> {
  const problems: string[] = []
  for (const group of GROUPS) {
    const shown = ids.filter((id) => group.some((look) => isJudgedHere(id, look)))
    const [first] = group
    if (!first || shown.length === 0) continue
    await setDevice(stage.page, first)
    await stage.open(FIRST, { rendering: "React", ...first.globals })
    for (const id of shown) {
      await show(stage, id)
      for (const look of group.filter((each) => isJudgedHere(id, each))) {
        await setDevice(stage.page, look)
        problems.push(...(await check(id, look)).map((problem) => `${id} in ${look.name}: ${problem}`))
      }
    }
  }
  return problems
}

/** Parts of the list that run in parallel. */
const PARTS = 4

for (let part = 0; part < PARTS; part += 1) {
  test(`every story fits in ${isLong ? "every look" : "three looks"}, and axe finds nothing (part ${part + 1} of ${PARTS})`, async ({
    stage,
  }) => {
    test.setTimeout(600_000)
    const { page } = stage
    const judged = new Judged("looks", [import.meta.filename, ...storybookFiles()])
    const errors: string[] = []
    page.on("pageerror", (error) => errors.push(String(error)))
    const ids = IDS.filter((_, at) => at % PARTS === part)
    expect(ids).not.toEqual([])
    const misfitting = await walk(stage, ids, async (id, look) => {
      const found = await misfits(page, id, look)
      judged.see(id, await stateOf(page))
      return found
    })
    const faulty = await walk(stage, judged.changed(), (_, look) => faultsOf(page, look))
    expect([...errors, ...misfitting, ...faulty]).toEqual([])
    judged.store()
  })
}
