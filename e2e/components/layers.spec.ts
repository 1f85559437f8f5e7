import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test, type Page } from "@playwright/test"
import { build } from "vite"
import { signOutCard, themeCss } from "../../components/html/index.ts"
import { unlayered } from "../tools/unlayered.ts"

const stylesheet = readFileSync(join(import.meta.dirname, "../../components/auth.css"), "utf8")

// As Tailwind's preflight and its utilities. The elements are those of the card
const BASE = "@layer base{*{margin:0;padding:0;border:0 solid}h1{font-size:inherit}button{border-radius:0}}"
const UTILITIES = "@layer utilities{.pill{border-radius:99px}.huge{font-size:60px}.tight{padding:4px}}"
const TAILWIND = `@layer theme,base,components,utilities;${BASE}${UTILITIES}`
const RESET = BASE.slice("@layer base{".length, -1)

async function show(page: Page, ...sheets: string[]) {
  const card = signOutCard({
    csrfToken: "t",
    basePath: "/auth",
    siteName: "Acme",
    className: "tight",
    classNames: { title: "huge", button: "pill" },
  })
  await page.setContent(`${sheets.map((sheet) => `<style>${sheet}</style>`).join("")}<body>${card}`)
}

async function expectKit(page: Page, expected: { padding: string; title: string; button: string }) {
  await expect(page.locator(".auth-card")).toHaveCSS("padding-top", expected.padding)
  await expect(page.locator(".auth-title")).toHaveCSS("font-size", expected.title)
  await expect(page.locator(".auth-button")).toHaveCSS("border-top-left-radius", expected.button)
  await expect(page.locator(".auth-button")).toHaveCSS("padding-top", "8px") // no utility says otherwise
}

test("an app's utilities override the components, and its base styles don't", async ({ page }) => {
  await show(page, stylesheet, TAILWIND)
  await expectKit(page, { padding: "4px", title: "60px", button: "99px" })
})

test("without the order of auth.css, utilities don't override it, but base styles don't either", async ({ page }) => {
  await show(page, TAILWIND, stylesheet)
  await expectKit(page, { padding: "36px", title: "22px", button: "10px" })
  await show(page, "@layer theme,base,latchkit,components,utilities;", TAILWIND, stylesheet)
  await expectKit(page, { padding: "4px", title: "60px", button: "99px" })
})

test("rules without a layer override the components, but not those of auth.unlayered.css", async ({ page }) => {
  await show(page, stylesheet, RESET)
  await expect(page.locator(".auth-card")).toHaveCSS("padding-top", "0px")
  await show(page, unlayered(stylesheet), RESET)
  await expectKit(page, { padding: "36px", title: "22px", button: "10px" })
})

test("custom properties of any layer, and of any element around a card, override the defaults", async ({ page }) => {
  for (const sheet of [stylesheet, unlayered(stylesheet)]) {
    for (const own of [
      "@layer base{:root{--auth-radius:3px}}",
      ":root{--auth-radius:3px}",
      "body{--auth-radius:3px}",
    ]) {
      await show(page, sheet, own)
      await expect(page.locator(".auth-button")).toHaveCSS("border-top-left-radius", "3px")
    }
  }
})

/** A color that fades has every value on its way. */
const reducedMotion = "reduce"

/** Returns the stylesheet as Vite builds it for an app with no settings. */
async function builtByVite(): Promise<string> {
  const input = join(import.meta.dirname, "../../components/auth.css")
  const result = await build({
    configFile: false,
    logLevel: "error",
    root: import.meta.dirname,
    build: { write: false, rolldownOptions: { input } },
  })
  const files = [result].flat().flatMap((built) => ("output" in built ? built.output : []))
  const css = files.find(({ fileName }) => fileName.endsWith(".css"))
  return css?.type === "asset" ? String(css.source) : ""
}

/** Returns the colors of a card's parts. */
const partColors = (page: Page) =>
  page.evaluate(() =>
    [".auth-card", ".auth-title", ".auth-button"].map((selector) => {
      const { color, backgroundColor, borderTopColor, boxShadow } = getComputedStyle(
        document.querySelector(selector) ?? document.body,
      )
      return [color, backgroundColor, borderTopColor, boxShadow]
    }),
  )

test("a bundler that translates `light-dark` keeps the colors, in a card's own color scheme too", async ({ page }) => {
  const built = await builtByVite()
  expect(built).not.toContain("light-dark(") // otherwise this test shows nothing
  const colors = async (sheet: string, scheme: "light" | "dark") => {
    await show(page, sheet)
    await page.locator(".auth-card").evaluate((card, forced) => card.setAttribute("data-scheme", forced), scheme)
    return partColors(page)
  }
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion })
    for (const scheme of ["light", "dark"] as const)
      expect(await colors(built, scheme), `${scheme} in ${colorScheme}`).toEqual(await colors(stylesheet, scheme))
  }
})

test("a theme that forces light or dark does so with a bundler's stylesheet, too", async ({ page }) => {
  const built = await builtByVite()
  for (const colorScheme of ["light", "dark"] as const) {
    const theme = themeCss({ colorScheme })
    await page.emulateMedia({ reducedMotion })
    await show(page, stylesheet, theme)
    const expected = await partColors(page)
    await page.emulateMedia({ colorScheme: colorScheme === "light" ? "dark" : "light", reducedMotion })
    await show(page, stylesheet, theme)
    expect(await partColors(page)).toEqual(expected)
    await show(page, built, theme)
    expect(await partColors(page)).toEqual(expected)
  }
})
