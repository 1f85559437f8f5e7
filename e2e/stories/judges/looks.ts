import type { Page } from "@playwright/test"
import { isLong } from "../../../server/test-kit/long.ts"
import { violationsIn } from "../../axe.ts"
import { LOOKS, type Look } from "../../screens/looks.ts"
import { isShape, storyShapes, type Stage } from "../stage.ts"
import { isIn, type Judge } from "./judge.ts"

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

/** The looks in which `renderings.ts` judges all components. */
const JUDGED_THERE = ["light-phone", "dark-phone", "rtl-phone"]

const isComponent = isIn("Components")

const isJudgedHere = (id: string, { name }: NamedLook) => !isComponent(id) || !JUDGED_THERE.includes(name)

/** A story of a component, which `Stage.open` expects. */
const [FIRST = ""] = storyShapes()

async function setDevice(page: Page, { context }: Look): Promise<void> {
  const { viewport, colorScheme, forcedColors = "none" } = context
  await page.emulateMedia({ colorScheme, forcedColors, reducedMotion: "reduce" })
  await page.setViewportSize(viewport)
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

async function judgeGroup(stage: Stage, ids: readonly string[], group: readonly NamedLook[]): Promise<string[]> {
  const problems: string[] = []
  const shown = ids.filter((id) => group.some((look) => isJudgedHere(id, look)))
  const [first] = group
  if (!first || shown.length === 0) return []
  await setDevice(stage.page, first)
  await stage.open(FIRST, { rendering: "React", ...first.globals })
  for (const id of shown) {
    await stage.show(id)
    await stage.settle()
    for (const look of group.filter((each) => isJudgedHere(id, each))) {
      await setDevice(stage.page, look)
      const found = [...(await misfits(stage.page, id, look)), ...(await faultsOf(stage.page, look))]
      problems.push(...found.map((problem) => `${id} in ${look.name}: ${problem}`))
    }
  }
  return problems
}

/** In each look, a story fits, is written in its direction, and axe finds nothing. */
export const looks: Judge = async ({ stage }, ids) => {
  const shapes = ids.filter(isShape)
  const problems: string[] = []
  for (const group of GROUPS) problems.push(...(await judgeGroup(stage, shapes, group)))
  return problems
}
