import { clientFor } from "../../client/core/client.ts"
import { leave } from "../../client/page/leave.ts"
import { signInMarkup } from "./sign-in.markup.ts"
import { providerButtonMarkup } from "./provider-button.markup.ts"
import { providerButtonView } from "./provider-button.view.ts"
import type { SignInProps as Props } from "./sign-in-props.view.ts"
import { signInView, type SignInView } from "./sign-in.view.ts"
import { initialCardState, busyForm, visibleFailures, type CardState } from "../screens/card.ts"
import type { Screen, ScreenPage } from "../screens/screen.ts"
import type { ProviderButtonProps, SignInProps } from "./sign-in-props.ts"
import { startWhenLoaded } from "../screens/start-when-loaded.ts"

/** Shows the sign-in card. Its behavior is loaded when it is needed, and so are its props if it has no providers. */
export const signInScreen: Screen<SignInProps, CardState> = {
  initial: initialCardState,
  markup(props, state) {
    if (state.step) return state.step()
    const view = currentSignInView({ addressOnce: true, ...props }, state)
    return signInMarkup(view ?? signInView({ ...props, providers: [], busy: "", error: undefined }), !view)
  },
  start(page) {
    if (!page.props.providers)
      return startWhenLoaded(page, () =>
        import("./load-sign-in.ts").then(
          (it) => it.loadSignIn,
          () => leaveEmptyCard,
        ),
      )
    return startWhenLoaded(page, () => import("./start-sign-in.ts").then((it) => it.startSignIn), URGENT)
  },
}

/**
 * Shows the server's page, because nothing fills an empty card whose script a deploy has removed. A page that the
 * server led to isn't left again. A sign-out whose script is missing too shows an app's card only for a moment.
 */
export function leaveEmptyCard({ props }: ScreenPage<SignInProps, CardState>): () => void {
  const timer = setTimeout(() => /callbackUrl=/.test(location.search) || leave(clientFor(props), "signin?"), 1000)
  return () => clearTimeout(timer)
}

/** Returns the view of a sign-in card in a page. `undefined` while it requests its props. */
export function currentSignInView(props: SignInProps, state: CardState): SignInView | undefined {
  const complete = props.providers ? (props as Props) : state.complete?.(props) // it has providers
  return complete && signInView({ ...complete, ...stateProps(complete, state) })
}

/**
 * Elements whose behavior can't wait for the user. An error takes the focus. The browser lists passkeys, and it allows
 * a popup only soon after a click.
 */
const URGENT = "[data-focus],[data-passkey],[data-popup],:focus"

/** Shows one sign-in method without a card. */
export const providerButtonScreen: Screen<ProviderButtonProps, CardState> = {
  initial: initialCardState,
  markup: (props, state) => providerButtonMarkup(providerButtonView({ ...props, ...stateProps(props, state) })),
  start: (page) =>
    startWhenLoaded(page, () => import("./start-sign-in.ts").then((it) => it.startProviderButton), URGENT),
}

/** Returns the props that follow from a card's state. An event in the page takes precedence over the initial props. */
export function stateProps(
  props: Pick<Props, "busy" | "email" | "error" | "failedProvider" | "fieldErrors" | "result" | "sentence" | "values">,
  state: CardState,
) {
  const { sent, values } = state
  return {
    ...state,
    ...visibleFailures(props, state),
    fieldErrors: state.left?.found ? undefined : props.fieldErrors, // the app's are of the form that was sent before
    sentence: state.error ? state.sentence : props.sentence,
    email: values?.["email"] ?? props.email,
    values: values ?? props.values,
    failedProvider: sent ?? props.failedProvider,
    busy: props.busy ?? busyForm(props, state),
  }
}
