import { isElement, isSlot, type AttributeValue, type ViewNode } from "../view/node.ts"

const VOID: ReadonlySet<string> = new Set(["img", "input", "link", "meta"])

/** Text as it may stand in an element or in a quoted attribute. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** A host's own HTML, by the name of its place; a function where there is one place for each provider. */
export type HtmlSlots = Readonly<Record<string, string | ((of: string) => string) | undefined>>

/** Elements as HTML. A host's slot is filled with HTML of its own making, or left empty. */
export function print(node: ViewNode, slots: HtmlSlots = {}): string {
  if (node === undefined || node === false) return ""
  if (isSlot(node)) return filled(slots[node.slot], node.of)
  if (!isElement(node)) return escaped(node)
  const attributes = Object.entries(node.attributes)
    .map(([name, value]) => attribute(name, value))
    .join("")
  if (VOID.has(node.tag)) return `<${node.tag}${attributes}>`
  return `<${node.tag}${attributes}>${node.children.map((child) => print(child, slots)).join("")}</${node.tag}>`
}

function filled(content: HtmlSlots[string], of = ""): string {
  return (typeof content === "function" ? content(of) : content) ?? ""
}

function attribute(name: string, value: AttributeValue): string {
  if (value === undefined || value === false) return ""
  return value === true ? ` ${name}=""` : ` ${name}="${escaped(String(value))}"`
}
