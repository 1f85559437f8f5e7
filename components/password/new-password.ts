import { typedProblem, type TypedProblem } from "./password-rules.view.ts"

/** Returns the problem of the password that the user types, from the rules in the page. Needs no network. */
export function newPasswordProblem(input: HTMLInputElement): TypedProblem | undefined {
  const rule = input.closest("[data-part=field]")?.querySelector<HTMLElement>("[data-min]")
  if (!rule || input.value === "") return undefined
  const { min, max, site = "" } = rule.dataset
  const fields = [...(input.form?.elements ?? [])] as HTMLInputElement[] // no other element has these types
  const texts = fields.filter(
    ({ type, autocomplete }) => /^(?:text|email)$/.test(type) && !/password$/.test(autocomplete),
  )
  const words = [site, location.hostname, ...texts.map(({ value }) => value)]
  return typedProblem(input.value, { minLength: Number(min), maxLength: Number(max), words })
}
