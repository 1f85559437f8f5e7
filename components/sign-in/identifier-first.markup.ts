import type { IdentifierFirstView, IdentifierView, MethodView } from "./identifier-first.view.ts"
import { h, isElement, slot, type AttributeValue, type ElementNode, type ViewNode } from "../view/node.ts"
import { personView } from "../view/user.ts"
import { card } from "../view/markup/card.ts"
import { alert, field, footerLine, hidden, lead, link, status, submit } from "../view/markup/parts.ts"
import { passkeyButton } from "../passkeys/passkey-button.markup.ts"
import { divider, providerButtons, signInMarkup } from "./sign-in.markup.ts"
import { unbroken } from "../view/markup/unbroken.ts"
import { address as emailAddress, avatar } from "../view/markup/user.ts"

/** Renders the step that asks for the address, or the methods for it. */
export const identifierFirstMarkup = (view: IdentifierFirstView): ElementNode =>
  view.step === "method" ? withAccount(signInMarkup(view.card), view) : identifierMarkup(view)

function identifierMarkup({ card: view, form, text, title }: IdentifierView): ElementNode {
  const { groups, passkey, id, notice, footer, footerLinks } = view
  const buttons = groups.flatMap((group) => (group.kind === "buttons" ? [providerButtons(group, id)] : []))
  return card(
    view,
    "sign-in",
    { level: view.level, lead: lead(...unbroken(text)), title: unbroken(title) },
    h(
      "form",
      { class: "auth-form", method: "post", action: form.action, "data-part": "form" },
      ...hidden(form.hidden),
      alert(id, view.alert),
      notice !== undefined && h("p", { class: "auth-notice", "data-part": "notice" }, notice),
      field(form.field, `${id}-alert`),
      slot("beforeSubmit", "sign-in"),
      submit(form.label, { busy: form.busy }),
    ),
    buttons.length > 0 && divider(view),
    buttons.length > 0 && h("div", { class: "auth-methods", "data-part": "methods" }, ...buttons),
    passkey && passkeyButton(passkey, { variant: "plain" }),
    (footer || footerLinks) && footerLine(footer, footerLinks),
    status(view.status, view.waiting),
  )
}

/** Adds the account above the methods, and the address to each form with fields. */
function withAccount(node: ElementNode, view: MethodView): ElementNode {
  const { "data-part": part } = node.attributes
  const first =
    part === "methods" ? account(view) : part === "form" && addressInput(view, node.attributes["data-provider"])
  const children = node.children.map((child): ViewNode => (isElement(child) ? withAccount(child, view) : child))
  return { ...node, children: first ? [first, ...children] : children }
}

const account = ({ identifier, change }: MethodView) =>
  h(
    "div",
    { class: "auth-row auth-panel", "data-part": "account" },
    avatar(personView({ name: identifier })),
    emailAddress(identifier, "auth-nameplate"),
    link(change.label, change.href),
  )

/** Renders the address of a form. An attribute hides it, not its type, so that password managers know the account. */
export const addressInput = ({ identifier, card: { id } }: MethodView, provider: AttributeValue) =>
  h("input", {
    id: `${id}-${String(provider)}-email`,
    type: "email",
    name: "email",
    hidden: true,
    autocomplete: "username",
    value: identifier,
  })
