import { identifierFirstView, type IdentifierFirstView } from "./identifier-first.view.ts"
import { addressInput, identifierFirstMarkup } from "./identifier-first.markup.ts"
import type { FormMethod } from "./sign-in-methods.view.ts"
import { listMethods } from "./sign-in.view.ts"
import { initialCardState } from "../screens/card.ts"
import { currentStep } from "./identifier-state.ts"
import type { SignInFlow } from "./sign-in-flow.ts"
import { leaveEmptyCard, signInScreen } from "./sign-in.screen.ts"
import { startWhenLoaded } from "../screens/start-when-loaded.ts"

/**
 * Asks for the email address first, and then shows the methods that fit. These are the provider of the address's
 * domain, the password, a passkey, or a code or link by email. Every address without a provider of its own gets the
 * same methods. Set `flow: "identifier-first"` in the configuration too.
 *
 * @example
 * <SignIn flow={identifierFirst} {...props} />
 */
export const identifierFirst: SignInFlow = {
  initial: initialCardState,
  markup(props, state) {
    const shown = state.step ? undefined : currentStep(props, state)
    return shown ? identifierFirstMarkup(identifierFirstView(shown)) : signInScreen.markup(props, state)
  },
  own(props, state) {
    const shown = currentStep(props, state)
    return shown && ownIdentifierFirst(identifierFirstView(shown))
  },
  start(page) {
    const load = async () => {
      const { startIdentifierFirst } = await import("./start-identifier-first.ts")
      if (page.props.providers) return startIdentifierFirst
      const { loadSignIn } = await import("./load-sign-in.ts")
      return (card: typeof page) => loadSignIn(card, startIdentifierFirst)
    }
    return startWhenLoaded(page, () => load().catch(() => (page.props.providers ? undefined : leaveEmptyCard)))
  },
}

/** Returns the step of a sign-in that asks for the address first, for an app's own elements. */
function ownIdentifierFirst(shown: IdentifierFirstView): ReturnType<NonNullable<SignInFlow["own"]>> {
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
