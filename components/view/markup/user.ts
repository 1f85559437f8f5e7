import { h, type ElementNode } from "../node.ts"
import type { PersonView } from "../user.ts"

/** A person's picture; their initials, drawn by the stylesheet, lie below it and are seen where it cannot be loaded. */
export function avatar({ image, initials }: PersonView, size: "small" | "large"): ElementNode {
  return h(
    "span",
    { class: "auth-avatar", "data-size": size, "data-initials": initials, "aria-hidden": "true" },
    image !== undefined && h("img", { src: image, alt: "", referrerpolicy: "no-referrer" }),
  )
}

/** Name and address, one below the other. */
export function nameplate({ name, email }: PersonView, title?: ElementNode): ElementNode {
  return h(
    "div",
    { class: "auth-nameplate" },
    title ?? h("p", { class: "auth-name" }, h("bdi", {}, name)),
    email !== undefined && h("p", { class: "auth-note" }, h("bdi", {}, email)),
  )
}
