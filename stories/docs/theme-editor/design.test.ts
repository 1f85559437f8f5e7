import { expect, test } from "vitest"
import { parseColor } from "../../../components/theme/color.ts"
import { themeProblems } from "../../../components/theme/theme-problems.ts"
import {
  contrastChecks,
  configText,
  cssText,
  IMAGES,
  LOGOS,
  findName,
  PLAIN,
  PRESETS,
  themeText,
  type Design,
} from "./design.ts"
import { AS_SHIPPED, shippedValue, splitLightDark, TOKENS } from "./tokens.ts"

const DERIVED = /^--auth-(brand|on-brand|ring|logo|rem)/ // what follows from the theme, or from the site's own text size

test("every custom property of auth.css can be set in the editor", () => {
  const settable = Object.keys(AS_SHIPPED).filter((name) => !DERIVED.test(name))
  expect(settable).toContain("--auth-radius")
  expect(TOKENS.map(({ name }) => name).toSorted()).toEqual(settable.toSorted())
  for (const token of TOKENS) {
    const initial = shippedValue(token)
    if (token.kind === "color")
      expect(
        splitLightDark(initial).map((one) => parseColor(one)),
        token.name,
      ).not.toContain(undefined)
    if (token.kind === "length") expect(initial, token.name).toMatch(/^\d+px$/)
  }
})

test("what is copied holds what differs and nothing else", () => {
  const design: Design = {
    theme: { brandColor: "#0f766e", logo: "/logo.svg", buttonText: undefined },
    tokens: { "--auth-radius": "6px", "--auth-control": "44px" },
  }
  expect(themeText(design)).toBe('theme: {\n  brandColor: "#0f766e",\n  logo: "/logo.svg",\n}')
  expect(cssText(design)).toBe(":is(.auth-page, .auth-card, .auth-part) {\n  --auth-radius: 6px;\n}")
  expect(cssText(PLAIN)).toBe("")
})

test("whatever the brand color, what follows from it can be read; what a host sets is only measured", () => {
  for (const brandColor of ["#facc15", "#ffffff", "#000000", "#777777", "#ff00ff"]) {
    for (const scheme of ["light", "dark"] as const) {
      for (const { what, ratio, wanted } of contrastChecks({ theme: { brandColor }, tokens: {} }, scheme)) {
        expect(ratio, `${what}, ${brandColor}, ${scheme}`).toBeGreaterThanOrEqual(wanted)
      }
    }
  }
  const [button] = contrastChecks({ theme: { brandColor: "#facc15", buttonText: "#fff" }, tokens: {} }, "light")
  expect(button?.ratio).toBeLessThan(4.5)
  const yellow = contrastChecks({ theme: { brandColor: "#facc15" }, tokens: {} }, "light")
  expect(yellow.find(({ what }) => what === "Links and icons")?.mended).toBe("#facc15")
})

test("the designs to begin with can be read", () => {
  for (const [name, design] of Object.entries(PRESETS)) {
    for (const scheme of ["light", "dark"] as const) {
      for (const { what, ratio, wanted } of contrastChecks(design, scheme)) {
        expect(ratio, `${what} of ${name}, ${scheme}`).toBeGreaterThanOrEqual(wanted)
      }
    }
  }
})

const WHOLE: Design = {
  theme: {
    brandColor: "#0f766e",
    buttonText: "#fff",
    colorScheme: "dark",
    layout: "split",
    image: IMAGES["Light and dark"],
    panel: "#0d2b45",
    logo: LOGOS["Light and dark"],
    logoSize: 28,
    density: "compact",
  },
  tokens: {},
}

test("the copied configuration has each control of the page and the logo, and its types hold", async () => {
  // The types of the file are checked with those of all others. Run with --update after a change
  await expect(configText(WHOLE)).toMatchFileSnapshot("./copied.fixture.ts")
  const { config } = await import("./copied.fixture.ts")
  expect(config.theme).toEqual(WHOLE.theme)
})

test("each design and each image is a valid theme", () => {
  for (const { theme } of [WHOLE, ...Object.values(PRESETS)]) expect(themeProblems(theme)).toEqual([])
  for (const [name, image] of Object.entries(IMAGES)) expect(findName(IMAGES, image)).toBe(name)
  for (const [name, logo] of Object.entries(LOGOS)) expect(findName(LOGOS, logo)).toBe(name)
})
