import { createElement, type ReactNode, type Ref } from "react"
import { isElement, isSlot, type AttributeValue, type ElementNode, type ViewNode } from "../view/node.ts"

/** A host's own content: above and below the card's, and around each way to sign in, which is named by its provider. */
export interface Slots {
  header?: ReactNode
  footer?: ReactNode
  beforeMethod?: (provider: string) => ReactNode
  afterMethod?: (provider: string) => ReactNode
  /** Entries of a menu, above signing out. */
  items?: ReactNode
  /** Below the passkeys of an account: the way to add one. */
  passkeys?: ReactNode
}

/** A form action as React has them. */
export type FormAction = (form: FormData) => void | Promise<void>

interface RenderContext {
  slots: Readonly<Record<string, unknown>>
  /** Instead of the address of every form that posts. */
  formAction?: FormAction | undefined
}

/** HTML attribute → React property, where they differ; what is missing keeps its name. */
const PROPERTIES: Readonly<Record<string, string | undefined>> = {
  class: "className",
  for: "htmlFor",
  tabindex: "tabIndex",
  value: "defaultValue",
  checked: "defaultChecked",
  formaction: "formAction",
  autocomplete: "autoComplete",
  autocapitalize: "autoCapitalize",
  autofocus: "autoFocus",
  enterkeyhint: "enterKeyHint",
  spellcheck: "spellCheck",
  inputmode: "inputMode",
  maxlength: "maxLength",
  referrerpolicy: "referrerPolicy",
}

/** Elements as React elements. Inputs keep what was typed: their values are initial ones. */
export function render(node: ViewNode, rendering: RenderContext, ref?: Ref<HTMLElement>): ReactNode {
  if (node === undefined || node === false) return null
  if (isSlot(node)) return slotContent(rendering.slots[node.slot], node.of)
  return isElement(node) ? renderElement(node, rendering, ref) : node
}

function slotContent(content: unknown, of: string | undefined): ReactNode {
  return (typeof content === "function" ? content(of) : content) as ReactNode // a host's slot, as its type asks
}

function renderElement(
  { tag, attributes, children, tokens }: ElementNode,
  rendering: RenderContext,
  ref?: Ref<HTMLElement>,
) {
  const properties = Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => toProperty(name, value, attributes)),
  )
  const style = tokens && Object.keys(tokens).length > 0 && { style: tokens }
  // React posts such a form itself, and where it does not run yet, to the page
  const posts = rendering.formAction && tag === "form" && { action: rendering.formAction, method: undefined }
  return createElement(
    tag,
    { ...properties, ...style, ...posts, ref },
    ...children.map((child) => render(child, rendering)),
  )
}

function toProperty(
  name: string,
  value: AttributeValue,
  { type }: ElementNode["attributes"],
): [string, AttributeValue] {
  if (name === "value" && type === "hidden") return [name, value]
  const empty = value === true && name.startsWith("data-") ? "" : value
  return [PROPERTIES[name] ?? name, empty === false ? undefined : empty]
}
