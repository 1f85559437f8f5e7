import { carryIn } from "../../http/app-state.ts"
import { AuthError, WebAuthnVerificationError } from "../../errors.ts"
import type { WebAuthnConfig } from "../../providers/types.ts"
import { wantedTarget } from "../../http/redirect-url.ts"
import { choiceIn } from "../../sessions/remember-me.ts"
import type { Routed } from "../../sessions/action-context.ts"
import type { Identified } from "../../accounts/types.ts"
import { provenBy } from "./authenticate.ts"
import { clearCeremony, resumeCeremony, type CeremonyAction } from "./ceremony.ts"
import { madeBy } from "./register.ts"
import { answerFrom, clientDataFrom, type ClientData } from "./response.ts"

/** Takes an authenticator's response: a passkey that signs its user in, or one that the signed-in user adds. */
export async function identifyByPasskey(routed: Routed, provider: WebAuthnConfig): Promise<Identified> {
  const { method, body } = routed
  if (method !== "POST") throw new AuthError("InvalidRequest", "A passkey's response comes by POST")
  const { action, data, callbackUrl } = body.fields
  if (action === "authenticate") {
    const answer = answerFrom(action, data)
    if (!answer) throw malformed()
    const ceremony = await ceremonyOf(routed, provider, { action, said: clientDataFrom(answer) })
    const { user, passkey } = await provenBy(routed, provider, { answer, ceremony })
    return identified(routed, provider, { user, passkey, ceremony, callbackUrl })
  }
  if (action !== "register") throw malformed()
  const answer = answerFrom(action, data)
  if (!answer) throw malformed()
  const ceremony = await ceremonyOf(routed, provider, { action, said: clientDataFrom(answer) })
  const { user, passkey } = await madeBy(routed, provider, { answer, ceremony })
  return { ...(await identified(routed, provider, { user, passkey, ceremony, callbackUrl })), newPasskey: passkey }
}

function malformed(): AuthError {
  return new WebAuthnVerificationError("The form holds no response of an authenticator to one of the two actions")
}

// WebAuthn Level 3, section 13.4.9: a page that embeds ours answers for another site
async function ceremonyOf(
  routed: Routed,
  provider: WebAuthnConfig,
  { action, said }: { action: CeremonyAction; said: ClientData },
) {
  const { challenge, crossOrigin, topOrigin } = said
  const ceremony = await resumeCeremony(routed, { challenge, provider: provider.id, action })
  if (crossOrigin !== true && topOrigin === undefined) return ceremony
  throw new WebAuthnVerificationError("The ceremony ran inside a page of another site")
}

type Facts = Pick<Awaited<ReturnType<typeof provenBy>>, "user" | "passkey"> & {
  ceremony: { challenge: string }
  callbackUrl: string | undefined
}

async function identified(
  routed: Routed,
  { id: provider }: WebAuthnConfig,
  { user, passkey, ceremony, callbackUrl }: Facts,
): Promise<Identified & { owner: Facts["user"] }> {
  const { providerAccountId } = passkey
  return {
    identity: {
      user: { ...user },
      account: { provider, providerAccountId, type: "webauthn", userId: user.id },
      emailProven: false,
    },
    owner: user,
    callbackUrl: await wantedTarget(routed, callbackUrl),
    remember: choiceIn(routed),
    carry: carryIn(routed),
    cookies: await clearCeremony(routed, ceremony.challenge),
  }
}
