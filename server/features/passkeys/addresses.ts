import { RejectedRequest } from "../../errors.ts"
import type { Outcome } from "../../core/request/outcome.ts"
import { relyingPartyFor } from "../../core/methods/relying-party.ts"
import type { ActionContext } from "../../core/request/action-context.ts"

/**
 * `/.well-known/passkey-endpoints`: tells password managers where users add and manage passkeys.
 *
 * @see [Relying Party Passkey Endpoints](https://w3c.github.io/webappsec-passkey-endpoints/)
 */
export async function passkeyEndpoints({ site }: ActionContext): Promise<Outcome> {
  const account = `${site.url}/account`
  return { kind: "json", body: { enroll: account, manage: account } }
}

/**
 * `/.well-known/webauthn`: tells browsers which other sites may use the passkeys of this domain. Only the domain itself
 * responds, and only if the app lists such sites.
 *
 * @see [WebAuthn Level 3, 5.11.1](https://www.w3.org/TR/webauthn-3/#sctn-validating-relation)
 */
export async function relatedOrigins(context: ActionContext): Promise<Outcome> {
  const { settings, site } = context
  const domain = new URL(site.origin).hostname
  for (const provider of settings.providers.values()) {
    if (provider.type !== "webauthn" || relyingPartyFor(context, provider).id !== domain) continue
    const origins = provider.relyingParty?.relatedOrigins ?? []
    if (origins.length > 0) return { kind: "json", body: { origins } }
  }
  throw new RejectedRequest(404, `No passkey provider has \`relyingParty.relatedOrigins\` for ${domain}`)
}
