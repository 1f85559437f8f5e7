import { h, type Attributes, type ElementNode, type ViewNode } from "../node.ts"
import type { CheckboxView, SharedCheckbox } from "../remember.ts"
import { hidden } from "./parts.ts"

const REMEMBER_INPUT = { name: "remember", value: "yes" }

/** A box to tick, in its label. */
function checkbox({ label, checked, hidden }: CheckboxView, look: Attributes, input: Attributes): ElementNode {
  const attributes = { class: "auth-check", type: "checkbox", ...input, checked }
  return h("label", { class: "auth-remember", "data-part": "remember", ...look, hidden }, h("input", attributes), label)
}

/** The one box of the card; a script tells every form what it says. */
export const cardCheckbox = (view: CheckboxView): ElementNode =>
  checkbox(view, { "data-later": true }, { "data-remember": true })

/** The box of a form with fields: it is seen where no script lets one stand for all. */
export const formCheckbox = (view: CheckboxView): ElementNode => checkbox(view, {}, REMEMBER_INPUT)

/** What a button's own form carries for the box that stands elsewhere. */
export const hiddenCheckbox = ({ checked }: CheckboxView): ElementNode =>
  h("input", { type: "checkbox", hidden: true, ...REMEMBER_INPUT, checked })

/** The buttons' box and its form. */
export function sharedCheckbox(view: SharedCheckbox): ViewNode[] {
  const { form, fields } = view
  return [
    h("form", { id: form, method: "post", hidden: true }, ...hidden(fields)),
    checkbox(view, {}, { ...REMEMBER_INPUT, form }),
  ]
}
