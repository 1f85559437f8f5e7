import type { Case } from "../../../components/case.fixture.ts"
import { CASES } from "../../../components/cases.fixture.ts"
import { markOf } from "../../../components/view/marks/index.ts"

/**
 * A case with the marks of providers, which no page could be told in JSON. With `+popup` behind its name its providers open in a
 * window, and it stays where it is; with `+ids` it is there twice, with the ids that its framework makes.
 */
export function caseOf(name: string): Case & { twice: boolean } {
  const [base = "", more] = name.split("+")
  const found = CASES[base]
  if (!found) throw new Error(`There is no case ${name}`)
  const popup = more === "popup" && { popup: true, callbackUrl: undefined }
  const ids = more === "ids" ? {} : { idPrefix: "auth" }
  return { ...found, twice: more === "ids", props: { ...ids, ...found.props, marks: markOf, ...popup } }
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
