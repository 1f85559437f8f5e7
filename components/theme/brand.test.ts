import { expect, test } from "vitest"
import { brandColors, SURFACES } from "./brand.fixture.ts"
import { contrastRatio, type Color } from "./color.ts"

const STEPS = 53 // 53³ = 148,877 colors, evenly distributed
const channel = (step: number) => Math.round((step * 255) / (STEPS - 1))

function* cube(): Generator<Color> {
  for (let red = 0; red < STEPS; red++) {
    for (let green = 0; green < STEPS; green++) {
      for (let blue = 0; blue < STEPS; blue++) yield [channel(red), channel(green), channel(blue)]
    }
  }
}

// e2e/components/brand.spec.ts checks that a browser calculates the same
test.each(["light", "dark"] as const)(
  "every brand color is readable and visible in %s",
  { timeout: 120_000 },
  (scheme) => {
    const { page, card } = SURFACES[scheme]
    const failures: string[] = []
    const check = (what: string, brand: Color, actual: number, minimum: number) => {
      if (actual < minimum) failures.push(`${what} of rgb(${brand.join(" ")}): ${actual.toFixed(2)}`)
    }
    for (const brand of cube()) {
      const { onBrand, hover, ink, soft, ring, edge } = brandColors(brand, scheme)
      check("text on the button", brand, contrastRatio(onBrand, brand), 4.5)
      check("text on the button pointed at", brand, contrastRatio(onBrand, hover), 4.5)
      check("link on the card", brand, contrastRatio(ink, card), 4.5)
      check("link on the page", brand, contrastRatio(ink, page), 4.5)
      check("icon on its disc", brand, contrastRatio(ink, soft), 4.5)
      check("focus ring on the card", brand, contrastRatio(ring, card), 3)
      check("focus ring on the page", brand, contrastRatio(ring, page), 3)
      check("the button's edge", brand, contrastRatio(edge, card), 3)
    }
    expect(failures.slice(0, 5)).toEqual([])
  },
)
