import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test, type Page } from "@playwright/test"
import { forgotPasswordCard, signUpCard, themeCss } from "../../components/html/index.ts"
import { unlayered } from "../../.build/stylesheets.ts"

const stylesheet = readFileSync(join(import.meta.dirname, "../../components/auth.css"), "utf8")

const card = () => signUpCard({ csrfToken: "t", basePath: "/auth", siteName: "Acme" })

/** Rules without a layer for elements, as in CSS frameworks and templates. */
const TEMPLATES = {
  Vite: ":root{letter-spacing:.18px;line-height:1.45}h1{font-size:56px;letter-spacing:-1.68px;margin:32px 0;font-weight:500}code{padding:4px 8px}#root{text-align:center}",
  Bootstrap:
    "h1{margin-top:0;margin-bottom:.5rem;font-size:2.5rem;font-weight:500;line-height:1.2}p{margin-bottom:1rem}button{border-radius:0;margin:0}label{display:inline-block;margin-bottom:.5rem}",
  Bulma:
    "*{box-sizing:inherit}h1{font-size:100%;font-weight:400}button{margin:0}p,h1{margin:0;padding:0}code{color:#c02;padding:.25em .5em}",
  Pico: "h1{color:#2d3138;margin-bottom:16px}section{margin-bottom:18px}input:not([type=checkbox],[type=radio],[type=range],[type=file]){padding:13.5px 18px;margin-bottom:18px}[type=submit],button{width:100%;margin-bottom:18px;padding:13px}p{margin-bottom:18px}",
  "Tailwind 3":
    "*,::before,::after{box-sizing:border-box;border:0 solid #e5e7eb}h1{font-size:inherit;font-weight:inherit}button{background:none;padding:0;color:inherit;text-transform:none}p,h1{margin:0}",
  "inherited text":
    "body{text-transform:uppercase;letter-spacing:.2em;word-spacing:1em;text-indent:2em;white-space:nowrap;text-align:right;font:italic small-caps 1em/3 serif;text-shadow:1px 1px red;word-break:break-all;hyphens:auto}",
  "text of every element": "*{text-transform:uppercase;letter-spacing:3px;text-shadow:1px 1px red}",
}

const STYLES = [
  ...(["fontSize", "fontWeight", "fontStyle", "letterSpacing", "textTransform", "textIndent", "whiteSpace"] as const),
  ...(["wordSpacing", "textAlign", "paddingTop", "borderTopWidth", "color", "backgroundColor"] as const),
  ...(["textShadow", "wordBreak", "hyphens", "lineHeight", "fontVariant", "fontFamily"] as const),
]

/** Returns the styles of each part of a card with a title, fields and buttons. */
const partStyles = (page: Page) =>
  page.evaluate((names) => {
    const parts = [
      ".auth-card",
      ".auth-title",
      ".auth-label",
      ".auth-input",
      ".auth-button",
      ".auth-text",
      ".auth-note",
    ]
    return parts.flatMap((part) =>
      [...document.querySelectorAll(part)].map((element) => {
        const style = getComputedStyle(element)
        return [part, ...names.map((name) => style[name])]
      }),
    )
  }, STYLES)

test("auth.unlayered.css looks the same in each template, and auth.css does with inherited text", async ({ page }) => {
  const styled = async (...sheets: string[]) => {
    await page.setContent(`${sheets.map((sheet) => `<style>${sheet}</style>`).join("")}<body><div id="root">${card()}`)
    return partStyles(page)
  }
  const expected = await styled(unlayered(stylesheet))
  expect(expected.length).toBeGreaterThan(8)
  for (const [name, css] of Object.entries(TEMPLATES))
    expect(await styled(css, unlayered(stylesheet)), name).toEqual(expected)
  expect(await styled(TEMPLATES["inherited text"], stylesheet)).toEqual(expected)
  expect(await styled(TEMPLATES.Vite.replace(/h1.*/s, ""), stylesheet)).toEqual(expected)
})

test("auth.unlayered.css shows errors and a menu of accounts beside Pico's rules for them", async ({ page }) => {
  const pico =
    ":where(input):not([type=checkbox],[type=radio])[aria-invalid=true]:not(select){background-image:url(/invalid.svg)}" +
    "[role=group]{display:inline-flex;width:100%}"
  const parts =
    '<section class="auth-card"><input class="auth-input" aria-invalid="true"><div class="auth-accounts" role="group">'
  await page.setContent(`<style>${pico}${unlayered(stylesheet)}</style><body>${parts}`)
  await expect(page.locator("input")).toHaveCSS("background-image", "none")
  await expect(page.getByRole("group")).toHaveCSS("display", "block")
})

test("text grows with the browser's text size, and `--auth-rem` keeps it on a site with a small root", async ({
  page,
}) => {
  const sizes = async (own: string) => {
    await page.setContent(`<style>${stylesheet}${own}</style>${card()}`)
    return page.evaluate(() =>
      [".auth-card", ".auth-title", ".auth-button"].map((part) => {
        const element = document.querySelector(part) ?? document.body
        return parseFloat(getComputedStyle(element).fontSize)
      }),
    )
  }
  const usual = await sizes("")
  expect(usual).toEqual([15, 22, 15])
  expect(await sizes(":root{font-size:200%}")).toEqual(usual.map((size) => size * 2))
  expect(await sizes(":root{font-size:62.5%;--auth-rem:1.6rem}")).toEqual(usual)
  expect(await sizes(themeCss({ title: { size: 40 } }) + ":root{font-size:200%}")).toEqual([30, 80, 30])
})

test("an address moves to the next line in one piece", async ({ page }) => {
  const sent = { status: "sent", email: "ada-lovelace-1815@example.com", csrfToken: "t" } as const
  await page.setContent(`<style>${stylesheet}</style>${forgotPasswordCard(sent)}`)
  const lines = await page.locator(".auth-lead strong").evaluate((element) => {
    const text = document.createRange()
    text.selectNodeContents(element)
    return new Set([...text.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => top)).size // without <wbr>
  })
  expect(lines).toBe(1)
})
