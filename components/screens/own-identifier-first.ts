import type { IdentifierFirstView } from "../view/identifier-first.ts"
import { addressInput } from "../view/markup/identifier-first.ts"
import type { FormMethod } from "../view/sign-in-methods.ts"
import { listMethods } from "../view/sign-in.ts"
import type { SignInFlow } from "./sign-in-flow.ts"

/** Returns the step of a sign-in that asks for the address first, for an app's own elements. */
export function ownIdentifierFirst(shown: IdentifierFirstView): ReturnType<NonNullable<SignInFlow["own"]>> {
  const { card } = shown
  const methods = listMethods(card)
  if (shown.step === "method")
    return { view: card, methods, account: shown, address: ({ id }) => addressInput(shown, id) }
  const { field, ...form } = shown.form
  const address: FormMethod = { kind: "form", ...NO_PROVIDER, ...form, fields: [field] }
  return { view: { ...card, lead: shown.text }, methods: [address, ...methods] }
}

/** The form with the address is of no provider. Its id is the part of Latchkit's own form. */
const NO_PROVIDER = {
  id: "form",
  name: "",
  primary: true,
  alert: undefined,
  badge: undefined,
  remember: undefined,
  logo: undefined,
  fill: undefined,
}
