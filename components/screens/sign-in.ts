import { clientOf } from "../../client/client.ts"
import { navigate } from "../../client/navigate.ts"
import { signIn, type SignInResult } from "../../client/sign-in.ts"
import { signInMarkup } from "../view/markup/sign-in.ts"
import { providerButtonMarkup } from "../view/markup/provider-button.ts"
import { providerButtonView, type ProviderButtonProps as ButtonProps } from "../view/provider-button.ts"
import { signInView, type SignInProps as Props } from "../view/sign-in.ts"
import { atRest, busyForm, nameOf, startCard, textsOf, unreachable, type CardState } from "./card.ts"
import { startPasskeys } from "./passkey-button.ts"
import type { Screen, ScreenPage } from "./screen.ts"

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
    const stop = startCard(page, (form) => send(form, page))
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
  start: (page) => startCard(page, (form) => send(form, page)),
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

type Sending = Pick<SignInProps, "action" | "basePath" | "callbackUrl" | "onSignIn" | "popup">

/** A form that posts to an action of the host's is the browser's, or the framework's. */
function send(
  form: HTMLFormElement,
  { props, state }: Pick<ScreenPage<Sending, CardState>, "props" | "state">,
): Promise<Partial<CardState>> | undefined {
  const popup = props.popup && form.getAttribute("data-part") === "provider"
  // after a window that was blocked, the next press signs in on the page: that is what its message says
  if (props.action !== undefined || (popup && state.error === "PopupBlocked")) return undefined
  return signInWith(nameOf(form), textsOf(form), { ...props, popup })
}

async function signInWith(
  provider: string,
  fields: Record<string, string>,
  { basePath, callbackUrl, onSignIn, popup }: Sending,
): Promise<Partial<CardState>> {
  const result = await signIn(provider, { ...fields, callbackUrl, redirect: false, basePath, popup })
  if (!result.ok) return { error: shownError(result) }
  if (onSignIn) onSignIn(result.url)
  else if (popup && callbackUrl === undefined) return { error: undefined }
  else if (navigate(clientOf({ basePath }).page, result.url, true)) return new Promise(() => {}) // busy until the next page
  return {}
}

/** What a card says of a refusal: nothing of a window that its visitor closed. */
function shownError({ error, code }: Extract<SignInResult, { ok: false }>): string | undefined {
  if (error === "RequestFailed") return unreachable()
  if (code === "cancelled") return "Cancelled"
  return error === "Cancelled" ? undefined : error
}
