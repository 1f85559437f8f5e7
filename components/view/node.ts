/** A value of an attribute; false and undefined leave it out, true writes it empty. */
export type AttributeValue = string | number | boolean | undefined

/** Attributes by their HTML names. */
export type Attributes = Readonly<Record<string, AttributeValue>>

/** An element as a value; every rendering prints the same ones. */
export interface ElementNode {
  readonly tag: string
  readonly attributes: Attributes
  /** A hole (`undefined` or `false`) keeps the places of what stands behind it, so that nothing is mounted anew. */
  readonly children: readonly ViewNode[]
  /** Custom properties of this element, for renderings that may write a style. */
  readonly tokens?: Readonly<Record<string, string>> | undefined
}

/** A place where a host's own content stands. */
export interface SlotNode {
  readonly slot: string
  /** What it stands beside, such as a provider's id, where there is one place for each. */
  readonly of?: string | undefined
}

export type ViewNode = ElementNode | SlotNode | string | undefined | false

/** Makes an element. */
export function h(tag: string, attributes: Attributes, ...children: readonly ViewNode[]): ElementNode {
  return { tag, attributes, children }
}

/** Makes a place for a host's content. */
export const slot = (name: string, of?: string): SlotNode => ({ slot: name, of })

/** Whether a node is an element. */
export const isElement = (node: ViewNode): node is ElementNode => typeof node === "object" && "tag" in node

/** Whether a node is a host's place. */
export const isSlot = (node: ViewNode): node is SlotNode => typeof node === "object" && "slot" in node
