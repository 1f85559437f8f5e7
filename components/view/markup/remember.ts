import { h, type Attributes, type ElementNode, type ViewNode } from "../node.ts"
import type { BoxView, SharedBox } from "../remember.ts"
import { hidden } from "./parts.ts"

const FIELD = { name: "remember", value: "yes" }

/** A box to tick, in its label. */
function box({ label, checked, hidden }: BoxView, look: Attributes, input: Attributes): ElementNode {
  const attributes = { class: "auth-check", type: "checkbox", ...input, checked }
  return h("label", { class: "auth-remember", "data-part": "remember", ...look, hidden }, h("input", attributes), label)
}

/** The one box of the card; a script tells every form what it says. */
export const oneForAll = (view: BoxView): ElementNode => box(view, { "data-later": true }, { "data-remember": true })

/** The box of a form with fields: it is seen where no script lets one stand for all. */
export const ownBox = (view: BoxView): ElementNode => box(view, {}, FIELD)

/** What a button's own form carries for the box that stands elsewhere. */
export const carriedBox = ({ checked }: BoxView): ElementNode =>
  h("input", { type: "checkbox", hidden: true, ...FIELD, checked })

/** The buttons' box and its form. */
export function sharedBox(view: SharedBox): ViewNode[] {
  const { form, fields } = view
  return [h("form", { id: form, method: "post", hidden: true }, ...hidden(fields)), box(view, {}, { ...FIELD, form })]
}
