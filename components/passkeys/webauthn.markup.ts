import { h, type ElementNode } from "../view/node.ts"
import type { WebAuthnView } from "./webauthn.view.ts"
import { alert, status } from "../view/markup/parts.ts"
import { passkeyButton } from "./passkey-button.markup.ts"

/** Renders a passkey button without a card around it. */
export function webAuthnMarkup(view: WebAuthnView): ElementNode {
  const { id, scheme, lang, dir, tokens, button } = view
  const attributes = { class: "auth-part", "data-scheme": scheme, lang, dir }
  const children = [alert(id, view.alert), passkeyButton(button, { variant: view.variant }), status(view.status)]
  return { ...h("div", { ...attributes, "data-part": "webauthn" }, ...children), tokens }
}
