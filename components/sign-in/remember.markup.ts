import { h, type Attributes, type ElementNode, type ViewNode } from "../view/node.ts"
import type { CheckboxView, SharedCheckbox } from "./remember.view.ts"
import { hidden } from "../view/markup/parts.ts"

const REMEMBER_INPUT = { name: "remember", value: "yes" }

/** Renders a checkbox inside its label. */
function checkbox({ label, checked, hidden }: CheckboxView, look: Attributes, input: Attributes): ElementNode {
  const attributes = { class: "auth-check", type: "checkbox", ...input, checked }
  return h("label", { class: "auth-remember", "data-part": "remember", ...look, hidden }, h("input", attributes), label)
}

/** Renders the card's one checkbox. A script copies it to every form. */
export const cardCheckbox = (view: CheckboxView): ElementNode =>
  checkbox(view, { "data-later": true }, { "data-remember": true })

/** Renders the checkbox of a form with fields. It is visible unless a script lets one checkbox stand for all. */
export const formCheckbox = (view: CheckboxView): ElementNode =>
  checkbox(view, {}, { ...REMEMBER_INPUT, "data-remember": view.shared })

/** Renders the hidden checkbox of a button's own form, which has the value of the visible one. */
export const hiddenCheckbox = ({ checked }: CheckboxView): ElementNode =>
  h("input", { type: "checkbox", hidden: true, ...REMEMBER_INPUT, checked })

/**
 * Renders the buttons' checkbox and its form. Without them, their places stay empty: frameworks create later elements
 * anew if they move, and the user may have typed into them.
 */
export const sharedCheckbox = (view: SharedCheckbox | undefined): ViewNode[] => [
  view && h("form", { id: view.form, method: "post", hidden: true }, ...hidden(view.fields)),
  view && checkbox(view, {}, { ...REMEMBER_INPUT, form: view.form }),
]
