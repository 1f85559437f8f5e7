import { expect, test } from "vitest"
import type { ProviderStyle } from "../../client/contract.ts"
import { contrast, type Colour } from "./colour.ts"
import { brandTokens, fillTokens, safeImage, SURFACES, themeProblems, themeTokens } from "./theme.ts"

const STEPS = 53 // 53³ = 148,877 colours, evenly over the cube
const channel = (step: number) => Math.round((step * 255) / (STEPS - 1))

function* cube(): Generator<Colour> {
  for (let red = 0; red < STEPS; red++) {
    for (let green = 0; green < STEPS; green++) {
      for (let blue = 0; blue < STEPS; blue++) yield [channel(red), channel(green), channel(blue)]
    }
  }
}

test.each(["light", "dark"] as const)(
  "every brand colour can be read and seen in %s",
  { timeout: 120_000 },
  (scheme) => {
    const { page, card } = SURFACES[scheme]
    const failures: string[] = []
    const check = (what: string, brand: Colour, found: number, wanted: number) => {
      if (found < wanted) failures.push(`${what} of rgb(${brand.join(" ")}): ${found.toFixed(2)}`)
    }
    for (const brand of cube()) {
      const tokens = brandTokens(brand, scheme)
      check("text on the button", brand, contrast(tokens.onBrand, tokens.brand), 4.5)
      check("text on the button pointed at", brand, contrast(tokens.onBrand, tokens.brandHover), 4.5)
      check("link on the card", brand, contrast(tokens.ink, card), 4.5)
      check("icon on its disc", brand, contrast(tokens.ink, tokens.soft), 3)
      check("focus ring on the card", brand, contrast(tokens.ring, card), 3)
      check("focus ring on the page", brand, contrast(tokens.ring, page), 3)
      check("the button's edge", brand, contrast(tokens.edge, card), 3)
    }
    expect(failures.slice(0, 5)).toEqual([])
  },
)

test("a button text of the host's is used as given, and told when it falls short", () => {
  expect(themeTokens({ brandColor: "#ffff00", buttonText: "#ffffff" })["--auth-on-brand"]).toBe("#ffffff")
  expect(themeProblems({ brandColor: "#ffff00", buttonText: "#ffffff" }).join()).toContain("contrast of 1.0")
})

test.each([
  "red}</style><script>alert(1)</script>",
  "red;background:url(//evil)",
  "url(x)",
  "expression(1)",
  "#12",
  "",
])("attack 243: the brand colour %j reaches no stylesheet", (brandColor) =>
  expect(themeTokens({ brandColor })).toEqual({}),
)

test("a provider's button is filled as the host asks, with a text that can be read", () => {
  expect(fillTokens({ brandColor: "#24292f" })).toMatchObject({
    "--auth-brand": "#24292f",
    "--auth-on-brand": "#ffffff",
  })
  expect(fillTokens({ bg: "#ffd400" })).toMatchObject({ "--auth-brand": "#ffd400", "--auth-on-brand": "#000000" })
  expect(fillTokens({ bg: "#fff", brandColor: "#000", text: "#ccc" })).toMatchObject({
    "--auth-brand": "#000000",
    "--auth-on-brand": "#cccccc",
  })
  expect([undefined, {}, { text: "#fff" }].map(fillTokens)).toEqual([undefined, undefined, undefined])
})

test.each(["red;background:url(//evil.test)", "#fff}</style><script>", "var(--x)", 7])(
  "attack 242: the colour %j of a provider fills no button",
  (colour) => {
    const style = { brandColor: colour } as ProviderStyle // as somebody's database has it
    expect(fillTokens(style)).toBeUndefined()
    expect(fillTokens({ brandColor: "#123456", text: style.brandColor })).toMatchObject({
      "--auth-on-brand": "#ffffff",
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
])("attack 243: the logo %j is not shown", (logo) => expect(safeImage(logo)).toBeUndefined())
