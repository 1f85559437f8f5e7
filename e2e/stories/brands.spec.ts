import { expect, RENDERINGS, storyIds, storyUrl, test } from "./stage.ts"

const pages = () => storyIds("Own look").filter((id) => !id.endsWith("-email"))

test("the example brands fit every width, light and dark", async ({ page, stage }) => {
  test.setTimeout(180_000)
  const problems: string[] = []
  expect(pages()).toHaveLength(12)
  for (const scheme of ["light", "dark"] as const) {
    await stage.open(pages()[0] ?? "", { scheme })
    for (const id of pages()) {
      await stage.show(id)
      await page.locator(".auth-card").waitFor()
      for (const width of [320, 390, 768, 1280]) {
        await page.setViewportSize({ width, height: 800 })
        const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        if (excess > 0) problems.push(`${id} is ${excess} px too wide at ${width}`)
      }
    }
  }
  expect(problems).toEqual([])
})

test("the panel of a split page is beside the form from 900 pixels, in all renderings", async ({ page, storybook }) => {
  for (const rendering of RENDERINGS) {
    await page.setViewportSize({ width: 1000, height: 700 })
    await page.goto(storyUrl(storybook, "own-look-brands--harbour-sign-in", { rendering }))
    const form = page.locator(".auth-main")
    await expect.poll(async () => (await form.boundingBox())?.width).toBe(500)
    const image = await page.evaluate(() => {
      const split = document.querySelector(".auth-page")
      return split && getComputedStyle(split, "::after").backgroundImage
    })
    expect(image).toContain("/brands/harbour.svg")
    await page.setViewportSize({ width: 899, height: 700 })
    await expect.poll(async () => (await form.boundingBox())?.width).toBe(899)
  }
})

test("each brand's email has its logo and its fonts", async ({ page, storybook }) => {
  for (const [id, font] of [
    ["harbour", "EB Garamond"],
    ["nightbook", "Quicksand"],
    ["relay", "system-ui"],
  ] as const) {
    await page.goto(storyUrl(storybook, `own-look-brands--${id}-email`, {}))
    const email = page.frameLocator("iframe")
    await expect
      .poll(() =>
        email
          .locator("img")
          .first()
          .evaluate((image: HTMLImageElement) => image.naturalWidth),
      )
      .toBeGreaterThan(0)
    const title = email.getByRole("heading")
    expect(await title.evaluate((heading) => getComputedStyle(heading).fontFamily)).toContain(font)
  }
})
