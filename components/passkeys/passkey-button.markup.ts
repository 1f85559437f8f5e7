import { icon, key } from "../view/icons.ts"
import type { ElementNode } from "../view/node.ts"
import type { PasskeyButtonView } from "../view/types.ts"
import { button, logoElement, withLook } from "../view/markup/parts.ts"

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
    "aria-label": badge && `${label}, ${badge}`,
  }
  const image = logoElement(logo) ?? icon(key)
  return withLook(button(label, busy, attributes, image), view)
}
