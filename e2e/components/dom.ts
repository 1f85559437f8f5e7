import type { Page } from "@playwright/test"

declare global {
  interface Window {
    /** Returns the HTML that the server rendered, before any script runs. */
    first: Element | null
  }
}

/** Returns a page's DOM, one line for each element, with sorted attributes and without the frameworks' own markers. */
export function domOf(page: Page, place = "#root"): Promise<string> {
  return page.evaluate((selector) => {
    const lines: string[] = []
    const walk = (node: Node, depth: string) => {
      if (node instanceof Text && node.data.trim() !== "") lines.push(depth + node.data.trim())
      if (!(node instanceof Element) || node.matches("link[rel=preload]")) return // React adds it for a picture
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

/** Returns whether the page still has the elements that the server rendered. */
export const isSameElement = (page: Page): Promise<boolean> =>
  page.evaluate(() => window.first === document.querySelector("#root :not(link)"))

/** Takes a picture after a full repaint, because partial repaints differ in the last bit. */
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
