import { h, type ElementNode } from "../view/node.ts"
import type { ProviderButtonView } from "./provider-button.view.ts"
import { methodMarkup } from "./method.markup.ts"
import { alert } from "../view/markup/parts.ts"

/** Renders one sign-in method, without a card around it. */
export function providerButtonMarkup(view: ProviderButtonView): ElementNode {
  const { scheme, lang, dir, tokens } = view
  const attributes = { class: "auth-part", "data-scheme": scheme, lang, dir }
  const content = view.method ? methodMarkup(view.method, view.id) : []
  return {
    ...h("div", { ...attributes, "data-part": "provider-button" }, alert(view.id, view.alert), ...content),
    tokens,
  }
}
