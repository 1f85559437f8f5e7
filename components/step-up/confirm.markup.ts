import type { ConfirmCardView } from "./confirm.view.ts"
import { icon } from "../view/icons.ts"
import { previous, shield } from "../view/more-icons.ts"
import { h, type ElementNode, type ViewNode } from "../view/node.ts"
import { card } from "../view/markup/card.ts"
import { resendForm } from "../view/markup/notice.ts"
import { button, disc, status } from "../view/markup/parts.ts"
import { choiceLinks, proofForm } from "../two-step/step.markup.ts"
import { unbroken } from "../view/markup/unbroken.ts"
import { address, avatar, sentenceLead, usernameInput } from "../view/markup/user.ts"

/** Renders the confirmation: a card on a page, or a modal dialog that the page's script opens. */
export function confirmMarkup(view: ConfirmCardView): ElementNode {
  const { id, dialog, actionName, back, form, person, cancel } = view
  const account =
    person === undefined
      ? []
      : [
          h(
            "div",
            { class: "auth-row auth-panel", "data-part": "account" },
            avatar(person),
            address(person.name, "auth-nameplate"),
          ),
          form.field?.reveal && usernameInput(id, person.name), // passkeys need it too
        ]
  const buttons = (send: ElementNode) =>
    h("div", { class: "auth-providers", "data-layout": "pair" }, button(cancel, false, CANCEL), send)
  const stacked = form.passkey !== undefined || view.method === "provider" // their labels need the whole width
  const content: ViewNode[] = [
    back && h("a", { class: "auth-back auth-link", href: back.href, rel: "external" }, icon(previous), back.label),
    proofForm(form, {
      id,
      before: account,
      alert: view.alert,
      buttons: dialog && !stacked ? buttons : undefined,
    }),
    dialog && stacked && button(cancel, false, CANCEL),
    view.again && resendForm(view.again),
    choiceLinks(view.others),
    status(view.status, view.waiting),
  ]
  const head = {
    state: dialog ? undefined : disc(shield),
    title: unbroken(view.title),
    lead: h("div", {}, actionName !== undefined && h("p", { class: "auth-action" }, actionName), sentenceLead(view)),
  }
  const element = card(
    dialog ? { ...view, page: false, logo: undefined, letter: undefined } : view,
    "confirm",
    head,
    ...content,
  )
  if (!dialog) return element
  return h("dialog", { class: "auth-dialog", "aria-labelledby": `${id}-title` }, element)
}

const CANCEL = { type: "button", "data-cancel": true }
