import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test, type Page } from "@playwright/test"
import { brandColors, SURFACES, type BrandColors } from "../../components/theme/brand.fixture.ts"
import { signOutCard, themeCss } from "../../components/html/index.ts"
import { contrastRatio, toHex, relativeLuminance, type Color } from "../../components/theme/color.ts"

const stylesheet = readFileSync(join(import.meta.dirname, "../../components/auth.css"), "utf8")

const PAINTED: readonly (readonly [keyof BrandColors, property: string])[] = [
  ["brand", "--auth-brand"],
  ["onBrand", "--auth-on-brand"],
  ["hover", "--auth-brand-hover"],
  ["edge", "--auth-brand-edge"],
  ["ink", "--auth-brand-ink"],
  ["ring", "--auth-ring"],
  ["soft", "--auth-brand-soft"],
]

const STEPS = Array.from({ length: 11 }, (_, step) => Math.round(step * 25.5))
const BRANDS = STEPS.flatMap((red) => STEPS.flatMap((green) => STEPS.map((blue): Color => [red, green, blue])))

/** Renders a row of pixels for each brand color, one pixel for each derived color. */
function pixels(): string {
  const theme = themeCss({ brandColor: "var(--given)" })
  const boxes = PAINTED.map(([, property], at) => `i:nth-child(${at + 1}){background:var(${property})}`)
  const rows = BRANDS.map((brand) => `<p class="auth-part" style="--given:${toHex(brand)}">${"<i></i>".repeat(7)}</p>`)
  const layout =
    ":root{color-scheme:light dark}body{margin:0}.auth-part.auth-part{display:flex;height:1px;margin:0;background:var(--a-surface)}i{width:1px}"
  return `<style>${stylesheet}${theme}${layout}${boxes.join("")}</style>${rows.join("")}`
}

/** Returns red, green and blue of each pixel in a picture of the page. */
async function painted(page: Page): Promise<Color[]> {
  const picture = (await page.screenshot()).toString("base64")
  const channels = await page.evaluate(async (data) => {
    const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob())
    const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d")
    canvas?.drawImage(image, 0, 0)
    return [...(canvas?.getImageData(0, 0, image.width, image.height).data ?? [])]
  }, picture)
  const all = Array.from({ length: channels.length / 4 }, (_, at) => channels.slice(at * 4, at * 4 + 3))
  return all as unknown as Color[] // three numbers each
}

for (const scheme of ["light", "dark"] as const) {
  test(`what a browser paints of a brand colour can be read and seen in ${scheme}, and is what was foretold`, async ({
    browser,
  }) => {
    const viewport = { width: PAINTED.length, height: BRANDS.length }
    const page = await browser.newPage({ viewport, colorScheme: scheme })
    await page.setContent(pixels())
    const found = await painted(page)
    await page.close()
    const failures = BRANDS.flatMap((brand, row) => {
      const entries = PAINTED.map(([name], column) => [name, found[row * PAINTED.length + column] ?? []])
      const colours = Object.fromEntries(entries) as BrandColors // PAINTED has every name
      const foretold = brandColors(brand, scheme)
      const isEither = Math.abs(relativeLuminance(brand) - 0.183) < 0.0001 // black and white have the same contrast, and browsers calculate with more digits
      const others = PAINTED.filter(([name]) => !(isEither && /onBrand|hover/.test(name))).filter(([name]) =>
        foretold[name].some((channel, part) => Math.abs(channel - (colours[name][part] ?? -9)) > 1),
      )
      return [...others.map(([name]) => `${toHex(brand)}: ${name}`), ...unreadable(colours)]
    })
    expect(failures.slice(0, 5)).toEqual([])
    expect(new Set(found.map(toHex)).size).toBeGreaterThan(BRANDS.length)
  })

  function unreadable({ brand, onBrand, hover, edge, ink, ring, soft }: BrandColors): string[] {
    const { page, card } = SURFACES[scheme]
    const text = [...[brand, hover].map((behind) => [onBrand, behind]), ...[card, page, soft].map((b) => [ink, b])]
    const shapes = [...[card, page].map((behind) => [ring, behind]), [edge, card]]
    const short = (pairs: Color[][], wanted: number) =>
      pairs
        .filter(([one = brand, other = brand]) => contrastRatio(one, other) < wanted)
        .map((pair) => pair.map(toHex).join())
    return [...short(text as Color[][], 4.5), ...short(shapes as Color[][], 3)]
  }
}

test("a host sets custom properties on any element around the card", async ({ page }) => {
  const around =
    "--auth-brand: #00aa77; --auth-on-brand: #000; --auth-radius: 3px; --auth-surface: #fafafa; --auth-ink: #222"
  const card = signOutCard({ action: "/auth/signout", csrfToken: "token" })
  await page.setContent(`<style>${stylesheet}</style><div style="${around}">${card}</div>`)
  const button = page.getByRole("button")
  await expect(button).toHaveCSS("background-color", "rgb(0, 170, 119)")
  await expect(button).toHaveCSS("color", "rgb(0, 0, 0)")
  await expect(button).toHaveCSS("border-radius", "3px")
  await expect(page.locator(".auth-card")).toHaveCSS("background-color", "rgb(250, 250, 250)")
  await expect(page.getByRole("heading")).toHaveCSS("color", "rgb(34, 34, 34)")
})
