import { isElement, isSlot, type AttributeValue, type ViewNode } from "../view/node.ts"

const VOID: ReadonlySet<string> = new Set(["img", "input", "link", "meta"])

const SPECIAL = /[&<>"']/

/** Text as it may stand in an element or in a quoted attribute. */
export function escaped(text: string): string {
  if (!SPECIAL.test(text)) return text
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** A host's own HTML, by the name of its place; a function where there is one place for each provider. */
export type HtmlSlots = Readonly<Record<string, string | ((of: string) => string) | undefined>>

/** Elements as HTML. A host's slot is filled with HTML of its own making, or left empty. */
export function print(node: ViewNode, slots: HtmlSlots = {}): string {
  if (node === undefined || node === false) return ""
  if (isSlot(node)) return filled(slots[node.slot], node.of)
  if (!isElement(node)) return escaped(node)
  const { tag, attributes, children } = node
  // Grown in place: a page has hundreds of attributes, and lists of them take longer than the text
  let text = `<${tag}`
  for (const name in attributes) text += attribute(name, attributes[name])
  text += ">"
  if (VOID.has(tag)) return text
  for (const child of children) text += print(child, slots)
  return `${text}</${tag}>`
}

function filled(content: HtmlSlots[string], of = ""): string {
  return (typeof content === "function" ? content(of) : content) ?? ""
}

function attribute(name: string, value: AttributeValue): string {
  if (value === undefined || value === false) return ""
  return value === true ? ` ${name}=""` : ` ${name}="${escaped(String(value))}"`
}
