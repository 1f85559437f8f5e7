import { clientOf } from "../../client/client.ts"
import { navigate } from "../../client/page.ts"
import { signIn } from "../../client/sign-in.ts"
import { signInMarkup } from "../view/markup/sign-in.ts"
import { signInView, type SignInProps as Props } from "../view/sign-in.ts"
import { atRest, nameOf, startCard, textsOf, unreachable, type CardState } from "./card.ts"
import type { Screen } from "./screen.ts"

/** What the sign-in card is made from, and what follows. */
export interface SignInProps extends Props {
  /** Where the service is mounted, where the page has several. */
  basePath?: string | undefined
  /** Called after a sign-in, instead of going to its URL. */
  onSignIn?: ((url: string) => void) | undefined
}

export const signInScreen: Screen<SignInProps, CardState> = {
  initial: atRest,
  markup: ({ onSignIn: _, ...props }, { scripted, busy, revealed, error }) =>
    signInMarkup(signInView({ ...props, ...(error !== undefined && { error }), busy: props.busy ?? busy, revealed, scripted })), // prettier-ignore
  start: (page) =>
    startCard(page, (form) => (page.props.action === undefined ? send(nameOf(form), form, page.props) : undefined)),
}

async function send(
  provider: string,
  form: HTMLFormElement,
  { basePath, callbackUrl, onSignIn }: SignInProps,
): Promise<Partial<CardState>> {
  const result = await signIn(provider, { ...textsOf(form), callbackUrl, redirect: false, basePath })
  if (!result.ok) return { error: result.error === "RequestFailed" ? unreachable() : result.error }
  if (onSignIn) onSignIn(result.url)
  else if (navigate(clientOf({ basePath }).page, result.url, true)) return new Promise(() => {}) // busy until the next page
  return {}
}
