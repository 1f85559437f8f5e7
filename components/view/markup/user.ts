import { h, type ElementNode } from "../node.ts"
import type { PersonView } from "../user.ts"

/** Renders a user's picture. The stylesheet places the initials below it, which show if the picture can't be loaded. */
export function avatar({ image, initials }: PersonView): ElementNode {
  return h(
    "span",
    { class: "auth-avatar", "data-initials": initials, "aria-hidden": "true" },
    image !== undefined && h("img", { src: image, alt: "", referrerpolicy: "no-referrer" }),
  )
}

export const isAddress = (text: string): boolean => /^\S+@\S+$/.test(text)

/**
 * Renders a text that may be an email address. A line that is too short for it breaks after the "@", or after a dot
 * before it. Later parts are elements, because Solid would insert a second text again with each change of the card.
 */
export function address(text: string, className = isAddress(text) ? "auth-address" : undefined): ElementNode {
  const [first = "", ...others] = text.split(/(?<=@|\.(?=.*@))/)
  return h("bdi", { class: className }, first, ...others.flatMap((part) => [h("wbr", {}), h("span", {}, part)]))
}

/** Renders the name with the email address below it. */
export function nameplate({ name, email }: PersonView): ElementNode {
  return h(
    "div",
    { class: "auth-nameplate" },
    h("p", { class: "auth-name" }, h("bdi", {}, name)),
    email !== undefined && h("p", { class: "auth-note" }, address(email)),
  )
}

/** Renders the name with the email address below it, for a button, which holds no blocks. */
export function personText({ name, email }: PersonView): ElementNode {
  return h(
    "span",
    { class: "auth-nameplate" },
    h("span", { class: "auth-name" }, h("bdi", {}, name)),
    email !== undefined && h("span", { class: "auth-note" }, address(email)),
  )
}
