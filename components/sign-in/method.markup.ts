import { h, slot, type ElementNode, type ViewNode } from "../view/node.ts"
import type { ButtonMethod, FormMethod, EmailButton } from "./sign-in-methods.view.ts"
import { alert, field, hidden, logoElement, mark, submit } from "../view/markup/parts.ts"
import { hiddenCheckbox, formCheckbox } from "./remember.markup.ts"

/** Renders a sign-in method, between the app's own content before and after it. `card` is the prefix of the ids. */
export function methodMarkup(view: ButtonMethod | FormMethod, card: string): ViewNode[] {
  const { id, action } = view
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
    ...(isForm ? formContent(view, card) : buttonContent(view)),
  )
  return [slot("beforeMethod", id), form, slot("afterMethod", id)]
}

/** The button's accessible name, for users who can't see its badge. */
export const accessibleName = ({ label, badge }: Pick<FormMethod, "label" | "badge">) =>
  badge ? `${label}, ${badge}` : label

function buttonContent(view: ButtonMethod): ViewNode[] {
  const { label, short = label, fill, remember } = view
  const image = logoElement(view.logo) ?? (view.mark && mark(view.mark, fill !== undefined))
  const look = { ...view, variant: fill ? "primary" : "provider", name: accessibleName(view) }
  return [remember && hiddenCheckbox(remember), submit(short, look, image)]
}

function formContent(view: FormMethod, card: string): ViewNode[] {
  const { id, fields, label, remember, email } = view
  const variant = view.primary || view.fill ? "primary" : "secondary"
  const region = `${card}-${id}`
  return [
    alert(region, view.alert, !fields.some(({ focus }) => focus)),
    ...fields.map((one) => field(one, `${region}-alert`)),
    remember && formCheckbox(remember),
    slot("beforeSubmit", id),
    submit(label, { ...view, variant, name: accessibleName(view) }, logoElement(view.logo)),
    email && emailButton(email),
  ]
}

/** Renders the button that sends the form's address to the email provider, whatever the password. */
function emailButton(view: EmailButton): ElementNode {
  const button = submit(view.label, { ...view, variant: "secondary", name: accessibleName(view) })
  // After the form's own field of this name, so that its value counts
  const target = view.action === undefined ? { name: "providerId", value: view.id } : { formaction: view.action }
  const attributes = { ...button.attributes, ...target, formnovalidate: true, "data-provider": view.id }
  return { ...button, attributes }
}
