import type { CardProps } from "./types.ts"

/** An attribute's value. `false` and `undefined` omit the attribute, `true` renders it empty. */
export type AttributeValue = string | number | boolean | undefined

/** Attributes by their HTML names. */
export type Attributes = Readonly<Record<string, AttributeValue>>

/** An element as a value. Every framework renders the same ones. */
export interface ElementNode {
  readonly tag: string
  readonly attributes: Attributes
  /** A hole (`undefined` or `false`) keeps the positions of later children, so that they aren't mounted again. */
  readonly children: readonly ViewNode[]
  /** Custom properties of this element, for renderings that allow inline styles. */
  readonly tokens?: Readonly<Record<string, string>> | undefined
}

/** A place for the app's own content. */
export interface SlotNode {
  readonly slot: string
  /** The id of the place's owner, such as a provider, if there are several. */
  readonly of?: string | undefined
}

/** A child of an element: another element, a place for your own content, or text. */
export type ViewNode = ElementNode | SlotNode | string | undefined | false

/** Creates an element. Astro's router must not send a form itself: it can't follow a redirect to a provider. */
export function h(tag: string, attributes: Attributes, ...children: readonly ViewNode[]): ElementNode {
  return { tag, attributes: { "data-astro-reload": tag === "form" || undefined, ...attributes }, children }
}

/** Creates a place for the app's own content. */
export const slot = (name: string, of?: string): SlotNode => ({ slot: name, of })

export const isElement = (node: ViewNode): node is ElementNode => typeof node === "object" && "tag" in node

/** Returns whether a node is a place for the app's own content. */
export const isSlot = (node: ViewNode): node is SlotNode => typeof node === "object" && "slot" in node

/** Returns the text of an element that contains nothing else. */
export function onlyText({ children: [text, ...more] }: ElementNode): string | undefined {
  return typeof text === "string" && more.length === 0 ? text : undefined
}

/** Adds the app's own classes to the parts of a component, after Latchkit's. */
export function withClassNames(
  tree: ElementNode,
  { classNames, className, class: other }: Pick<CardProps, "class" | "className" | "classNames">,
): ElementNode {
  const card = join(className, other, classNames?.card)
  const own: Readonly<Record<string, string | undefined>> = { ...classNames, card, part: card }
  const add = (node: ViewNode): ViewNode =>
    isElement(node)
      ? {
          ...node,
          attributes: {
            ...node.attributes,
            class: node.attributes["class"]
              ?.toString()
              .replace(/auth-([\w-]+)/g, (name, part: string) => join(name, own[part])),
          },
          children: node.children.map(add),
        }
      : node
  return add(tree) as ElementNode // as the tree is one
}

const join = (...names: readonly (string | undefined)[]) => names.filter(Boolean).join(" ")
