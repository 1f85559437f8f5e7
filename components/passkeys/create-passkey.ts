import { startRegistration, type PublicKeyCredentialCreationOptionsJSON } from "@simplewebauthn/browser"
import { toPasskeyError } from "../../client/actions/passkey-errors.ts"

/** Creates a passkey with the options of a page's button. Returns the response as JSON, or the error. */
export async function createPasskey(options: string): Promise<{ data: string } | { error: string }> {
  try {
    const optionsJSON = JSON.parse(options) as PublicKeyCredentialCreationOptionsJSON // the server wrote them into the page
    return { data: JSON.stringify(await startRegistration({ optionsJSON })) }
  } catch (error) {
    return { error: toPasskeyError(error).error ?? "Failed" }
  }
}
