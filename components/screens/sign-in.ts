import { clientOf } from "../../client/client.ts"
import { navigate } from "../../client/page.ts"
import { signIn } from "../../client/sign-in.ts"
import { signInMarkup } from "../view/markup/sign-in.ts"
import { providerButtonMarkup } from "../view/markup/provider-button.ts"
import { providerButtonView, type ProviderButtonProps as ButtonProps } from "../view/provider-button.ts"
import { signInView, type SignInProps as Props } from "../view/sign-in.ts"
import { atRest, busyForm, nameOf, startCard, textsOf, unreachable, type CardState } from "./card.ts"
import { startPasskeys } from "./passkey-button.ts"
import type { Screen } from "./screen.ts"

/** What the sign-in card is made from, and what follows. */
export type SignInProps = Props & Following

interface Following {
  /** Where the service is mounted, where the page has several. */
  basePath?: string | undefined
  /** Called after a sign-in, instead of going to its URL. */
  onSignIn?: ((url: string) => void) | undefined
}

export const signInScreen: Screen<SignInProps, CardState> = {
  initial: atRest,
  markup: ({ onSignIn: _, ...props }, state) => signInMarkup(signInView({ ...props, ...shown(props, state) })),
  start(page) {
    const stop = startCard(page, (form) => send(form, page.props))
    const stopPasskeys = startPasskeys(page)
    return () => {
      stopPasskeys()
      stop()
    }
  },
}

/** What one way to sign in is made from, where it stands alone, and what follows. */
export type ProviderButtonProps = ButtonProps & Following

export const providerButtonScreen: Screen<ProviderButtonProps, CardState> = {
  initial: atRest,
  markup: ({ onSignIn: _, ...props }, state) =>
    providerButtonMarkup(providerButtonView({ ...props, ...shown(props, state) })),
  start: (page) => startCard(page, (form) => send(form, page.props)),
}

/** What the page knows goes before what it was loaded with. */
function shown(props: Pick<Props, "busy" | "email" | "error" | "result">, state: CardState) {
  const { scripted, hasPasskeys, revealed, error } = state
  const email = state.email ?? props.email
  return {
    scripted,
    hasPasskeys,
    revealed,
    email,
    busy: props.busy ?? busyForm(props, state),
    error: error ?? props.error,
  }
}

/** A form that posts to an action of the host's is the browser's, or the framework's. */
function send(form: HTMLFormElement, props: SendProps): Promise<Partial<CardState>> | undefined {
  return props.action === undefined ? signInWith(nameOf(form), textsOf(form), props) : undefined
}

type SendProps = Pick<SignInProps, "action" | "basePath" | "callbackUrl" | "onSignIn">

async function signInWith(
  provider: string,
  fields: Record<string, string>,
  { basePath, callbackUrl, onSignIn }: SendProps,
): Promise<Partial<CardState>> {
  const result = await signIn(provider, { ...fields, callbackUrl, redirect: false, basePath })
  if (!result.ok) return { error: result.error === "RequestFailed" ? unreachable() : result.error }
  if (onSignIn) onSignIn(result.url)
  else if (navigate(clientOf({ basePath }).page, result.url, true)) return new Promise(() => {}) // busy until the next page
  return {}
}
