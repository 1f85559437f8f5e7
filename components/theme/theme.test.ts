import { expect, test } from "vitest"
import type { ProviderStyle } from "../../client/contract.ts"
import { parseColor, type Color } from "./color.ts"
import { contrastProblems } from "./theme-contrast.ts"
import { themeProblems } from "./theme-problems.ts"
import { fillTokens, safeImage, themeTokens } from "./theme.ts"

test("uses the app's button text color as given, and reports one with too little contrast", () => {
  expect(themeTokens({ brandColor: "#ffff00", buttonText: "#ffffff" })["--auth-on-brand"]).toBe("#ffffff")
  expect(contrastProblems({ brandColor: "#ffff00", buttonText: "#ffffff" }).join()).toContain("contrast of 1.07")
})

test.each([
  "red}</style><script>alert(1)</script>",
  "red;background:url(//evil)",
  "url(x)",
  "expression(1)",
  "#12",
  "#12345",
  "",
  "rgb(1 2 3) url(//evil)",
  "rgb(1 2 3",
  "rgb(1 2 3);}",
  "rgb(1deg 2 3)",
  "hsl(50% 50% 50%)",
  "oklch(from red l c h)",
  "rgb(calc(1) 2 3)",
  "var(--x, url(//evil))",
  "var(--x);color:red",
  "var(--auth-brand)",
  "var(--x)\n}",
])("the brand color %j reaches no stylesheet (threat 243)", (brandColor) =>
  expect(themeTokens({ brandColor })).toEqual({}),
)

test.each([
  [{ logoSize: 28 }, { "--auth-logo": "28px" }],
  [
    { logoSize: 28, buttonText: "#fff" },
    { "--auth-logo": "28px", "--auth-on-brand": "#fff" },
  ],
  [
    { logoSize: 28, brandColor: "#123" },
    { "--auth-logo": "28px", "--auth-brand": "#123" },
  ],
])("a card's own theme %j sets the logo's height", (theme, tokens) => {
  expect(themeTokens(theme)).toMatchObject(tokens)
  expect(themeTokens({ ...theme, logoSize: 4000 })).not.toHaveProperty("--auth-logo")
})

test("fills a provider's button with the app's color, with readable text", () => {
  expect(fillTokens({ brandColor: "#24292f" })).toMatchObject({
    "--auth-brand": "#24292f",
    "--auth-on-brand": expect.stringContaining("from var(--auth-brand)"),
  })
  expect(fillTokens({ bg: "#fff", brandColor: "#000", text: "#ccc" })).toMatchObject({
    "--auth-brand": "#000",
    "--auth-on-brand": "#ccc",
  })
  expect([undefined, {}, { text: "#fff" }].map(fillTokens)).toEqual([undefined, undefined, undefined])
})

test.each<[string, string, Color]>([
  ["#0A7", "#0A7", [0, 170, 119]],
  ["#0a78", "#0a7", [0, 170, 119]],
  [" #00aa7780 ", "#00aa77", [0, 170, 119]],
  ["rgb(0, 170, 119)", "rgb(0 170 119)", [0, 170, 119]],
  ["RGBA(0% 50% 100% / .5)", "rgb(0% 50% 100%)", [0, 128, 255]],
  ["hsl(120deg 100% 25%)", "hsl(120 100% 25%)", [0, 128, 0]],
  ["hsla(120, 100, 25, 0.3)", "hsl(120 100% 25%)", [0, 128, 0]],
  ["oklch(0.628 0.25768 29.234)", "oklch(0.628 0.25768 29.234)", [255, 0, 0]],
  ["oklch(62.8% .25768 29.234deg / 1)", "oklch(62.8% .25768 29.234)", [255, 0, 0]],
])("the colour %j is written %j", (given, written, read) => {
  expect(themeTokens({ brandColor: given })["--auth-brand"]).toBe(written)
  expect(parseColor(given)).toEqual(read)
})

test("accepts a page's variable as brand color, with the default color as fallback", () => {
  const tokens = themeTokens({ brandColor: "var(--color-primary)", buttonText: "var(--on-primary)" })
  expect(tokens["--auth-brand"]).toBe("var(--color-primary,#5a4ae0)")
  expect(tokens["--auth-on-brand"]).toMatch(/^var\(--on-primary,color\(from /)
  expect(themeProblems({ brandColor: "var(--color-primary)" })).toEqual([])
})

test.each(["red;background:url(//evil.test)", "#fff}</style><script>", "var(--x)", 7])(
  "the color %j of a provider fills no button (threat 242)",
  (colour) => {
    const style = { brandColor: colour } as ProviderStyle // as an app's database could contain it
    expect(fillTokens(style)).toBeUndefined()
    expect(fillTokens({ brandColor: "#123456", text: style.brandColor })).toMatchObject({
      "--auth-on-brand": expect.stringContaining("from var(--auth-brand)"),
    })
  },
)

test.each([
  "javascript:alert(1)",
  "//evil.test/x.png",
  "http://evil.test/x.png",
  "data:image/svg+xml,x",
  "/\\evil.test",
  "https://user@evil.test/",
  '"><img>',
])("doesn't show the logo %j (threat 243)", (logo) => expect(safeImage(logo)).toBeUndefined())
