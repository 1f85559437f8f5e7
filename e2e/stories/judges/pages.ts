import { expect, type Globals } from "../stage.ts"
import { violationsIn } from "../../axe.ts"
import { isIn, type Judge } from "./judge.ts"

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

/** The pages about signing in and the account have one card, fit, and axe finds nothing. */
export const pages: Judge = async ({ stage }, all) => {
  const { page } = stage
  const [first, ...others] = all.filter(isIn("Pages"))
  if (first === undefined) return []
  const problems: string[] = []
  for (const { globals, dir, devices } of LOOKS) {
    await stage.open(first, globals)
    for (const id of [first, ...others]) {
      await stage.show(id)
      for (const { width, forcedColors = "none" } of devices) {
        const at = `${id}, ${globals.scheme}, ${dir}, ${width} px`
        await page.emulateMedia({ forcedColors })
        await page.setViewportSize({ width, height: 900 })
        const card = page.locator(".auth-main > section")
        await expect.soft(card, at).toHaveCount(1)
        const direction = await card.evaluate((one) => getComputedStyle(one).direction)
        if (direction !== dir) problems.push(`${at}: is written ${direction}`)
        if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth))
          problems.push(`${at}: is too wide`)
        const violations = await violationsIn(page, "#storybook-root")
        problems.push(...violations.map((found) => `${at}: ${found.id} ${found.nodes.map(({ html }) => html).join()}`))
      }
    }
  }
  return problems
}
