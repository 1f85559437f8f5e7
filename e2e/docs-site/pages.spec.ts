import { violationsIn } from "../axe.ts"
import { complaintsOf, expect, readPaths, test } from "./site.ts"

const LOOKS = [
  { colorScheme: "light", width: 1280 },
  { colorScheme: "dark", width: 390 },
] as const

for (const path of readPaths()) {
  test(`${path || "the first page"} has no fault, light on a desktop and dark on a phone`, async ({ page, site }) => {
    test.slow(path === "threats/", "a thousand rows")
    const complaints = complaintsOf(page)
    const problems: unknown[] = []
    for (const { colorScheme, width } of LOOKS) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      await page.goto(site + path)
      await expect(page.locator("html")).toHaveAttribute("data-theme", colorScheme)
      if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)) problems.push(`${width} px are too narrow`) // prettier-ignore
      const found = await violationsIn(page)
      problems.push(...found.map(({ id, nodes }) => [colorScheme, id, nodes.map(({ html }) => html)]))
    }
    expect(problems).toEqual([])
    expect(complaints).toEqual([])
  })
}
