import type { ElementNode } from "../node.ts"
import { link } from "./parts.ts"

/** Renders a link that looks like a button. */
export const buttonLink = (label: string, href: string, variant: string, size?: "small"): ElementNode =>
  link(label, href, { class: "auth-button", "data-variant": variant, "data-size": size })
