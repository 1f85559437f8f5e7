import { expect, test } from "../test.ts"

import { domOf, isSameElement, showNext } from "./dom.ts"
import { FRAMEWORKS } from "./frameworks.ts"
import { servedGallery } from "./served-gallery.ts"

const gallery = servedGallery()

/** HTML that each framework can't hydrate: another element, or without the framework's markers. */
const FAULTS = {
  react: (html: string) => html.replaceAll(/(<\/?)h1\b/g, "$1h2"),
  solid: (html: string) => html.replaceAll(/ data-hk="?[^" >]*"?/g, ""),
  svelte: (html: string) => html.replaceAll("<!--[-->", ""),
} as const

// renderings.spec.ts shows all cases in one page, which must not hide a fault
for (const framework of FRAMEWORKS) {
  test(`${framework} hydrates the next case in a page as in a new one, and a fault of its HTML is noticed`, async ({
    page,
  }) => {
    const said: string[] = []
    page.on("console", (message) => {
      const isNetwork = message.text().startsWith("Failed to load resource")
      if (["error", "warning"].includes(message.type()) && !isNetwork) said.push(message.text())
    })
    page.on("pageerror", (error) => said.push(error.message))
    const casePath = (name: string) => `/${framework}/${name}?ssr`
    await page.goto(gallery().origin + casePath("confirm-email"))
    const dom = await domOf(page)
    await page.goto(gallery().origin + casePath("sign-out"))
    expect(await domOf(page)).not.toBe(dom)

    await showNext(page, casePath("confirm-email"))
    expect(await domOf(page)).toBe(dom)
    expect(await isSameElement(page)).toBe(true)
    expect(said).toEqual([])

    await page.route(`**${casePath("sign-out")}`, async (route) => {
      const response = await route.fetch()
      const html = await response.text()
      expect(FAULTS[framework](html)).not.toBe(html)
      await route.fulfill({ response, body: FAULTS[framework](html) })
    })
    const hasThrown = await showNext(page, casePath("sign-out")).then(
      () => false,
      () => true,
    )
    expect(hasThrown || said.length > 0 || !(await isSameElement(page))).toBe(true)
  })
}
