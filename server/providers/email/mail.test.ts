import { describe, expect, test } from "vitest"
import { contrastRatio, parseColor, toHex, type Color } from "../../../components/theme/color.ts"
import { catalogFor, LANGUAGES } from "../../../components/view/messages/languages.ts"
import { mailColors } from "./mail-colors.ts"
import { MAIL_KINDS, sampleMail, type MailKind, type MailLook } from "./mails.fixture.ts"

const PNG = "https://cdn.example/logo.png"
const bytes = (text: string) => new TextEncoder().encode(text).length
const sample = async (kind: MailKind, look?: MailLook, lang = "en") => sampleMail(kind, await catalogFor(lang), look)

describe.each(LANGUAGES)("in %s", (lang) => {
  test.each(MAIL_KINDS)("the email %s is small, and made of tables", async (kind) => {
    const { text, html } = await sample(kind, { emails: { logo: PNG, footer: "12 Observatory Lane, Zürich" } }, lang)
    expect(bytes(html)).toBeLessThan(7500) // Gmail cuts an email off at 102 kB
    expect(bytes(text)).toBeLessThan(1500)
    expect(html.match(/<table /g)?.length).toBe(html.match(/<\/table>/g)?.length)
    expect(html).not.toMatch(/display:(?:flex|grid)|position:|var\(|oklch|light-dark/)
    expect(`${text}${html.replace(/<style>.*<\/style>/, "")}`).not.toMatch(/[{}]|undefined/)
  })
})

test("reads well as plain text: each link and code on a line of its own", async () => {
  const { text } = await sample("reset-password", { emails: { footer: "12 Observatory Lane, Zürich" } })
  expect(text).toBe(`Reset your Nightbook password

Choose a new password for your account.

Choose a new password
https://nightbook.example/auth/confirm?token=q7Yw2mVx9K3dTz8RkLr5cHnB4sTq1WvXk9RpLr5cHnB

Or enter this code:
208 634
This code expires in 30 minutes. Don't share it with anyone.

This link works once and expires in 7 days.

-- 
Nightbook
If you didn't request this email, you can safely ignore it.
12 Observatory Lane, Zürich
`)
})

test.each([
  ["en", "expires in 24 hours."],
  ["de", "läuft in 24 Stunden ab."],
  ["ja", "24 時間後に期限が切れます。"],
])("says in %s how long the link works", async (lang, sentence) => {
  expect((await sample("sign-in", {}, lang)).text).toContain(sentence)
})

test("keeps a time and a short word with a hyphen on one line", async () => {
  const { html } = await sample("factor-guesses")
  expect(html).toMatch(/on Jun\u00A09,\u00A02026,\u00A07:41\sAM\u00A0UTC\./)
  expect(html).toContain("check your sign-&#8288;in methods.")
})

test("a code without a link promises no link", async () => {
  const { text, html } = await sample("code")
  expect(text).toContain("547 151")
  expect(text).not.toMatch(/link/i)
  expect(html).not.toMatch(/sign-in link|This link|Copy this link/)
})

test.each<[string, MailLook, string | undefined]>([
  ["the theme's", { theme: { logo: PNG } }, PNG],
  ["one for emails", { theme: { logo: "/logo.svg" }, emails: { logo: PNG } }, PNG],
  ["a path on the site", { theme: { logo: "/logo.png" } }, "https://nightbook.example/logo.png"],
  ["no SVG, which email programs don't show", { theme: { logo: "/logo.svg?v=2" } }, undefined],
  ["no other scheme", { emails: { logo: "data:image/png;base64,AA==" } }, undefined],
  ["no HTML", { emails: { logo: 'https://x.test/"><script>.png' } }, "https://x.test/%22%3E%3Cscript%3E.png"],
])("shows a logo: %s (threat 158)", async (_, look, url) => {
  const { html } = await sample("sign-in", look)
  expect(/<img src="([^"]*)"/.exec(html)?.[1]).toBe(url)
  expect(html.includes(">N</td>")).toBe(url === undefined)
})

test("a wordmark stands for the site's name, which is its alternative text", async () => {
  const { html, text } = await sample("sign-in", { siteName: 'Night & "Book"', emails: { logo: PNG, wordmark: true } })
  expect(html).toContain(`<img src="${PNG}" alt="Night &#38; &#34;Book&#34;" height="36"`)
  const name = />Night &#38; &#34;Book&#34;<\/td>/
  expect(html).not.toMatch(name)
  expect(text).toContain('Night & "Book"')
  const { html: mark } = await sample("sign-in", { siteName: 'Night & "Book"', emails: { logo: PNG } })
  expect(mark).toContain(`<img src="${PNG}" alt="" height="36"`)
  expect(mark).toMatch(name)
  const { html: tile } = await sample("sign-in", { siteName: 'Night & "Book"', emails: { wordmark: true } })
  expect(tile).toMatch(name)
})

test.each<[string, MailLook]>([
  ["the theme's", { theme: { logo: { light: "/ink.png", dark: "/paper.png" }, logoSize: 24 } }],
  [
    "one for emails",
    { theme: { logo: PNG, logoSize: 24 }, emails: { logo: { light: "/ink.png", dark: "/paper.png" } } },
  ],
])("shows a logo in light and another in dark: %s", async (_, look) => {
  const { html } = await sample("sign-in", look)
  const images = [...html.matchAll(/<img src="([^"]*)" alt="" height="24" class="(\w+)"/g)].map(([, ...found]) => found)
  expect(images).toEqual([
    ["https://nightbook.example/ink.png", "light"],
    ["https://nightbook.example/paper.png", "dark"],
  ])
  expect(html).toContain(".light{display:none!important}.dark{display:block!important}")
  const forced = await sample("sign-in", { ...look, theme: { ...look.theme, colorScheme: "dark" } })
  expect(forced.html.match(/<img src="[^"]*\/(\w+)\.png/g)).toEqual(['<img src="https://nightbook.example/paper.png'])
})

test("is in the theme's fonts, before those of the system", async () => {
  const { html } = await sample("sign-in", {
    theme: { font: "Inter", title: { font: "EB Garamond, serif", weight: 500 } },
  })
  expect(html).toContain("font-family:'Inter',system-ui,")
  expect(html).toContain("font-weight:500;letter-spacing:-.018em;font-family:'EB Garamond',serif,system-ui,")
})

test.each([
  [undefined, "font-size:22px;line-height:28px"],
  [18, "font-size:18px;line-height:23px"],
  [48, "font-size:32px;line-height:41px"],
])("has a title of the theme's size, up to 32 pixels: %s", async (size, css) => {
  const { html } = await sample("sign-in", { theme: size === undefined ? {} : { title: { size } } })
  expect(html).toContain(`<h1 style="margin:24px 0 8px;${css}`)
})

test("escapes the footer (threat 158)", async () => {
  const { html } = await sample("sign-in", { emails: { footer: "<b>Acme" } })
  expect(html).toContain("&#60;b&#62;Acme")
})

test.each(["new-device", "factor-added", "email-changed"] as const)("the button of %s is red", async (kind) => {
  const { html } = await sample(kind)
  expect(html).toContain('bgcolor="#b3261e"')
  expect(html).toContain(".fill{background:#d13438!important")
})

test("keeps the scheme that the theme forces", async () => {
  const dark = (await sample("sign-in", { theme: { colorScheme: "dark" } })).html
  const light = (await sample("sign-in", { theme: { colorScheme: "light" } })).html
  expect(dark).toContain('content="dark only"')
  expect(dark).toContain("background:#17171b;color:#f3f3f6")
  expect(light).toContain('content="light only"')
  expect(`${light}${dark}`).not.toContain("prefers-color-scheme")
})

const STEPS = [0, 51, 102, 153, 204, 255]
const CUBE = STEPS.flatMap((r) => STEPS.flatMap((g) => STEPS.map((b): Color => [r, g, b])))

test.each(["light", "dark"] as const)("keeps every brand color readable in %s", (scheme) => {
  const parsed = (hex: string): Color => parseColor(hex) ?? expect.fail(hex)
  const linkContrast = scheme === "dark" ? 7 : 4.5
  const unreadable = CUBE.filter((brand) => {
    const { card, link, fill, onFill, edge } = mailColors({ brandColor: toHex(brand) }, { scheme })
    const ratio = (one: string, other: string) => contrastRatio(parsed(one), parsed(other))
    return ratio(onFill, fill) < 4.5 || ratio(link, card) < linkContrast || ratio(edge, card) < 3
  })
  expect(unreadable).toEqual([])
})

test("has all colors and the corners of the theme, in light and dark", async () => {
  const brand = { light: "#0f766e", dark: "#5eead4" }
  const surfaces = { page: { light: "#f4efe6", dark: "#12100c" }, card: { light: "#fffdf8", dark: "#1a1814" } }
  const { html } = await sample("sign-in", {
    theme: { brand, ...surfaces, ink: { light: "#22201c", dark: "#faf6ee" }, radius: 4 },
  })
  expect(html).toContain("background:#fffdf8;color:#22201c")
  expect(html).toContain('bgcolor="#0f766e" style="border-radius:4px')
  expect(html).toContain(".card{background:#1a1814!important;color:#faf6ee!important}")
  expect(html).toContain(".fill{background:#5eead4!important")
  expect(html).toContain("border-radius:6px;border-collapse") // the card
})
