import { icon, key } from "../icons.ts"
import { h, type ElementNode } from "../node.ts"
import type { PasskeyButtonView } from "../types.ts"

/** It posts nothing by itself: without a script nobody can be asked for a passkey. */
export function passkeyButton(
  { provider, action, label, busy, hidden, badge }: PasskeyButtonView,
  look: { variant: string; size?: "small" },
): ElementNode {
  const attributes = {
    class: "auth-button",
    type: "button",
    hidden,
    "data-later": true,
    "data-variant": look.variant,
    "data-size": look.size,
    "data-passkey": provider,
    "data-action": action,
    "aria-busy": busy ? "true" : undefined,
    "aria-disabled": busy ? "true" : undefined,
  }
  return h(
    "button",
    attributes,
    h("span", { class: "auth-spinner", "aria-hidden": "true" }),
    icon(key),
    h("span", { class: "auth-label" }, label),
    badge !== undefined && h("span", { class: "auth-badge" }, badge),
  )
}
