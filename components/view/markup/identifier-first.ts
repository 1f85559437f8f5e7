import type { IdentifierFirstView } from "../identifier-first.ts"
import { h, isElement, type ElementNode, type ViewNode } from "../node.ts"
import { personView } from "../user.ts"
import { link } from "./parts.ts"
import { passkeyButton } from "./passkey-button.ts"
import { passwordFormMarkup } from "./password-form.ts"
import { divider, providerButtons, signInMarkup } from "./sign-in.ts"
import { avatar } from "./user.ts"

/** Renders the step that asks for the address, or the methods for it. */
export function identifierFirstMarkup(view: IdentifierFirstView): ElementNode {
  if (view.step === "method") return withAccount(signInMarkup(view.card), view)
  const { form, others } = view
  const { groups, passkey, id } = others
  const buttons = groups.flatMap((group) => (group.kind === "buttons" ? [providerButtons(group, id)] : []))
  return passwordFormMarkup(form, {
    after: [
      buttons.length > 0 && divider(others),
      buttons.length > 0 && h("div", { class: "auth-methods", "data-part": "methods" }, ...buttons),
      passkey && passkeyButton(passkey, { variant: "plain" }),
    ],
  })
}

type MethodStep = Extract<IdentifierFirstView, { step: "method" }>

/** Adds the account above the methods, and the address to each form with fields. */
function withAccount(node: ElementNode, view: MethodStep): ElementNode {
  const { "data-part": part } = node.attributes
  const first = part === "methods" ? account(view) : node.tag === "form" && part === "form" && address(view)
  const children = node.children.map((child): ViewNode => (isElement(child) ? withAccount(child, view) : child))
  return { ...node, children: first ? [first, ...children] : children }
}

const account = ({ identifier, change }: MethodStep) =>
  h(
    "div",
    { class: "auth-row auth-panel", "data-part": "account" },
    avatar(personView({ name: identifier }), "small"),
    h("bdi", { class: "auth-nameplate auth-address", title: identifier }, identifier),
    link(change.label, change.href),
  )

// Hidden by an attribute and not by its type, so that password managers know the account
const address = ({ identifier }: MethodStep) =>
  h("input", { type: "email", name: "email", hidden: true, autocomplete: "username", value: identifier })
