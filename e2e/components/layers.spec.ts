import { readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, test, type Page } from "@playwright/test"
import { build } from "vite"
import { signOutCard, themeCss } from "../../components/html/index.ts"
import { forBundlers, unlayered } from "../../.build/stylesheets.ts"

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

test("an app's utilities override the components, and its base styles don't, if it orders its layers", async ({
  page,
}) => {
  const order = "@layer theme,base,latchkit,components,utilities;"
  for (const sheets of [
    [order, stylesheet, TAILWIND],
    [order, TAILWIND, stylesheet],
  ]) {
    await show(page, ...sheets)
    await expectKit(page, { padding: "4px", title: "60px", button: "99px" })
  }
})

test("utilities don't override a stylesheet that comes after them, but base styles don't either", async ({ page }) => {
  await show(page, TAILWIND, stylesheet)
  await expectKit(page, { padding: "36px", title: "22px", button: "10px" })
})

test("the app's own layers keep their order, also if auth.css or a theme comes first", async ({ page }) => {
  const own =
    "@layer reset,base,tokens,components,utilities;" +
    "@layer reset{body{padding:0}h2{font-size:16px}}@layer base{body{padding:20px}h2{font-size:30px}}"
  const theme = themeCss({ brandColor: "#0f766e", density: "compact", layout: "flush" })
  for (const first of [stylesheet, theme + stylesheet, theme]) {
    await show(page, first, own)
    await page.locator("body").evaluate((body) => body.append(document.createElement("h2")))
    await expect(page.locator("body")).toHaveCSS("padding-top", "20px")
    await expect(page.locator("body > h2")).toHaveCSS("font-size", "30px")
  }
})

test("rules without a layer override the components, but not those of auth.unlayered.css", async ({ page }) => {
  await show(page, stylesheet, RESET)
  await expect(page.locator(".auth-card")).toHaveCSS("padding-top", "0px")
  await show(page, unlayered(stylesheet), RESET)
  await expectKit(page, { padding: "36px", title: "22px", button: "10px" })
})

test("a density of the theme applies to both stylesheets, before or after them", async ({ page }) => {
  const theme = themeCss({ density: "compact" })
  for (const sheet of [stylesheet, unlayered(stylesheet)]) {
    for (const sheets of [
      [sheet, theme],
      [theme, sheet],
    ]) {
      await show(page, ...sheets)
      await expect(page.locator(".auth-form")).toHaveCSS("row-gap", "10px")
    }
  }
})

test("a card that is the whole page has no frame of the body", async ({ page }) => {
  const card = '<div class="auth-page"><main class="auth-main"></main></div>'
  await page.setContent(`<style>${stylesheet}</style><body><div>${card}</div>`)
  await expect(page.locator("body")).toHaveCSS("margin-left", "0px")
  await page.setContent(`<style>${stylesheet}</style><body><section class="auth-card"></section>`)
  await expect(page.locator("body")).toHaveCSS("margin-left", "8px")
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

/** Returns the package's stylesheet as Vite builds it for an app with no settings, with the app's own rules. */
async function builtByVite(own: string): Promise<string> {
  const input = join(tmpdir(), `latchkit-layers-${process.pid}.css`)
  writeFileSync(input, forBundlers(stylesheet) + own)
  const result = await build({
    configFile: false,
    logLevel: "error",
    root: tmpdir(),
    build: { write: false, rolldownOptions: { input } },
  })
  rmSync(input)
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

const SITES = [
  ["", ["light", "light"]],
  [":root{color-scheme:light dark}", ["light", "dark"]],
  [":root{color-scheme:light}", ["light", "light"]],
  ["html{color-scheme:dark}", ["dark", "dark"]],
  ["@layer base{html{color-scheme:dark}}", ["dark", "dark"]],
  [themeCss({ colorScheme: "dark" }), ["dark", "dark"]],
  [`:root{color-scheme:dark}${themeCss({ colorScheme: "light" })}`, ["light", "light"]],
] as const

test("a card follows the page's color scheme in light and dark, also if a bundler translates `light-dark`", async ({
  page,
}) => {
  const colors = async (...sheets: string[]) => {
    await show(page, ...sheets)
    return partColors(page)
  }
  await page.emulateMedia({ reducedMotion })
  const forced = {
    light: await colors(stylesheet, ":root{color-scheme:light}"),
    dark: await colors(stylesheet, ":root{color-scheme:dark}"),
  }
  expect(forced.light).not.toEqual(forced.dark)
  const probe = await builtByVite(".probe{color:light-dark(red,blue)}")
  expect(probe).not.toContain("light-dark(red") // otherwise this test shows nothing
  for (const [own, expected] of SITES) {
    const built = await builtByVite(own)
    for (const [at, colorScheme] of (["light", "dark"] as const).entries()) {
      await page.emulateMedia({ colorScheme, reducedMotion })
      const scheme = expected[at] ?? "light"
      expect(await colors(stylesheet, own), `${own} in ${colorScheme}`).toEqual(forced[scheme])
      expect(await colors(built), `${own} in ${colorScheme}, built`).toEqual(forced[scheme])
    }
  }
})

test("a card's own color scheme wins over that of the page", async ({ page }) => {
  await page.emulateMedia({ reducedMotion })
  await show(page, stylesheet, ":root{color-scheme:dark}")
  const dark = await partColors(page)
  await page.locator(".auth-card").evaluate((card) => card.setAttribute("data-scheme", "light"))
  expect(await partColors(page)).not.toEqual(dark)
})
