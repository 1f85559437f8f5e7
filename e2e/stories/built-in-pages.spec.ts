import { readFileSync } from "node:fs"
import { violationsIn } from "../axe.ts"
import { expect, test, type Globals } from "./stage.ts"

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

const LOOKS: readonly { globals: Globals; width: number; dir: string; forcedColors?: "active" }[] = [
  { globals: { scheme: "light" }, width: 1280, dir: "ltr" },
  { globals: { scheme: "dark" }, width: 390, dir: "ltr", forcedColors: "active" },
  { globals: { scheme: "dark" }, width: 320, dir: "ltr" },
  { globals: { scheme: "light", language: "ar" }, width: 390, dir: "rtl" },
]

for (const { globals, width, dir, forcedColors } of LOOKS) {
  const look = `${globals.scheme}, ${dir}, at ${width} pixels${forcedColors ? ", in forced colors" : ""}`
  test(`the pages about signing in and the account hold, ${look}`, async ({ page, stage }) => {
    if (forcedColors) await page.emulateMedia({ forcedColors })
    const ids = pageIds()
    expect(ids.length).toBeGreaterThan(35)
    await page.setViewportSize({ width, height: 900 })
    await stage.open(ids[0] ?? "", globals)
    for (const id of ids) {
      await stage.show(id)
      const card = page.locator(".auth-main > section")
      await expect(card, id).toHaveCount(1)
      expect(await card.evaluate((one) => getComputedStyle(one).direction), id).toBe(dir)
      expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), id).toBe(false)
      const violations = await violationsIn(page, "#storybook-root")
      expect([id, violations.map((found) => [found.id, found.nodes.map(({ html }) => html)])]).toEqual([id, []])
    }
  })
}
