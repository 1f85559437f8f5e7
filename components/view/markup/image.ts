import { h, type Attributes, type ElementNode } from "../node.ts"
import type { LogoView } from "../../theme/theme.ts"

/** Renders an image without a text alternative. One with a dark variant follows the system's color scheme. */
export function image({ src, dark }: LogoView, attributes: Attributes): ElementNode {
  const plain = h("img", { ...attributes, src, alt: "" })
  return dark ? h("picture", {}, h("source", { media: "(prefers-color-scheme: dark)", srcset: dark }), plain) : plain
}
