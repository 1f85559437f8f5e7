import { clientFor } from "../core/client.ts"
import { loadActionClient } from "../core/client-for.ts"
import type * as Ceremonies from "../actions/passkey-ceremony.ts"
import type {
  PasskeyOptions,
  PasskeyRegisterOptions,
  PasskeyResult,
  PasskeySignInOptions,
  ActionClient,
} from "../actions/types.ts"

/** Passkeys for your app's own buttons. The WebAuthn code is loaded with the first call. No call throws. */
export const passkey = {
  /** Returns whether this browser supports passkeys. */
  isSupported: (): boolean => typeof PublicKeyCredential === "function",
  /** Signs in with a passkey. Each call cancels the previous one, because a browser handles one request at a time. */
  signIn: (options: PasskeySignInOptions = {}): Promise<PasskeyResult> =>
    perform(options, ({ signInWithPasskey }, client) => signInWithPasskey(client, options)),
  /** Adds a passkey to the signed-in user. */
  register: (options: PasskeyRegisterOptions = {}): Promise<PasskeyResult> =>
    perform(options, ({ registerPasskey }, client) => registerPasskey(client, options)),
}

async function perform(
  options: PasskeyOptions,
  ceremony: (ceremonies: typeof Ceremonies, client: ActionClient) => Promise<PasskeyResult>,
): Promise<PasskeyResult> {
  if (!passkey.isSupported()) return { ok: false, url: null, error: "Unsupported" }
  try {
    const [ceremonies, client] = await Promise.all([
      import("../actions/passkey-ceremony.ts"),
      loadActionClient(clientFor(options)),
    ])
    return await ceremony(ceremonies, client)
  } catch (cause) {
    return { ok: false, url: null, error: "RequestFailed", cause } // the script couldn't be loaded
  }
}
