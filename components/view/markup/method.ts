import { h, slot, type ViewNode } from "../node.ts"
import type { ButtonMethod, FormMethod } from "../sign-in.ts"
import { field, hidden, mark, submit } from "./parts.ts"
import { carriedBox, ownBox } from "./remember.ts"

/** One way to sign in, between what the host puts before and after it. `card` begins the ids of the card around it. */
export function method(view: ButtonMethod | FormMethod, card: string): ViewNode[] {
  const { id, action, badge } = view
  const isForm = view.kind === "form"
  const attributes = {
    class: "auth-form",
    method: "post",
    action,
    "data-part": isForm ? "form" : "provider",
    "data-provider": id,
    "data-popup": !isForm && view.popup,
  }
  const form = h(
    "form",
    attributes,
    ...hidden(view.hidden),
    ...(isForm ? filledIn(view, card) : pressed(view)),
    badge !== undefined && h("span", { class: "auth-badge", "aria-hidden": "true" }, badge),
  )
  return [slot("beforeMethod", id), form, slot("afterMethod", id)]
}

/** What a button is called by who does not see the badge beside it. */
const nameOf = ({ label, badge }: ButtonMethod | FormMethod) => (badge === undefined ? label : `${label}, ${badge}`)

function pressed(view: ButtonMethod): ViewNode[] {
  const { action, label, short = label, logo, busy, fill, remember, sends } = view
  const image =
    logo === undefined
      ? view.mark && mark(view.mark, fill !== undefined)
      : h("img", { class: "auth-mark", src: logo, alt: "", width: 18, height: 18 })
  const look = { sends, action, busy, variant: fill ? "primary" : "provider", name: nameOf(view), fill }
  return [remember && carriedBox(remember), submit(short, look, image)]
}

function filledIn(view: FormMethod, card: string): ViewNode[] {
  const { fields, label, primary, busy, fill, remember } = view
  const variant = primary || fill ? "primary" : "secondary"
  return [
    ...fields.map((one) => field(one, `${card}-alert`)),
    remember && ownBox(remember),
    submit(label, { busy, variant, fill, name: nameOf(view) }),
  ]
}
