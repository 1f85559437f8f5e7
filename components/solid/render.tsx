/** @jsxImportSource solid-js */
import { createEffect, createMemo, Index, on, Match, Show, Switch, type JSX } from "solid-js"
import { Dynamic } from "solid-js/web"
import {
  isElement,
  isSlot,
  onlyText,
  type Attributes,
  type AttributeValue,
  type ElementNode,
  type SlotNode,
  type ViewNode,
} from "../view/node.ts"

/** An app's own content: above and below the card's, and around each sign-in method, by its provider id. */
export interface Slots {
  /** Shown at the top of the card. */
  header?: JSX.Element
  /** Shown at the end of the card. */
  footer?: JSX.Element
  /** Shown above each sign-in method. Gets the provider's id. */
  beforeMethod?: ((provider: string) => JSX.Element) | undefined
  /** Shown below each sign-in method. Gets the provider's id. */
  afterMethod?: ((provider: string) => JSX.Element) | undefined
  /**
   * Shown above the button of a form with fields, for example a captcha. Gets the provider's id, or the name of a
   * password card, such as `sign-up`.
   */
  beforeSubmit?: ((form: string) => JSX.Element) | undefined
  /** Menu items above "Sign out". */
  items?: JSX.Element
  /** Shown below an account's passkeys, to add one. */
  passkeys?: JSX.Element
}

interface RenderProps<Node> {
  node: Node
  slots: Readonly<Record<string, unknown>>
  ref?: ((root: HTMLElement) => void) | undefined
}

/** Renders nodes as Solid elements. Each is created once, and later only its changes are written. */
export function Render(props: RenderProps<ViewNode>): JSX.Element {
  const element = () => (isElement(props.node) ? props.node : undefined)
  // Each change creates a new node for the same slot, so the slot's content is kept
  const slotNode = createMemo(() => (isSlot(props.node) ? props.node : undefined), undefined, { equals: isSameSlot })
  return (
    <Switch fallback={typeof props.node === "string" ? props.node : undefined}>
      <Match when={element()}>{(node) => <Element node={node()} slots={props.slots} ref={props.ref} />}</Match>
      <Match when={slotNode()}>{(where) => <>{slotContent(props.slots[where().slot], where().of)}</>}</Match>
    </Switch>
  )
}

const isSameSlot = (one: SlotNode | undefined, other: SlotNode | undefined) =>
  one?.slot === other?.slot && one?.of === other?.of

function slotContent(content: unknown, of: string | undefined): JSX.Element {
  return (typeof content === "function" && of !== undefined ? content(of) : content) as JSX.Element // the slot's type guarantees it
}

function Element(props: RenderProps<ElementNode>): JSX.Element {
  const attributes = createMemo(() => ({
    ...toAttributes(props.node.attributes),
    ...(Object.keys(props.node.tokens ?? {}).length > 0 && { style: props.node.tokens }), // a strict CSP reports even an empty one
    ref(element: HTMLElement) {
      shown.element = element
      props.ref?.(element)
    },
  }))
  const shown: { element?: HTMLElement } = {}
  const text = createMemo(() => onlyText(props.node))
  // A browser that translates the page has replaced the text that Solid changes
  const showText = (current: string | undefined) => {
    const { element } = shown
    if (element && current !== undefined && element.textContent !== current) element.textContent = current
  }
  createEffect(on(text, showText, { defer: true }))
  // With several parts in place of a text, the element is created anew: Solid would keep the translated text
  const kind = createMemo(() => (text() === undefined ? "parts" : "text"))
  return (
    <Show when={kind()} keyed>
      {(_) => (
        <Dynamic component={props.node.tag} {...attributes()}>
          <Index each={props.node.children}>{(child) => <Render node={child()} slots={props.slots} />}</Index>
        </Dynamic>
      )}
    </Show>
  )
}

/** Returns HTML attributes to spread. */
export const toAttributes = (attributes: Attributes): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(attributes).map(toAttribute))

// An attribute and not a property: an input's value is its initial one, so that it keeps what the user typed
function toAttribute([name, value]: [string, AttributeValue]): [string, string | undefined] {
  return [`attr:${name}`, value === undefined || value === false ? undefined : value === true ? "" : String(value)]
}
