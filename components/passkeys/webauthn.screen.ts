import { passkey } from "../../client/api/passkey.ts"
import { webAuthnMarkup } from "./webauthn.markup.ts"
import { webAuthnView, type WebAuthnProps as ViewProps } from "./webauthn.view.ts"
import { initialCardState, visibleFailures, type CardState } from "../screens/card.ts"
import { onPasskeyClick, startPasskeys } from "./passkey-button.ts"
import { passkeyCardError } from "./passkey-card.ts"
import type { Screen, ScreenPage } from "../screens/screen.ts"
import { startCard } from "../screens/start-card.ts"

/** Props of a passkey button, with options for the time after it was used. */
export interface WebAuthnProps extends ViewProps {
  /** The base path. @default the `SessionProvider`'s, otherwise "/auth" */
  basePath?: string | undefined
  /** Where to go after signing in. @default the current page */
  callbackUrl?: string | undefined
  /** Whether to stay signed in, if the server offers the choice. @default the server's setting */
  remember?: boolean | undefined
  /** Called after a sign-in, instead of navigating to its URL. */
  onSignIn?: ((url: string) => void) | undefined
  /** Called after a passkey was added. */
  onRegister?: (() => void) | undefined
}

/** The state of a passkey button. */
export interface WebAuthnState extends CardState {
  readonly done: boolean
}

/** Shows a button that signs in with a passkey, or adds one. */
export const webAuthnScreen: Screen<WebAuthnProps, WebAuthnState> = {
  initial: { ...initialCardState, done: false },
  markup: ({ onSignIn: _, onRegister: __, ...props }, state) =>
    webAuthnMarkup(
      webAuthnView({
        ...props,
        scripted: state.scripted,
        hasPasskeys: state.hasPasskeys,
        busy: props.busy ?? state.busy !== undefined,
        error: visibleFailures(props, state).error,
        done: props.done ?? state.done,
      }),
    ),
  start(page) {
    const ended = new AbortController()
    const stop = startCard(page, () => undefined)
    const isRegister = () => page.props.action === "register"
    const stopSignIn = isRegister() ? () => undefined : startPasskeys(page)
    onPasskeyClick(page, ended.signal, (provider) => void (isRegister() && addPasskey(page, provider, ended.signal)))
    return () => {
      ended.abort()
      stopSignIn()
      stop()
    }
  },
}

async function addPasskey(
  page: ScreenPage<WebAuthnProps, WebAuthnState>,
  provider: string,
  signal: AbortSignal,
): Promise<void> {
  if (page.state.busy !== undefined) return
  page.set({ busy: provider, sent: provider, error: undefined, done: false })
  const providerId = provider === "" ? undefined : provider
  const result = await passkey.register({ provider: providerId, basePath: page.props.basePath, signal })
  if (signal.aborted) return
  page.set({ busy: undefined, error: passkeyCardError(result), done: result.ok })
  if (result.ok) page.props.onRegister?.()
}
