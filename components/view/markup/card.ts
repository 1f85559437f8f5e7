import { h, slot, type ElementNode, type ViewNode } from "../node.ts"
import { image } from "./image.ts"
import type { CardView } from "../types.ts"

interface CardHead {
  /** Shown if the app has no logo. */
  head?: ViewNode
  level?: number | undefined
  lead?: ViewNode
  /** The title as elements. */
  title?: readonly ViewNode[]
}

/** Renders the card around a screen: logo or icon, title, a line below it, and the screen's own parts. */
export function card(
  view: CardView,
  part: string,
  { head, level = 1, lead, title = [view.title] }: CardHead,
  ...children: ViewNode[]
): ElementNode {
  const header = h(
    "header",
    { class: "auth-head", "data-part": "head" },
    view.logo ? image(view.logo, { class: "auth-logo", height: 40 }) : head,
    h(`h${level}`, { class: "auth-title", id: `${view.id}-title` }, ...title),
    lead,
  )
  return cardElement(view, part, header, ...children)
}

/** Renders the card itself, between the app's own header and footer. The title's id is the card's id with `-title`. */
export function cardElement(view: CardView, part: string, ...children: ViewNode[]): ElementNode {
  const { id, page, lang, dir, scheme, tokens } = view
  const attributes = {
    class: "auth-card",
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
