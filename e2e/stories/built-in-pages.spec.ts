import { readFileSync } from "node:fs"
import { violationsIn } from "../axe.ts"
import { Judged, stateOf, storybookFiles } from "../judged.ts"
import { expect, test, type Globals, type Stage } from "./stage.ts"

/** Returns the ids of the stories of pages in the built Storybook. */
function pageIds(): string[] {
  const index = new URL("../../storybook-static/index.json", import.meta.url)
  const { entries } = JSON.parse(readFileSync(index, "utf8")) as {
    entries: Record<string, { id: string; title: string }>
  } // the format of Storybook's index, version 5
  return Object.values(entries)
    .filter(({ title }) => title.startsWith("Pages/"))
    .map(({ id }) => id)
}

interface Look {
  readonly globals: Globals
  readonly dir: "ltr" | "rtl"
  readonly devices: readonly { readonly width: number; readonly forcedColors?: "active" }[]
}

const LOOKS: readonly Look[] = [
  { globals: { scheme: "light" }, dir: "ltr", devices: [{ width: 1280 }] },
  { globals: { scheme: "dark" }, dir: "ltr", devices: [{ width: 390, forcedColors: "active" }, { width: 320 }] },
  { globals: { scheme: "light", language: "ar" }, dir: "rtl", devices: [{ width: 390 }] },
]

/** Shows pages in a look, each on all of its devices. */
async function walk(
  stage: Stage,
  ids: readonly string[],
  look: Look,
  check: (id: string, at: string) => Promise<void>,
) {
  if (ids[0] === undefined) return
  const { page } = stage
  await stage.open(ids[0], look.globals)
  for (const id of ids) {
    await stage.show(id)
    for (const { width, forcedColors = "none" } of look.devices) {
      await page.emulateMedia({ forcedColors })
      await page.setViewportSize({ width, height: 900 })
      await check(id, `${id}, ${look.globals.scheme}, ${look.dir}, ${width} px`)
    }
  }
}

test("the pages about signing in and the account hold in every look", async ({ page, stage }) => {
  test.setTimeout(300_000)
  const judged = new Judged("built-in-pages", [import.meta.filename, ...storybookFiles()])
  const ids = pageIds()
  expect(ids.length).toBeGreaterThan(35)
  for (const look of LOOKS) {
    await walk(stage, ids, look, async (id, at) => {
      const card = page.locator(".auth-main > section")
      await expect(card, at).toHaveCount(1)
      expect(await card.evaluate((one) => getComputedStyle(one).direction), at).toBe(look.dir)
      expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), at).toBe(false)
      judged.see(id, await stateOf(page))
    })
  }
  const changed = judged.changed()
  for (const look of LOOKS) {
    await walk(stage, changed, look, async (_, at) => {
      const violations = await violationsIn(page, "#storybook-root")
      expect([at, violations.map((found) => [found.id, found.nodes.map(({ html }) => html)])]).toEqual([at, []])
    })
  }
  judged.store()
})
