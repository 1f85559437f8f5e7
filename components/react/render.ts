import * as React from "react"
import type { ReactNode, Ref } from "react"
import type { AttributeValue, ElementNode, ViewNode } from "../view/node.ts"

/** An app's own content: above and below the card's, and around each sign-in method, by its provider id. */
export interface Slots {
  /** Shown at the top of the card. */
  header?: ReactNode
  /** Shown at the end of the card. */
  footer?: ReactNode
  /** Shown above each sign-in method. Gets the provider's id. */
  beforeMethod?: (provider: string) => ReactNode
  /** Shown below each sign-in method. Gets the provider's id. */
  afterMethod?: (provider: string) => ReactNode
  /**
   * Shown above the button of a form with fields, for example a captcha. Gets the provider's id, or the name of a
   * password card, such as `sign-up`.
   */
  beforeSubmit?: (form: string) => ReactNode
  /** Menu items above "Sign out". */
  items?: ReactNode
  /** Shown below an account's passkeys, to add one. */
  passkeys?: ReactNode
}

interface RenderContext {
  slots: Readonly<Record<string, unknown>>
  /** Replaces properties of each form. */
  formProperties?: object | undefined
}

const CAMEL_CASE =
  "tabIndex formAction formNoValidate autoComplete autoCapitalize autoFocus enterKeyHint spellCheck inputMode maxLength referrerPolicy srcSet"

/** Maps HTML attributes to React properties. Attributes that aren't listed keep their name. */
const PROPERTIES: Readonly<Record<string, string | undefined>> = {
  class: "className",
  for: "htmlFor",
  value: "defaultValue",
  checked: "defaultChecked",
  ...Object.fromEntries(CAMEL_CASE.split(" ").map((name) => [name.toLowerCase(), name])),
}

/** Renders nodes as React elements. An input's `value` is its initial one, so that it keeps what the user typed. */
export function render(node: ViewNode, rendering: RenderContext, ref?: Ref<HTMLElement>): ReactNode {
  if (!node || typeof node === "string") return node || null
  if ("slot" in node) {
    const content = rendering.slots[node.slot]
    return (typeof content === "function" ? content(node.of) : content) as ReactNode // the slot's type guarantees it
  }
  const { tag, attributes, children, tokens } = node
  return React.createElement(
    tag,
    { ...toProperties(attributes), style: tokens, ...(tag === "form" && rendering.formProperties), ref },
    ...children.map((child) => render(child, rendering)),
  )
}

/** Returns HTML attributes as React properties. */
export function toProperties(attributes: ElementNode["attributes"]): Record<string, AttributeValue> {
  return Object.fromEntries(Object.entries(attributes).map(([name, value]) => toProperty(name, value, attributes)))
}

function toProperty(
  name: string,
  value: AttributeValue,
  { type }: ElementNode["attributes"],
): [string, AttributeValue] {
  if (name === "value" && type === "submit") return [name, value]
  const empty = value === true && name.startsWith("data-") ? "" : value
  return [PROPERTIES[name] ?? name, empty === false ? undefined : empty]
}
