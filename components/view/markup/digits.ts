import type { FieldView } from "../fields.ts"
import { h, type ElementNode } from "../node.ts"

/** Renders one input for six digits, with a cell for each. It stays left-to-right, because codes are. */
export function digitsField(
  { label, error: _, invalid, focus, reveal: __, forgot: ___, ...view }: FieldView,
  alertId: string,
): ElementNode {
  const input = h("input", {
    ...view,
    dir: "ltr",
    "data-digits": true,
    "data-focus": focus,
    "aria-invalid": invalid ? "true" : undefined,
    "aria-describedby": invalid ? alertId : undefined,
  })
  return h(
    "div",
    { class: "auth-field", "data-part": "field" },
    h("label", { class: "auth-label", for: view.id }, label),
    h("div", { class: "auth-digits", dir: "ltr" }, input),
  )
}
