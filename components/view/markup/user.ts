import { h, type ElementNode, type ViewNode } from "../node.ts"
import type { PersonView } from "../user.ts"
import { lead } from "./parts.ts"
import { textPart, unbroken } from "./unbroken.ts"

/** Renders a user's picture. The stylesheet places the initials below it, which show if the picture can't be loaded. */
export function avatar({ image, initials }: PersonView): ElementNode {
  return h(
    "span",
    { class: "auth-avatar", "data-letter": initials, "aria-hidden": "true" },
    image !== undefined && h("img", { src: image, alt: "", referrerpolicy: "no-referrer" }),
  )
}

export const isAddress = (text: string): boolean => /^\S+@\S+$/.test(text)

const AFTER_AT_OR_DOT = /(?<=@|\.(?=.*@))/

/**
 * Renders a text that may be an email address. A line that is too short for it breaks after the "@", or after a dot
 * before it. Later parts are elements, because Solid would insert a second text again with each change of the card.
 */
export function address(text: string, className = isAddress(text) ? "auth-address" : undefined): ElementNode {
  const [first = "", ...others] = text.split(AFTER_AT_OR_DOT)
  return h("bdi", { class: className }, first, ...others.flatMap((part) => [h("wbr", {}), h("span", {}, part)]))
}

/** Renders the account's name for password managers, which store the form's password with it. It isn't sent. */
export const usernameInput = (id: string, value: string): ElementNode =>
  h("input", { id: `${id}-account-name`, type: "text", hidden: true, autocomplete: "username", value })

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

// Keeps a hyphen with the character after it. An address that is longer than a line still breaks elsewhere
const HYPHEN = /(-.)/u

const FITS_A_PHONE = 28

/** Returns a sentence with an emphasized name or address. Only a long one breaks at its "@", and none at its hyphen. */
export function emphasized(before: string, name: string, after: string): readonly ViewNode[] {
  const parts = name.length > FITS_A_PHONE ? name.split(AFTER_AT_OR_DOT) : [name]
  const [first = "", ...others] = parts.map((part) => unbroken(part, HYPHEN))
  const content = [...first, ...others.flatMap((part) => [h("wbr", {}), h("span", {}, ...part)])]
  return [textPart(before), h("strong", { dir: "auto" }, ...content), textPart(after)]
}

/** Renders the sentence below a title, with an emphasized name or address. */
export const sentenceLead = ({ text, strong, after }: { text: string; strong: string | undefined; after: string }) =>
  lead(...(strong === undefined ? unbroken(text) : emphasized(text, strong, after)))
