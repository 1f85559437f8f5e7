import { identifierFirstView } from "../view/identifier-first.ts"
import { identifierFirstMarkup } from "../view/markup/identifier-first.ts"
import { initialCardState } from "./card.ts"
import { currentStep } from "./identifier-state.ts"
import { ownIdentifierFirst } from "./own-identifier-first.ts"
import type { SignInFlow } from "./sign-in-flow.ts"
import { leaveEmptyCard, signInScreen } from "./sign-in.ts"
import { startWhenLoaded } from "./start-when-loaded.ts"

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
