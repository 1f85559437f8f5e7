import { h, slot, type ElementNode, type ViewNode } from "../node.ts"
import type { ButtonMethod, FormMethod } from "../sign-in.ts"
import { field, hidden, mark, submit } from "./parts.ts"
import { carriedBox, ownBox } from "./remember.ts"

/** One way to sign in, between what the host puts before and after it. `card` begins the ids of the card around it. */
export function method(view: ButtonMethod | FormMethod, card: string): ViewNode[] {
  const form = view.kind === "form" ? formMethod(view, card) : buttonMethod(view)
  return [slot("beforeMethod", view.id), form, slot("afterMethod", view.id)]
}

function buttonMethod(method: ButtonMethod): ElementNode {
  const { id, action, label, short, logo, badge, busy, fill, popup, remember, sends } = method
  const name = short === undefined && badge === undefined ? undefined : [label, badge].filter(Boolean).join(", ")
  const image =
    logo === undefined
      ? method.mark && mark(method.mark, fill !== undefined)
      : h("img", { class: "auth-mark", src: logo, alt: "", width: 18, height: 18 })
  return h(
    "form",
    { class: "auth-form", method: "post", action, "data-part": "provider", "data-provider": id, "data-popup": popup },
    ...hidden(method.hidden),
    remember && carriedBox(remember),
    submit(short ?? label, { sends, action, busy, variant: fill ? "primary" : "provider", name, fill }, image),
    badge !== undefined && h("span", { class: "auth-badge", "aria-hidden": "true" }, badge),
  )
}

function formMethod(
  { id, action, fields, label, primary, busy, badge, fill, remember, ...method }: FormMethod,
  card: string,
): ElementNode {
  return h(
    "form",
    { class: "auth-form", method: "post", action, "data-part": "form", "data-provider": id },
    ...hidden(method.hidden),
    ...fields.map((one) => field(one, `${card}-alert`)),
    remember && ownBox(remember),
    submit(label, {
      busy,
      variant: primary || fill ? "primary" : "secondary",
      fill,
      name: badge === undefined ? undefined : `${label}, ${badge}`,
    }),
    badge !== undefined && h("span", { class: "auth-badge", "aria-hidden": "true" }, badge),
  )
}
