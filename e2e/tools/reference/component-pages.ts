import { readFileSync } from "node:fs"
import ts from "typescript"
import { CASES, renderCase } from "../../../components/cases.fixture.ts"
import { PARTS, SLOTS } from "../../../components/view/parts.ts"
import * as en from "../../../components/view/messages/en.ts"
import { describe, listMembers, type Member } from "./members.ts"
import { tokensIn } from "../css-tokens.ts"
import { code, memberTable, prose, table, type ReferencePage } from "./markdown.ts"
import { exported } from "./types-pages.ts"
import type { PublicExport, Reading } from "./program.ts"

const REACT = "latchkit/react"

/** Returns the components of an entry point that have props, with these. */
export function componentProps(reading: Reading, entry = REACT): Map<string, readonly Member[]> {
  const names = (reading.entries.get(entry) ?? [])
    .map(({ name }) => name)
    .filter((name) => /^[A-Z]\w+Props$/.test(name))
  return new Map(
    names.map((name) => [name.replace("Props", ""), listMembers(reading, exported(reading, entry, name))] as const),
  )
}

export function componentsPage(reading: Reading): ReferencePage {
  const all = componentProps(reading)
  const common = [
    ...listMembers(reading, exported(reading, "latchkit/headless", "CardProps")),
    ...(all.get("SignIn") ?? []).filter(({ name }) => name === "messages"),
  ]
  const slots = listMembers(reading, exported(reading, REACT, "Slots"))
  const shared = new Set([...common, ...slots].map(({ name }) => name))
  const sections = [...all].flatMap(([name, members]) => {
    const own = members.filter((member) => !shared.has(member.name) && !member.internal)
    const symbol = reading.entries.get(REACT)?.find((one) => one.name === name)?.symbol
    if (!symbol) return []
    const rows = own.length === 0 ? "It has no props of its own." : memberTable(own, "Prop")
    return [`## ${name}`, prose(describe(reading.checker, symbol).text), rows]
  })
  return {
    file: "components",
    title: "Component props",
    lead: "Every prop of every component. They are the same in React, Solid and Svelte, and most are in `latchkit/html` too.",
    body: [
      "## Props of all cards",
      memberTable(common, "Prop"),
      "## Slots",
      "Places for your own content: elements and functions in React and Solid, snippets in Svelte.",
      memberTable(slots, "Slot"),
      ...sections,
      "## The rest of the account",
      "`AccountProfile`, `AccountEmail`, `AccountPassword`, `AccountTwoStep`, `AccountPasskeys`, `AccountConnections`, `AccountDevices` and `AccountDanger` are sections of `Account`, and have its props.",
      "## Svelte",
      "Cards with forms also have `enhance`: SvelteKit's `enhance`, for the form actions of your page.",
    ].join("\n\n"),
  }
}

/** Returns the values of an attribute in a component's HTML, over all of its states. */
function valuesIn(attribute: string): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const one of Object.values(CASES)) {
    const html = [true, false].map((scripted) => renderCase(one, { scripted, hasPasskeys: true })).join("")
    const values = found.get(one.component) ?? new Set()
    for (const [, value = ""] of html.matchAll(new RegExp(` ${attribute}="([^"]+)"`, "g")))
      values.add(value.replace(/:.+/, ":…"))
    found.set(one.component, values)
  }
  return found
}

export function stylingPage(): ReferencePage {
  const list = (values: ReadonlySet<string> | undefined) => [...(values ?? [])].toSorted().map(code).join(", ")
  const regions = valuesIn("data-part")
  const classes = [...valuesIn("class")].flatMap(([component, values]) =>
    [...values].flatMap((value) => value.split(" ").map((name) => ({ component, name }))),
  )
  const componentsWith = (part: string) =>
    new Set(classes.filter(({ name }) => name === `auth-${part}`).map(({ component }) => component))
  const other = new Set(
    classes.map(({ name }) => name).filter((name) => name.startsWith("auth-") && !(name.slice(5) in PARTS)),
  )
  return {
    file: "styling",
    title: "Parts and tokens",
    lead: "Every name that your stylesheet can use: parts, regions, classes and custom properties. See [theming](../theming.mdx).",
    body: [
      "## Parts",
      'Each takes classes of your own: `classNames={{ title: "text-2xl" }}`. In a stylesheet the part `title` is `.auth-title`.',
      table(
        ["Part", "Element", "Components"],
        Object.entries(PARTS).map(([part, text]) => [
          code(part),
          prose(text),
          allOr(componentsWith(part), regions.size),
        ]),
      ),
      "## Regions",
      'Elements that exist once, or once per provider, passkey or session, whose id is after the colon. Select them with `[data-part="…"]`.',
      table(
        ["Component", "Regions"],
        [...regions].toSorted().map(([name, values]) => [code(name), list(values)]),
      ),
      "## Slots",
      `${SLOTS.map(code).join(", ")}. Their types are on the page of [component props](./components.mdx#slots).`,
      "## Other classes",
      "They have no part, and `classNames` doesn't reach them.",
      list(other),
      "## Tokens",
      "Set them on `:root`, or on any element around a card.",
      table(
        ["Custom property", "Default"],
        [...tokensIn(readFileSync("components/auth.css", "utf8"))].map(([name, value]) => [code(name), code(value)]),
      ),
    ].join("\n\n"),
  }
}

// A part of nearly every component needs no list of them
const allOr = (components: ReadonlySet<string>, count: number) =>
  components.size > count / 2 ? "most" : [...components].toSorted().map(code).join(", ")

type Text = string | Readonly<Record<string, unknown>>

function textRows(path: string, value: Text): (readonly [string, string])[] {
  if (typeof value === "string") return [[path, value]]
  return Object.entries(value).flatMap(([key, inner]) => textRows(`${path}.${key}`, inner as Text)) // nested texts only
}

export function messagesPage(): ReferencePage {
  const groups = Object.entries(en.en).filter(([name]) => name !== "language")
  return {
    file: "messages",
    title: "Message keys",
    lead: "Every sentence by its key, for the option `messages` and the prop of that name. See [languages](../languages.mdx).",
    body: groups
      .map(([name, texts]) =>
        [
          `## ${name}`,
          table(
            ["Key", "English"],
            textRows(name, texts as Text).map(([key, text]) => [code(key), code(text)]),
          ),
        ].join("\n\n"),
      )
      .join("\n\n"),
  }
}

const LANGUAGE_FUNCTIONS = "latchkit"

/** The functions and hooks for a page's own code. */
export function clientPage(reading: Reading): ReferencePage {
  const isFunction = ({ name, symbol }: PublicExport) =>
    /^[a-z]/.test(name) && (symbol.flags & (ts.SymbolFlags.Function | ts.SymbolFlags.Variable)) !== 0
  const base = (reading.entries.get(LANGUAGE_FUNCTIONS) ?? []).filter(isFunction)
  const hooks = (reading.entries.get(REACT) ?? []).filter(
    (one) => isFunction(one) && !base.some(({ name }) => name === one.name),
  )
  const describeAll = (list: readonly PublicExport[]) =>
    list.map(({ name, symbol }) => {
      const { type, text, throws } = describe(reading.checker, symbol)
      return [`### ${name}`, type && code(type), prose(text), ...throws.map((thrown) => `Throws ${prose(thrown)}`)]
        .filter(Boolean)
        .join("\n\n")
    })
  const options = [
    "SignInOptions",
    "SignOutOptions",
    "AuthClientOptions",
    "PasskeySignInOptions",
    "AccountChangeOptions",
  ]
  return {
    file: "client-functions",
    title: "Client functions",
    lead: "The functions of `latchkit`, and the hooks of `latchkit/react`. Solid and Svelte have the same names.",
    body: [
      "## Functions",
      ...describeAll(base),
      "## Hooks",
      ...describeAll(hooks),
      "## Their options",
      ...options.flatMap((name) => [
        `### ${name}`,
        memberTable(listMembers(reading, exported(reading, "latchkit", name)), "Option"),
      ]),
    ].join("\n\n"),
  }
}

/** Every export of every import, in a sentence. */
export function exportsPage(reading: Reading): ReferencePage {
  const isCatalogued = ({ symbol }: PublicExport) =>
    symbol.declarations?.[0]?.getSourceFile().fileName.includes("/catalogue/") ?? false
  const kind = ({ symbol: { flags } }: PublicExport) =>
    flags & ts.SymbolFlags.Class
      ? "class"
      : flags & ts.SymbolFlags.Function
        ? "function"
        : flags & ts.SymbolFlags.Value
          ? "value"
          : "type"
  // A colon, or code, doesn't end a sentence
  const first = (text: string) => /^(?:`[^`]*`|[^`])*?(?:[.!?](?=\s|$)|(?=\n\s*(?:\n|- )))/.exec(text)?.[0] ?? text
  const base = new Set(reading.entries.get("latchkit")?.map(({ symbol }) => symbol))
  return {
    file: "exports",
    title: "Exports",
    lead: "Every name that an app can import, apart from the providers of the catalogue and the languages. `latchkit/react`, `/solid`, `/svelte` and `/qwik` also export the names of `latchkit`.",
    body: [...reading.entries]
      .map(([entry, list]) =>
        [
          `## ${entry}`,
          table(
            ["Name", "Kind", "What it is"],
            list
              .filter((one) => !isCatalogued(one) && (entry === "latchkit" || !base.has(one.symbol)))
              .map((one) => [code(one.name), kind(one), prose(first(describe(reading.checker, one.symbol).text))]),
          ),
        ].join("\n\n"),
      )
      .join("\n\n"),
  }
}
