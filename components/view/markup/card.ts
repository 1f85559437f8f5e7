import { h, slot, type ElementNode, type ViewNode } from "../node.ts"
import { image } from "./image.ts"
import type { BaseView, CardView } from "../types.ts"

interface CardHead {
  /** An icon for the state of the screen. It is at the corner of the logo. */
  state?: ViewNode
  level?: number | undefined
  lead?: ViewNode
  /** The title as elements. */
  title?: readonly ViewNode[]
}

/** Renders the card around a screen: the brand, the title, a line below it, and the screen's own parts. */
export function card(
  view: CardView,
  part: string,
  { state, level = 1, lead, title = [view.title] }: CardHead,
  ...children: ViewNode[]
): ElementNode {
  const header = h(
    "header",
    { class: "auth-head", "data-part": "head" },
    brand(view, state),
    h(`h${level}`, { class: "auth-title", id: `${view.id}-title` }, ...title),
    lead,
  )
  return cardElement(view, part, header, ...children)
}

// The logo, or a tile with the first letter of the site's name, as in emails
function brand({ logo, letter }: CardView, state: ViewNode): ElementNode | undefined {
  const mark = logo
    ? image(logo, { class: "auth-logo", height: 40 })
    : letter !== undefined && h("span", { class: "auth-tile", "aria-hidden": "true" }, letter)
  return mark || state ? h("span", { class: "auth-brand" }, mark, state) : undefined
}

/** Renders the card itself, between the app's own header and footer. The title's id is the card's id with `-title`. */
export function cardElement(view: BaseView, part: string, ...children: ViewNode[]): ElementNode {
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
