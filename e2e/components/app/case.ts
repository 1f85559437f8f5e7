import type { Case } from "../../../components/case.fixture.ts"
import { CASES } from "../../../components/cases.fixture.ts"
import { markOf } from "../../../components/view/marks/index.ts"

/** How a page shows a case. */
export interface Variant {
  twice?: boolean
  keys?: boolean
  fetches?: boolean
  captcha?: boolean
  own?: boolean
  hides?: boolean
  framed?: boolean
}

/**
 * Returns a case with the providers' marks, which JSON can't contain. Suffixes of its name change it:
 * - `+accounts`: the page fetches the session and the accounts of its user button
 * - `+load`: the card requests its props
 * - `+popup`: its providers open in a window, and the page stays
 * - `+ids`: the card is rendered twice, with the ids that its framework generates
 * - `+keys`: the page has a form whose action may need a confirmation
 * - `+captcha`: the card has the captcha of the documentation, whose script the page loads
 * - `+own`: the documentation's own elements with `useSignIn`
 * - `+hides`: the card requests its props, and a button hides the card in React's `Activity`, or shows it again
 * - `+framed`: the card is in the document of a frame, by a portal of React
 * - `+elsewhere`: the base path has an origin, as if it were another one
 * - `+client`: the page got neither a CSRF token nor the user from a server
 * - `+theme`: the card has a theme, and each provider has a style
 */
export function findCase(name: string): Case & Required<Variant> {
  const [base = "", more] = name.split("+")
  const found = CASES[base]
  if (!found) throw new Error(`There is no case ${name}`)
  const popup = more === "popup" && { popup: true, callbackUrl: undefined }
  const accounts = more === "accounts" && { accounts: true, csrfToken: undefined }
  const load = (more === "load" || more === "hides") && {
    providers: undefined,
    siteName: undefined,
    callbackUrl: undefined,
  }
  const elsewhere = more === "elsewhere" && { basePath: `${globalThis.location?.origin}/auth` }
  const client = more === "client" && { csrfToken: undefined, email: undefined }
  const themed = more === "theme" && { theme: THEME, ...styled(found.props) }
  const ids = more === "ids" ? {} : { idPrefix: "auth" }
  return {
    ...found,
    twice: more === "ids",
    keys: more === "keys",
    fetches: more === "accounts" || more === "client",
    captcha: more === "captcha",
    own: more === "own",
    hides: more === "hides",
    framed: more === "framed",
    props: {
      ...ids,
      ...found.props,
      marks: markOf,
      ...popup,
      ...themed,
      ...accounts,
      ...client,
      ...elsewhere,
      ...load,
    },
  }
}

/** The theme of a case with `+theme`. */
export const THEME = { brandColor: "#0f766e", buttonText: "#fffbeb", logo: "/acme.svg" }
/** The style of the providers of a case with `+theme`. */
export const STYLE = { brandColor: "#b91c1c", text: "#fef2f2", logo: "/ada.svg" }

function styled({ providers }: Case["props"]) {
  return Array.isArray(providers) ? { providers: providers.map((one: object) => ({ ...one, style: STYLE })) } : {}
}

interface Place {
  root: Element
  shown: ReturnType<typeof findCase>
}

/** Returns this page's root element and case. */
function prepare(): Place {
  const root = document.querySelector("#root")
  if (!root) throw new Error("The page has no #root")
  return { root, shown: findCase(document.documentElement.dataset["case"] ?? "") }
}

declare global {
  interface Window {
    /** Ends this page's case, and shows the one in the page that `replace` makes. */
    showNext?: (replace: () => void) => void
  }
}

/** Shows this page's case, and later others in the same page. `show` returns how to end a case. */
export function showCases(show: (place: Place) => () => unknown): void {
  const last = { end: show(prepare()) }
  window.showNext = (replace) => {
    last.end()
    replace()
    last.end = show(prepare())
  }
}

/** A form action that rejects every form, and returns its fields. */
export async function refuse(_: unknown, form: FormData) {
  await new Promise((resolve) => setTimeout(resolve, 50))
  const email = [`${form.get("providerId")} does not know ${form.get("email")}.`]
  return { failed: true, fieldErrors: { email }, formErrors: [] }
}

/** Creates a key on the server. */
export const createKey = (form: HTMLFormElement): Promise<Response> =>
  fetch("/keys", { method: "POST", body: new URLSearchParams([["name", String(new FormData(form).get("name"))]]) })
