import { icon, key } from "../icons.ts"
import { h, type ElementNode } from "../node.ts"
import type { PasskeyButtonView } from "../types.ts"
import { button } from "./parts.ts"

/** It posts nothing by itself: without a script nobody can be asked for a passkey. */
export function passkeyButton(
  { provider, action, label, busy, hidden, later, badge }: PasskeyButtonView,
  look: { variant: string; size?: "small" },
): ElementNode {
  const attributes = {
    type: "button",
    hidden,
    "data-later": later,
    "data-variant": look.variant,
    "data-size": look.size,
    "data-passkey": provider,
    "data-action": action,
  }
  const plain = button(label, busy, attributes, icon(key))
  return { ...plain, children: [...plain.children, badge !== undefined && h("span", { class: "auth-badge" }, badge)] }
}
