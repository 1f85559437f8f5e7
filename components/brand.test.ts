import { expect, test } from "vitest"
import { brandColours, SURFACES } from "./brand.fixture.ts"
import { contrast, type Colour } from "./view/colour.ts"

const STEPS = 53 // 53³ = 148,877 colours, evenly over the cube
const channel = (step: number) => Math.round((step * 255) / (STEPS - 1))

function* cube(): Generator<Colour> {
  for (let red = 0; red < STEPS; red++) {
    for (let green = 0; green < STEPS; green++) {
      for (let blue = 0; blue < STEPS; blue++) yield [channel(red), channel(green), channel(blue)]
    }
  }
}

// That a browser does the same sums is seen in one: e2e/components/brand.spec.ts
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
      const { onBrand, hover, ink, soft, ring, edge } = brandColours(brand, scheme)
      check("text on the button", brand, contrast(onBrand, brand), 4.5)
      check("text on the button pointed at", brand, contrast(onBrand, hover), 4.5)
      check("link on the card", brand, contrast(ink, card), 4.5)
      check("link on the page", brand, contrast(ink, page), 4.5)
      check("icon on its disc", brand, contrast(ink, soft), 4.5)
      check("focus ring on the card", brand, contrast(ring, card), 3)
      check("focus ring on the page", brand, contrast(ring, page), 3)
      check("the button's edge", brand, contrast(edge, card), 3)
    }
    expect(failures.slice(0, 5)).toEqual([])
  },
)
