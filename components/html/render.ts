import { isElement, isSlot, type AttributeValue, type ViewNode } from "../view/node.ts"

const VOID_TAGS: ReadonlySet<string> = new Set(["img", "input", "link", "meta"])

const SPECIAL_CHARACTERS = /[&<>"']/

/** Text as it may stand in an element or in a quoted attribute. */
export function escapeHtml(text: string): string {
  if (!SPECIAL_CHARACTERS.test(text)) return text
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** A host's own HTML, by the name of its place; a function where there is one place for each provider. */
export type HtmlSlots = Readonly<Record<string, string | ((of: string) => string) | undefined>>

/** Elements as HTML. A host's slot is filled with HTML of its own making, or left empty. */
export function print(node: ViewNode, slots: HtmlSlots = {}): string {
  if (node === undefined || node === false) return ""
  if (isSlot(node)) return slotContent(slots[node.slot], node.of)
  if (!isElement(node)) return escapeHtml(node)
  const { tag, attributes, children } = node
  // Grown in place: a page has hundreds of attributes, and lists of them take longer than the text
  let text = `<${tag}`
  for (const name in attributes) text += printAttribute(name, attributes[name])
  text += ">"
  if (VOID_TAGS.has(tag)) return text
  for (const child of children) text += print(child, slots)
  return `${text}</${tag}>`
}

function slotContent(content: HtmlSlots[string], of = ""): string {
  return (typeof content === "function" ? content(of) : content) ?? ""
}

function printAttribute(name: string, value: AttributeValue): string {
  if (value === undefined || value === false) return ""
  return value === true ? ` ${name}=""` : ` ${name}="${escapeHtml(String(value))}"`
}
