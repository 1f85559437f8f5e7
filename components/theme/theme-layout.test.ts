import { expect, test } from "vitest"
import type { Theme } from "../../client/contract.ts"
import { contrastRatio } from "./color.ts"
import { layoutRules } from "./theme-layout.ts"
import { themePalette } from "./theme-palette.ts"
import { logoView } from "./theme.ts"

test("the layout of a card needs no rules", () => {
  expect(layoutRules({})).toBe("")
  expect(layoutRules({ layout: "card", panel: "#123456" })).toBe("")
})

test("the panel of a split page is there from 900 pixels, with its color and image", () => {
  const rules = layoutRules({
    layout: "split",
    panel: { light: "#0f3a5c", dark: "#0a2238" },
    image: { light: "/day.jpg", dark: "https://cdn.test/night.jpg" },
  })
  const wide = rules.slice(rules.lastIndexOf("@media(min-width:900px)"))
  expect(wide).toContain("background-color:light-dark(#0f3a5c,#0a2238)")
  expect(wide).toContain('background-image:url("/day.jpg")')
  expect(wide).toMatch(/@media\(prefers-color-scheme:dark\)\{[^}]*url\("https:\/\/cdn\.test\/night\.jpg"\)\}/)
  expect(rules.slice(0, -wide.length)).not.toContain("url(")
  expect(layoutRules({ layout: "split" })).toContain("background-color:var(--auth-brand,#5a4ae0)")
})

test("a forced color scheme has only its own image", () => {
  const image = { light: "/day.jpg", dark: "/night.jpg" }
  const rules = layoutRules({ layout: "flush", colorScheme: "dark", image })
  expect(rules).toContain('url("/night.jpg")')
  expect(rules).not.toContain("day")
  expect(logoView({ logo: image, colorScheme: "dark" })).toEqual({ src: "/night.jpg", dark: undefined })
  expect(logoView({ logo: image })).toEqual({ src: "/day.jpg", dark: "/night.jpg" })
  expect(logoView({ logo: { light: "/day.jpg", dark: "javascript:1" } })).toBeUndefined()
})

test("a page without a panel has its image on wide screens only, and none in high contrast", () => {
  for (const layout of ["card", "flush"] as const)
    expect(layoutRules({ layout, image: "/sky.svg" })).toMatch(
      /@media\(min-width:481px\) and \(forced-colors:none\)\{:root \.auth-page\{background-image:url\("\/sky\.svg"\)/,
    )
})

test("an image's URL stays inside its string", () => {
  const image = `/a")}</style><script>'(.jpg`
  expect(layoutRules({ image })).toContain('url("/a%22%29}%3c/style%3e%3cscript%3e%27%28.jpg")')
})

test("controls without a card have a contrast of 3:1 on the page", () => {
  const theme: Theme = { layout: "flush", page: "#c9c9cf", card: "#ffffff", ink: "#17171c", brand: "#8a8a94" }
  const { bg, "input-line": line, "brand-edge": edge } = themePalette(theme, "light")
  expect(contrastRatio(line, bg)).toBeGreaterThanOrEqual(3)
  expect(contrastRatio(edge, bg)).toBeGreaterThanOrEqual(3)
})
