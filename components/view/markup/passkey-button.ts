import { icon, key } from "../icons.ts"
import type { ElementNode } from "../node.ts"
import type { PasskeyButtonView } from "../types.ts"
import { badgeElement, button, logoElement } from "./parts.ts"

/** Renders a passkey button. It submits nothing by itself, because only a script can request a passkey. */
export function passkeyButton(view: PasskeyButtonView, look: { variant: string; size?: "small" }): ElementNode {
  const { provider, action, label, busy, hidden, later, badge, logo, fill } = view
  const attributes = {
    type: "button",
    hidden,
    "data-later": later,
    "data-variant": fill ? "primary" : look.variant,
    "data-size": look.size,
    "data-passkey": provider,
    "data-action": action,
    "aria-label": badge === undefined ? undefined : `${label}, ${badge}`,
  }
  const plain = button(label, busy, attributes, logo === undefined ? icon(key) : logoElement(logo))
  return { ...plain, children: [...plain.children, badge !== undefined && badgeElement(badge)], tokens: fill }
}
