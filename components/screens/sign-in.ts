import { signInMarkup } from "../view/markup/sign-in.ts"
import { providerButtonMarkup } from "../view/markup/provider-button.ts"
import { providerButtonView } from "../view/provider-button.ts"
import type { SignInProps as Props } from "../view/sign-in-props.ts"
import { signInView } from "../view/sign-in.ts"
import { atRest, busyForm, shownFailures, type CardState } from "./card.ts"
import type { Screen } from "./screen.ts"
import type { ProviderButtonProps, SignInProps } from "./sign-in-props.ts"
import { startLater } from "./start-later.ts"

export const signInScreen: Screen<SignInProps, CardState> = {
  initial: atRest,
  markup: (props, state) => signInMarkup(signInView({ ...props, ...shown(props, state) })),
  start: (page) => startLater(page, async () => (await behaviour()).startSignIn),
}

const behaviour = () => import("./start-sign-in.ts")

export const providerButtonScreen: Screen<ProviderButtonProps, CardState> = {
  initial: atRest,
  markup: (props, state) => providerButtonMarkup(providerButtonView({ ...props, ...shown(props, state) })),
  start: (page) => startLater(page, async () => (await behaviour()).startProviderButton),
}

/** What happened in the page goes before what it was loaded with. */
function shown(
  props: Pick<Props, "busy" | "email" | "error" | "failedProvider" | "result" | "sentence" | "values">,
  state: CardState,
) {
  const { sent, values, ...rest } = state
  return {
    ...rest,
    ...shownFailures(props, state),
    sentence: state.error === undefined ? props.sentence : state.sentence,
    email: values?.["email"] ?? props.email,
    values: values ?? props.values,
    failedProvider: sent ?? props.failedProvider,
    busy: props.busy ?? busyForm(props, state),
  }
}
