import { describe, expect, test } from "vitest"
import type { Theme } from "../../client/contract.ts"
import { contrastRatio, toHex, type Color } from "./color.ts"
import { cssFont } from "./css-values.ts"
import { contrastProblems } from "./theme-contrast.ts"
import { themePalette } from "./theme-palette.ts"
import { themeProblems } from "./theme-problems.ts"
import { allThemeTokens, themeRules } from "./theme-tokens.ts"

test("returns a custom property for each token", () => {
  const theme: Theme = {
    brand: "#0f3a5c",
    radius: 4,
    font: "Inter, 'EB Garamond', system-ui",
    title: { size: 40, weight: 500, font: "EB Garamond, serif" },
    density: "compact",
    logoSize: 28,
  }
  expect(themeProblems(theme)).toEqual([])
  expect(allThemeTokens(theme)).toMatchObject({
    "--auth-brand": "#0f3a5c",
    "--auth-radius": "4px",
    "--auth-radius-card": "6px",
    "--auth-font": '"Inter","EB Garamond",system-ui',
    "--auth-title": "500 calc(2.5*var(--auth-rem,1rem))/1.25",
    "--auth-title-font": '"EB Garamond",serif',
    "--auth-control": "36px",
    "--auth-logo": "28px",
  })
  expect(allThemeTokens({ radius: { control: 0, card: 24 } })).toEqual({
    "--auth-radius": "0px",
    "--auth-radius-card": "24px",
  })
  expect(allThemeTokens({})).toEqual({})
  expect(themeRules({ colorScheme: "dark" })).toContain(":not([data-scheme]){color-scheme:dark}")
})

test("takes one color for both color schemes, or one for each", () => {
  const tokens = allThemeTokens({ brand: { light: "#0f3a5c", dark: "#8ec5f0" }, page: "#fafafa" })
  expect(tokens["--auth-brand"]).toBe("light-dark(#0f3a5c,#8ec5f0)")
  expect(tokens["--auth-on-brand"]).toBe("light-dark(#ffffff,#000000)")
  expect(tokens["--auth-bg"]).toBe("#fafafa")
})

test("keeps a variable of the app's page as brand color beside other tokens", () => {
  const tokens = allThemeTokens({ brand: "var(--color-primary)", card: "#fffdf8" })
  expect(tokens["--auth-brand"]).toBe("var(--color-primary,#5a4ae0)")
  expect(tokens["--auth-surface"]).toBe("#fffdf8")
})

test.each<[Partial<Record<keyof Theme, unknown>>, string]>([
  [{ brand: "notacolor" }, '`theme.brand` is "notacolor". Use hex, rgb(), hsl() or oklch() or var(--name), or'],
  [{ ink: "red" }, '`theme.ink` is "red". Use hex, rgb(), hsl() or oklch(), or { light, dark }'],
  [{ card: { light: "#fff" } }, '`theme.card` is {"light":"#fff"}. Use hex'],
  [{ page: { light: "#fff", dark: "url(//evil.test)" } }, "`theme.page` is"],
  [{ line: 7 }, "`theme.line` is 7. Use hex"],
  [{ radius: "10px" }, '`theme.radius` is "10px". Use a number of pixels from 0 to 32, or { control, card }'],
  [{ radius: 99 }, "`theme.radius` is 99. Use a number of pixels from 0 to 32"],
  [{ radius: { control: 3 } }, '`theme.radius` is {"control":3}. Use'],
  [{ font: "x;}body{display:none" }, "Use names of font families, separated by commas"],
  [{ title: { size: 400 } }, '`theme.title` is {"size":400}. Use { size: a number of pixels from 14 to 56'],
  [{ title: { color: "#fff" } }, "`theme.title` is"],
  [{ density: "tight" }, '`theme.density` is "tight". Use "compact" or "comfortable" or "spacious"'],
  [{ colorScheme: "night" }, "`theme.colorScheme` is"],
  [{ logo: "javascript:alert(1)" }, '`theme.logo` is "javascript:alert(1)". Use an https URL or a path on this site'],
  [
    { logo: { light: "/a.svg" } },
    '`theme.logo` is {"light":"/a.svg"}. Use an https URL or a path on this site, or { light, dark }',
  ],
  [{ image: "http://cdn.test/a.jpg" }, '`theme.image` is "http://cdn.test/a.jpg". Use an https URL'],
  [{ image: { light: "/a.jpg", dark: "//evil.test/a.jpg" } }, "`theme.image` is"],
  [{ panel: "url(/a.jpg)" }, '`theme.panel` is "url(/a.jpg)". Use hex'],
  [{ layout: "wide" }, '`theme.layout` is "wide". Use "card" or "split" or "flush"'],
  [{ logoSize: 4000 }, "`theme.logoSize` is 4000. Use a number of pixels from 16 to 120"],
])("names what was found and what is expected: %j", (theme, problem) => {
  expect(themeProblems(theme as Theme).join()).toContain(problem) // as an app without types could write it
})

test("names the tokens if a theme has an unknown one, or is none", () => {
  expect(themeProblems({ colour: "#fff" } as Theme).join()).toMatch(/`theme.colour` isn't a token. Use brand, /)
  expect(themeProblems("dark" as Theme).join()).toContain("`theme` isn't an object")
})

const HOSTILE = [
  "#fff;}body{x",
  "</style>",
  "url(//evil.test)",
  "var(--auth-brand)",
  "x'\"",
  "a\\b",
  "inherit;x:y",
  "expression(1)",
]

test.each(HOSTILE)("%j reaches no stylesheet as any token (threat 243)", (value) => {
  const pair = { light: value, dark: "#000" }
  for (const theme of [
    { brand: value, ink: value, card: value, page: value, line: value, font: value, buttonText: value },
    { brand: pair, ink: pair, card: pair, page: pair, line: pair, buttonText: pair },
    { title: { size: value, weight: value, font: value }, radius: value, density: value, logoSize: value },
    { radius: { control: value, card: value }, colorScheme: value },
    { layout: "split", image: value, panel: value, logo: value },
    { layout: value, image: pair, panel: pair, logo: pair },
  ]) {
    const css = Object.values(allThemeTokens(theme as unknown as Theme)).join() + themeRules(theme as unknown as Theme)
    expect(css).not.toContain(value)
    expect(css).not.toMatch(/[<>\\]|url|expression/)
  }
})

test("quotes names of fonts, and accepts names in any script", () => {
  expect(cssFont("Inter")).toBe('"Inter"')
  expect(cssFont('"Noto Sans JP", 游ゴシック, ui-rounded')).toBe('"Noto Sans JP","游ゴシック",ui-rounded')
  expect(["", ",", "a,", "-x", "x(1)", "x".repeat(500), 7].map(cssFont)).toEqual(Array(7).fill(undefined))
})

describe("the palette", () => {
  const CARDS: readonly Partial<Theme>[] = [
    {},
    { card: "#fffdf8", page: "#f4efe6" },
    { card: { light: "#ffffff", dark: "#08090a" }, page: { light: "#eef6f6", dark: "#08090a" } },
    { card: "#10243a", page: "#0a1626", ink: "#eef4fa" },
    { card: "#ffe8d6", page: "#ffc6bd", line: "#e7b7a0" },
  ]
  const CHANNELS = [0, 51, 102, 153, 204, 255]
  const BRANDS = CHANNELS.flatMap((red) =>
    CHANNELS.flatMap((green) => CHANNELS.map((blue): Color => [red, green, blue])),
  )

  test.each(CARDS)("is readable with every brand color on %j", (surfaces) => {
    const failures: string[] = []
    for (const brand of BRANDS.map(toHex)) {
      for (const scheme of ["light", "dark"] as const) {
        const palette = themePalette({ ...surfaces, brand }, scheme)
        const check = (name: keyof typeof palette, on: keyof typeof palette, minimum: number) => {
          const ratio = contrastRatio(palette[name], palette[on])
          if (ratio < minimum) failures.push(`${name} on ${on} of ${brand} in ${scheme}: ${ratio.toFixed(2)}`)
        }
        for (const on of ["surface", "raised", "bg"] as const) {
          check("ink", on, 4.5)
          check("ink-soft", on, 4.5)
          check("brand-ink", on, 4.5)
        }
        check("brand-ink", "brand-soft", 4.5)
        check("on-brand", "brand", 4.5)
        check("on-brand", "brand-hover", 4.5)
        check("brand-edge", "surface", 3)
        check("input-line", "surface", 3)
        check("ring", "surface", 3)
        check("ring", "bg", 3)
      }
    }
    expect(failures.slice(0, 5)).toEqual([])
  })
})

test("reports text colors of the app with too little contrast", () => {
  expect(contrastProblems({ ink: "#999999" })[0]).toBe(
    "`theme.ink` #999999 has a contrast of 2.85 on `theme.card` #ffffff. Text needs 4.5 in light",
  )
  expect(contrastProblems({ ink: "#999999", colorScheme: "dark" })).toEqual([])
  expect(contrastProblems({ brand: "#ffe600" })).toEqual([])
})
