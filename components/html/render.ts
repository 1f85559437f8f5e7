import { isElement, isSlot, type AttributeValue, type ViewNode } from "../view/node.ts"
import type { SignInProvider } from "../view/types.ts"

const VOID_TAGS: ReadonlySet<string> = new Set(["img", "input", "link", "meta", "source", "wbr"])

const SPECIAL_CHARACTERS = /[&<>"']/

/**
 * Escapes text for an element or a quoted attribute. A user or an identity provider chooses names, addresses and
 * pictures, so they may contain tags.
 *
 * @example
 * res.send(`<p>Hello ${escapeHtml(session.user.name ?? "")}</p>`)
 */
export function escapeHtml(text: string): string {
  if (!SPECIAL_CHARACTERS.test(text)) return text
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** An app's own HTML by slot. Use a function if the slot exists once per provider. */
export type HtmlSlots = Readonly<Record<string, string | ((of: string) => string) | undefined>>

/** Renders nodes as HTML. A slot gets the app's own HTML, or stays empty. */
export function renderHtml(node: ViewNode, slots: HtmlSlots = {}): string {
  if (node === undefined || node === false) return ""
  if (isSlot(node)) return slotContent(slots[node.slot], node.of)
  if (!isElement(node)) return escapeHtml(node)
  const { tag, attributes, children } = node
  // Appends in place, because joining lists of a page's hundreds of attributes takes longer
  let text = `<${tag}`
  for (const name in attributes) text += printAttribute(name, attributes[name])
  text += ">"
  if (VOID_TAGS.has(tag)) return text
  for (const child of children) text += renderHtml(child, slots)
  return `${text}</${tag}>`
}

function slotContent(content: HtmlSlots[string], of = ""): string {
  return (typeof content === "function" ? content(of) : content) ?? ""
}

function printAttribute(name: string, value: AttributeValue): string {
  if (value === undefined || value === false) return ""
  return value === true ? ` ${name}=""` : ` ${name}="${escapeHtml(String(value))}"`
}

/** Returns whether the app adds the same to the form of each provider. A joined form has it once. */
export function hasSameContent(providers: readonly SignInProvider[], slots: HtmlSlots = {}): boolean {
  const forms = providers.filter(({ type }) => type === "email" || type === "credentials")
  return new Set(forms.map(({ id }) => slotContent(slots["beforeSubmit"], id))).size <= 1
}
