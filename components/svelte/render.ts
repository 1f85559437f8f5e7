import type { Snippet } from "svelte"
import type { ElementNode, SlotNode } from "../view/node.ts"

/** A host's own content: above and below the card's, and around each way to sign in, which is named by its provider. */
export interface Slots {
  header?: Snippet | undefined
  footer?: Snippet | undefined
  beforeMethod?: Snippet<[provider: string]> | undefined
  afterMethod?: Snippet<[provider: string]> | undefined
  /** Entries of a menu, above signing out. */
  items?: Snippet | undefined
  /** Below the passkeys of an account: the way to add one. */
  passkeys?: Snippet | undefined
}

/** What `use:enhance` uses: SvelteKit's `enhance`, or a function that calls it with one's own `submit`. */
export type Enhance = (form: HTMLFormElement) => { destroy?: () => void } | undefined

export type AnySlots = Readonly<Record<string, unknown>>

export const VOID_TAGS: ReadonlySet<string> = new Set(["img", "br"])

/** What a host fills a place with. */
export const snippetFor = (slots: AnySlots, { slot }: SlotNode): Snippet<[of: string]> | undefined =>
  slots[slot] as Snippet<[of: string]> | undefined // a place of no provider ignores what it is told

/** What a visitor may change has a name of its own for what it was at first. */
const INITIAL_PROPERTIES: Readonly<Record<string, string | undefined>> = {
  value: "defaultValue",
  checked: "defaultChecked",
}

/** Attributes as Svelte spreads them: an input's value is its initial one, and what was typed stays. */
export function toAttributes({ attributes }: ElementNode): Record<string, unknown> {
  const entries = Object.entries(attributes).map(([name, value]) => [
    INITIAL_PROPERTIES[name] ?? name,
    value === false ? undefined : value === true && name !== "checked" ? "" : value,
  ])
  return Object.fromEntries(entries)
}

/** The theme's custom properties. */
export function toStyle({ tokens }: ElementNode): string | undefined {
  const declarations = Object.entries(tokens ?? {}).map(([name, value]) => `${name}:${value}`)
  return declarations.join(";") || undefined
}

/** The address of a page's form action, from the page's path with or without its slash. */
export function pageAction(page: string | undefined): { action?: string } {
  return page === undefined ? {} : { action: `/${page.replace(/^\/+/, "")}` }
}
