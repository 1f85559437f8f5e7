import type { Page } from "@playwright/test"

declare global {
  interface Window {
    /** What the server rendered, before any script ran. */
    first: Element | null
  }
}

/** What a page shows, a line an element, with attributes in order and without what frameworks leave for themselves. */
export function domOf(page: Page, place = "#root"): Promise<string> {
  return page.evaluate((selector) => {
    const lines: string[] = []
    const walk = (node: Node, depth: string) => {
      if (node instanceof Text && node.data.trim() !== "") lines.push(depth + node.data.trim())
      if (!(node instanceof Element) || node.matches("link[rel=preload]")) return // React's own, for a picture
      const attributes = [...node.attributes]
        .filter(({ name }) => !["data-hk", "style"].includes(name))
        .map(({ name, value }) => `${name}=${JSON.stringify(value)}`)
      lines.push([depth + node.localName, ...attributes.sort()].join(" "))
      for (const child of node.childNodes) walk(child, `${depth}  `)
    }
    const root = document.querySelector(selector)
    root?.normalize()
    for (const child of root?.childNodes ?? []) walk(child, "")
    return lines.join("\n")
  }, place)
}

/** Whether the elements in the page are still the ones that the server rendered. */
export const isSameElement = (page: Page): Promise<boolean> =>
  page.evaluate(() => window.first === document.querySelector("#root :not(link)"))

/** A picture of what is in view, painted anew: what is painted piece by piece differs in its last bit. */
export async function pictureOf(page: Page): Promise<Buffer> {
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    document.body.style.display = "none"
    await frame()
    await frame()
    document.body.style.display = ""
    await frame()
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  })
  return page.screenshot({ animations: "disabled" })
}
