import type { Page } from "@playwright/test"
import { readState } from "../judged.ts"

declare global {
  interface Window {
    /** Returns the HTML that the server rendered, before any script runs. */
    first: Element | null
  }
}

/** A page's content. */
interface Shown {
  /** The DOM, as `domOf` returns it. */
  dom: string
  /** Whether it still has the elements that the server rendered. */
  isSame: boolean
  /** The state, as `stateOf` returns it. */
  state: string
}

/** Returns the DOM in an element, one line for each element. Runs in the page. */
function readDom(selector: string): string {
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
}

/** Returns a page's DOM, one line for each element, with sorted attributes and without the frameworks' own markers. */
export const domOf = (page: Page, place = "#root"): Promise<string> => page.evaluate(readDom, place)

/**
 * Shows a server's HTML in a page, one path after another, without loading a page or running scripts. Returns the DOM of
 * each, as `domOf` does.
 */
export async function parsedDomsOf(page: Page, paths: readonly string[]): Promise<string[]> {
  const reader = await page.evaluateHandle<{ read: typeof readDom }>(`({ read: ${readDom.toString()} })`)
  const doms = await page.evaluate(
    async ([{ read }, all]) => {
      const texts = await Promise.all(all.map(async (path) => (await fetch(path)).text()))
      return texts.map((text, at) => {
        const root = new DOMParser().parseFromString(text, "text/html").querySelector("#root")
        if (!root) throw new Error(`${all[at]} has no #root`)
        document.querySelector("#root")?.replaceWith(document.adoptNode(root))
        return read("#root")
      })
    },
    [reader, paths] as const,
  )
  await reader.dispose()
  return doms
}

/**
 * Shows another case of the gallery in a page, with its HTML from the server and without loading the scripts anew. Resolves
 * after its framework has hydrated it.
 */
export const showNext = (page: Page, path: string): Promise<void> => page.evaluate(replaceCase, path)

/** Shows the case in the page that it runs in. */
async function replaceCase(from: string): Promise<void> {
  const next = new DOMParser().parseFromString(await (await fetch(from)).text(), "text/html")
  const take = (to: Element, { attributes }: Element) => {
    for (const { name } of [...to.attributes]) to.removeAttribute(name)
    for (const { name, value } of attributes) to.setAttribute(name, value)
  }
  const replace = () => {
    take(document.documentElement, next.documentElement)
    take(document.body, next.body)
    for (const style of document.head.querySelectorAll("style, link[rel=preload]")) style.remove()
    document.head.append(...next.head.querySelectorAll("style"))
    document.body.replaceChildren(...next.body.children) // its scripts don't run
    window.first = document.querySelector("#root :not(link)")
    scrollTo(0, 0)
  }
  if (window.showNext) window.showNext(replace)
  else replace()
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  await frame()
  await frame() // effects have run
}

const READ = `({ dom: (${readDom})("#root"), isSame: (${hasFirst})(), state: (${readState})() })`

/** Shows a case as `showNext` does, and reads the page. One message does it all, because each costs both processes time. */
export const showAndRead = (page: Page, path: string): Promise<Shown> =>
  page.evaluate<Shown>(`(${replaceCase})(${JSON.stringify(path)}).then(() => ${READ})`)

/** Returns whether the page still has the elements that the server rendered. */
export const isSameElement = (page: Page): Promise<boolean> => page.evaluate(hasFirst)

function hasFirst(): boolean {
  return window.first === document.querySelector("#root :not(link)")
}

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
