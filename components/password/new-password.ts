import { typedProblem, type TypedProblem } from "./password-rules.view.ts"

/** Returns the problem of the password that the user types, from the rules in the page. Needs no network. */
export function newPasswordProblem(input: HTMLInputElement): TypedProblem | undefined {
  const rule = input.closest("[data-part=field]")?.querySelector<HTMLElement>("[data-min]")
  if (!rule || input.value === "") return undefined
  const { min, max, site = "" } = rule.dataset
  const texts = [...(input.form?.elements ?? [])].flatMap((one) =>
    one instanceof HTMLInputElement && /^(?:text|email)$/.test(one.type) && !/password$/.test(one.autocomplete)
      ? [one.value]
      : [],
  )
  const words = [site, location.hostname, ...texts]
  return typedProblem(input.value, { minLength: Number(min), maxLength: Number(max), words })
}
