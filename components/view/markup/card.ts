import { h, slot, type ElementNode, type ViewNode } from "../node.ts"
import type { CardView } from "../types.ts"

interface CardHead {
  /** Shown if the app has no logo. */
  head?: ViewNode
  level?: number | undefined
  lead?: ViewNode
}

/** Renders the card around a screen: logo or icon, title, a line below it, and the screen's own parts. */
export function card(
  view: CardView,
  part: string,
  { head, level = 1, lead }: CardHead,
  ...children: ViewNode[]
): ElementNode {
  const header = h(
    "header",
    { class: "auth-head", "data-part": "head" },
    view.logo !== undefined ? h("img", { class: "auth-logo", src: view.logo, alt: "", height: 40 }) : head,
    h(`h${level}`, { class: "auth-title", id: `${view.id}-title` }, ...unbroken(view.title)),
    lead,
  )
  return cardElement(view, part, header, ...children)
}

// A balanced title would break "two-step" at its hyphen. A longer word may still break: it wouldn't fit a small phone
const HYPHENATED = /(?<!\S)(?=\S{3,14}(?!\S))(\S+-\S+)/

const unbroken = (title: string): ViewNode[] =>
  title
    .split(HYPHENATED)
    .map((text, index) => (index % 2 === 1 ? h("span", { class: "auth-unbroken" }, text) : text))
    .filter((node) => node !== "")

/** Renders the card itself, between the app's own header and footer. The title's id is the card's id with `-title`. */
export function cardElement(view: CardView, part: string, ...children: ViewNode[]): ElementNode {
  const { id, className, page, lang, dir, scheme, tokens } = view
  const attributes = {
    class: ["auth-card", className].filter(Boolean).join(" "),
    "data-part": part,
    "data-scheme": scheme,
    lang,
    dir,
    "aria-labelledby": `${id}-title`,
  }
  const section = { ...h("section", attributes, slot("header"), ...children, slot("footer")), tokens }
  if (!page) return section
  return h("div", { class: "auth-page", "data-scheme": scheme }, h("main", { class: "auth-main" }, section))
}
