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

/** A picture of what is in view, a PNG in base64, painted anew: what is painted piece by piece differs in its last bit. */
export async function pictureOf(page: Page): Promise<string> {
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    document.body.style.display = "none"
    await frame()
    await frame()
    document.body.style.display = ""
    await frame()
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  })
  return (await page.screenshot({ animations: "disabled" })).toString("base64")
}

const LAST_BIT = 1 // what a browser paints piece by piece it does not paint the same each time

/** Whether two PNGs in base64 show the same. */
export async function isSamePicture(page: Page, one: string, other: string): Promise<boolean> {
  return one === other || (await differenceOf(page, one, other)) <= LAST_BIT
}

/** By how much of 255 two pictures differ where they differ most. */
function differenceOf(page: Page, one: string, other: string): Promise<number> {
  return page.evaluate(
    async (pictures) => {
      const [first, second] = await Promise.all(
        pictures.map(async (picture) => {
          const bytes = Uint8Array.from(atob(picture), (character) => character.charCodeAt(0))
          const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }))
          const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d")
          canvas?.drawImage(image, 0, 0)
          return [...(canvas?.getImageData(0, 0, image.width, image.height).data ?? [])]
        }),
      )
      return (first ?? []).reduce((most, value, at) => Math.max(most, Math.abs(value - (second?.[at] ?? 255))), 0)
    },
    [one, other],
  )
}
