import { startAuthentication, type PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/browser"
import { toPasskeyError } from "../../client/actions/passkey-errors.ts"

/** Requests a passkey with the options of a step's button. Returns the response as JSON, or the error. */
export async function requestPasskey(options: string): Promise<{ data: string } | { error: string }> {
  try {
    const optionsJSON = JSON.parse(options) as PublicKeyCredentialRequestOptionsJSON // the server wrote them into the page
    return { data: JSON.stringify(await startAuthentication({ optionsJSON })) }
  } catch (error) {
    return { error: toPasskeyError(error).error ?? "Failed" }
  }
}
