import { clientOf } from "./client.ts"
import type { WholeClient } from "./whole-client.ts"

/** Options of every ceremony. */
export interface PasskeyOptions {
  /** Id of the passkey provider, where the service has several. @default its first */
  provider?: string | undefined
  /** Gives up, as when the page's form goes away. */
  signal?: AbortSignal | undefined
  /** Which service, where the page has several. */
  basePath?: string | undefined
}

export interface PasskeySignInOptions extends PasskeyOptions {
  /** Where to go afterwards. @default the present page, without `token`, `secret` and `password` parameters */
  redirectTo?: string | undefined
  /** False stays on the page and tells how it went. @default true */
  redirect?: boolean | undefined
  /** Whether to stay signed in; a function is asked once the passkey was chosen. @default as the service says */
  remember?: boolean | (() => boolean | undefined) | undefined
  /** Up to 1000 characters that the service's callbacks of this sign-in get, as `carried`. */
  carry?: string | undefined
  /** Offers passkeys in the list below a field with `autocomplete="username webauthn"`, and waits there. @default false */
  autofill?: boolean | undefined
}

export interface PasskeyRegisterOptions extends PasskeyOptions {
  /**
   * Lets the browser make one by itself right after a password sign-in, where it can, without asking; otherwise it is
   * refused as `Unsupported`. @default false
   */
  automatic?: boolean | undefined
}

/**
 * Why there is no passkey. `Cancelled`: by the visitor, by `signal` or by a newer request; nothing needs to be said.
 * `Exists`: this device has one for the user. `Unknown`: the service has none like it any more. `Refused`: the service did
 * not accept it. `InvalidDomain`: the page is not on the domain of the service's passkeys.
 */
export const PASSKEY_ERRORS = [
  "Cancelled",
  "Unsupported",
  "Exists",
  "Unknown",
  "Refused",
  "InvalidDomain",
  "SessionRequired",
  "RequestFailed",
  "Failed",
] as const

export type PasskeyErrorCode = (typeof PASSKEY_ERRORS)[number]

/** How a ceremony went. */
export type PasskeyResult =
  | { ok: true; url: string; error?: undefined; cause?: undefined }
  | { ok: false; url: null; error: PasskeyErrorCode; cause?: unknown }

/** Passkeys for an app's own buttons. What talks to authenticators is loaded with the first call. No call throws. */
export const passkey = {
  /** Whether this browser has passkeys at all. */
  isSupported: (): boolean => typeof PublicKeyCredential === "function",
  /** Signs in with a passkey. A call ends the one before it: a browser has one request at a time. */
  signIn: (options: PasskeySignInOptions = {}): Promise<PasskeyResult> =>
    perform(options, ({ signInWithPasskey }, client) => signInWithPasskey(client, options)),
  /** Adds a passkey to who is signed in. */
  register: (options: PasskeyRegisterOptions = {}): Promise<PasskeyResult> =>
    perform(options, ({ registerPasskey }, client) => registerPasskey(client, options)),
}

type Ceremonies = typeof import("./passkey-ceremony.ts")

async function perform(
  options: PasskeyOptions,
  ceremony: (ceremonies: Ceremonies, client: WholeClient) => Promise<PasskeyResult>,
): Promise<PasskeyResult> {
  if (!passkey.isSupported()) return { ok: false, url: null, error: "Unsupported" }
  try {
    const [ceremonies, client] = await Promise.all([import("./passkey-ceremony.ts"), clientOf(options).load()])
    return await ceremony(ceremonies, client)
  } catch (cause) {
    return { ok: false, url: null, error: "RequestFailed", cause } // a script that could not be loaded
  }
}
