import type { Snippet } from "svelte"
import type { ElementNode, SlotNode } from "../view/node.ts"

/** An app's own content: above and below the card's, and around each sign-in method, by its provider id. */
export interface Slots {
  /** Shown at the top of the card. */
  header?: Snippet | undefined
  /** Shown at the end of the card. */
  footer?: Snippet | undefined
  /** Shown above each sign-in method. Gets the provider's id. */
  beforeMethod?: Snippet<[provider: string]> | undefined
  /** Shown below each sign-in method. Gets the provider's id. */
  afterMethod?: Snippet<[provider: string]> | undefined
  /**
   * Shown above the button of a form with fields, for example a captcha. Gets the provider's id, or the name of a
   * password card, such as `sign-up`.
   */
  beforeSubmit?: Snippet<[form: string]> | undefined
  /** Menu items above "Sign out". */
  items?: Snippet | undefined
  /** Shown below an account's passkeys, to add one. */
  passkeys?: Snippet | undefined
}

/** The argument of `use:enhance`: SvelteKit's `enhance`, or a function that calls it with your own `submit`. */
export type Enhance = (form: HTMLFormElement) => { destroy?: () => void } | undefined

/** The form actions of a card in SvelteKit. @internal */
export interface Enhanced {
  /** Svelte's `use:` action for every form of the card: SvelteKit's `enhance`. */
  enhance?: Enhance
}

export type AnySlots = Readonly<Record<string, unknown>>

export const VOID_TAGS: ReadonlySet<string> = new Set(["img", "br", "source"])

/** Returns the app's content for a slot. */
export const snippetFor = (slots: AnySlots, { slot }: SlotNode): Snippet<[of: string]> | undefined =>
  slots[slot] as Snippet<[of: string]> | undefined // a slot that exists once ignores the argument

/** Maps what a user may change to the property of its initial value. */
const INITIAL_PROPERTIES: Readonly<Record<string, string | undefined>> = {
  value: "defaultValue",
  checked: "defaultChecked",
}

/** Returns attributes to spread. An input's value is its initial one, so that it keeps what the user typed. */
export function toAttributes({ tag, attributes }: ElementNode): Record<string, unknown> {
  const entries = Object.entries(attributes).map(([name, value]) => [
    (tag !== "button" && INITIAL_PROPERTIES[name]) || name,
    value === false ? undefined : value === true && name !== "checked" ? "" : value,
  ])
  return Object.fromEntries(entries)
}

/** Returns the theme's custom properties. */
export function toStyle({ tokens }: ElementNode): string | undefined {
  const declarations = Object.entries(tokens ?? {}).map(([name, value]) => `${name}:${value}`)
  return declarations.join(";") || undefined
}

/** Returns the URL of a page's form action, from the page's path with or without its slash. */
export function pageAction(page: string | undefined): { action?: string } {
  return page === undefined ? {} : { action: `/${page.replace(/^\/+/, "")}` }
}
