import { violationsIn } from "../axe.ts"
import { complaintsOf, expect, readPaths, test } from "./site.ts"

/** Only colors depend on the theme. Their contrast takes most of axe's time, and a phone has the same colors. */
const LOOKS = [
  { colorScheme: "light", width: 1280, rules: {} },
  { colorScheme: "dark", width: 1280, rules: { runOnly: ["color-contrast"] } },
  { colorScheme: "dark", width: 390, rules: { rules: { "color-contrast": { enabled: false } } } },
] as const

for (const path of [...readPaths(), "404.html"]) {
  test(`${path || "the first page"} has no fault, light and dark, on a desktop and on a phone`, async ({
    page,
    site,
  }) => {
    test.slow(path === "threats/", "a thousand rows")
    const complaints = complaintsOf(page)
    const problems: unknown[] = []
    await page.emulateMedia({ colorScheme: "light" })
    await page.goto(site + path)
    for (const { colorScheme, width, rules } of LOOKS) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      await expect(page.locator("html")).toHaveAttribute("data-theme", colorScheme)
      if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth))
        problems.push(`${width} px are too narrow`)
      const found = await violationsIn(page, undefined, rules)
      problems.push(...found.map(({ id, nodes }) => [colorScheme, width, id, nodes.map(({ html }) => html)]))
    }
    expect(problems).toEqual([])
    expect(complaints).toEqual([])
  })
}
