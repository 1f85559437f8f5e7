import { createElement, type ReactNode } from "react"
import { isElement, isSlot, type AttributeValue, type ElementNode, type ViewNode } from "../view/node.ts"

/** A host's own content, by the name of its place. */
export type Slots = Readonly<Record<string, ReactNode>>

/** HTML attribute → React property, where they differ; what is missing keeps its name. */
const PROPERTIES: Readonly<Record<string, string | undefined>> = {
  class: "className",
  for: "htmlFor",
  tabindex: "tabIndex",
  value: "defaultValue",
  autocomplete: "autoComplete",
  autocapitalize: "autoCapitalize",
  spellcheck: "spellCheck",
  inputmode: "inputMode",
}

/** Elements as React elements. Inputs keep what was typed: their values are initial ones. */
export function render(node: ViewNode, slots: Slots = {}): ReactNode {
  if (node === undefined || node === false) return null
  if (isSlot(node)) return slots[node.slot] ?? null
  return isElement(node) ? element(node, slots) : node
}

function element({ tag, attributes, children, tokens }: ElementNode, slots: Slots): ReactNode {
  const properties = Object.entries(attributes).map(([name, value]) => property(name, value, attributes))
  return createElement(
    tag,
    { ...Object.fromEntries(properties), ...(tokens && Object.keys(tokens).length > 0 && { style: tokens }) },
    ...children.map((child) => render(child, slots)),
  )
}

function property(name: string, value: AttributeValue, { type }: ElementNode["attributes"]): [string, AttributeValue] {
  if (name === "value" && type === "hidden") return [name, value]
  const empty = value === true && name.startsWith("data-") ? "" : value
  return [PROPERTIES[name] ?? name, empty === false ? undefined : empty]
}
