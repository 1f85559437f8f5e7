import type { Case } from "../../../components/case.fixture.ts"
import { CASES } from "../../../components/cases.fixture.ts"
import { markOf } from "../../../components/view/marks/index.ts"

/**
 * A case with the marks of providers, which no page could be told in JSON. With `+popup` behind its name its providers open in a
 * window, and it stays where it is; with `+ids` it is there twice, with the ids that its framework makes. With `+theme` the card has
 * a theme, and each of its providers a style.
 */
export function caseOf(name: string): Case & { twice: boolean } {
  const [base = "", more] = name.split("+")
  const found = CASES[base]
  if (!found) throw new Error(`There is no case ${name}`)
  const popup = more === "popup" && { popup: true, callbackUrl: undefined }
  const themed = more === "theme" && { theme: THEME, ...styled(found.props) }
  const ids = more === "ids" ? {} : { idPrefix: "auth" }
  return { ...found, twice: more === "ids", props: { ...ids, ...found.props, marks: markOf, ...popup, ...themed } }
}

/** The theme of a case with `+theme`. */
export const THEME = { brandColor: "#0f766e", buttonText: "#fffbeb", logo: "/acme.svg" }
/** The style of its providers. */
export const STYLE = { brandColor: "#b91c1c", text: "#fef2f2", logo: "/ada.svg" }

function styled({ providers }: Case["props"]) {
  return Array.isArray(providers) ? { providers: providers.map((one: object) => ({ ...one, style: STYLE })) } : {}
}

/** The place and the case of this page. */
export function prepare() {
  const root = document.querySelector("#root")
  if (!root) throw new Error("The page has no #root")
  return { root, shown: caseOf(document.documentElement.dataset["case"] ?? "") }
}

/** A form action that refuses what it gets, and says what that was. */
export async function refuse(_: unknown, form: FormData) {
  await new Promise((resolve) => setTimeout(resolve, 50))
  const email = [`${form.get("providerId")} does not know ${form.get("email")}.`]
  return { failed: true, fieldErrors: { email }, formErrors: [] }
}
