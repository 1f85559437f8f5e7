import type { Page } from "@playwright/test"
import { violationsIn } from "../axe.ts"
import { LOOKS } from "../screens/looks.ts"
import { expect, storyIds, storySections, storyShapes, test } from "./stage.ts"

/** Returns axe's findings in a story. An email is in a frame without scripts, and `mails.spec.ts` judges it. */
async function faultsOf(page: Page, isForced: boolean): Promise<string[]> {
  // Forced colors are those of the user, and axe reads the page's
  const rules = { "color-contrast": { enabled: !isForced } }
  const violations = await violationsIn(page, "#storybook-root", { rules })
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  )
}

/** The looks in which parity.spec.ts judges all components. */
const JUDGED_THERE = ["light-phone", "dark-phone", "rtl-phone"]

/** Every story of every section in every look: a new story or section needs no change here. */
const ROWS = Object.entries(LOOKS).flatMap(([look, settings]) =>
  storySections()
    .filter((section) => section !== "Components" || !JUDGED_THERE.includes(look))
    .map((section) => ({ look, section, ...settings })),
)

for (const { look, section, context, globals } of ROWS) {
  test(`${section}, ${look}: every story fits, and axe finds nothing`, async ({ stage }) => {
    test.setTimeout(300_000)
    const { viewport, ...media } = context
    const { page } = stage
    const problems: string[] = []
    page.on("pageerror", (error) => problems.push(String(error)))
    await page.setViewportSize(viewport)
    await page.emulateMedia({ ...media, reducedMotion: "reduce" })
    await stage.open(storyIds()[0] ?? "", { rendering: "React", ...globals })
    const ids = section === "Components" ? storyShapes() : storyIds(section)
    expect(ids).not.toEqual([])
    for (const id of ids) {
      await stage.show(id)
      const root = page.locator("#storybook-root")
      await expect(root.locator("*").first()).toBeAttached()
      for (const width of viewport.width < 480 ? [320, viewport.width] : [viewport.width]) {
        if (page.viewportSize()?.width !== width) await page.setViewportSize({ ...viewport, width })
        const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        if (excess > 0) problems.push(`${id} is ${excess} px too wide at ${width}`)
      }
      const directions = await root
        .locator(".auth-card")
        .evaluateAll((cards) => cards.map((card) => getComputedStyle(card).direction))
      const expected = id.endsWith("right-to-left") ? "rtl" : (globals.dir ?? "ltr")
      if (directions.some((direction) => direction !== expected)) problems.push(`${id} is written ${directions.join()}`)
      problems.push(...(await faultsOf(page, context.forcedColors === "active")).map((fault) => `${id}: ${fault}`))
    }
    expect(problems).toEqual([])
  })
}
