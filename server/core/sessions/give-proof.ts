import type { SetCookie } from "../cookies/options.ts"
import type { Proof } from "../request/proofs.ts"
import { addProofs, type SessionProof } from "../request/session-proofs.ts"
import type { ActionContext } from "../request/action-context.ts"
import { readSessionProvider, storeSessionProvider } from "./session-cookies.ts"
import { versionCookie } from "../request/version-cookie.ts"
import { readSessionProofs } from "../proofs/sealed-proofs.ts"
import type { LiveSession } from "../request/strategy.ts"

/**
 * Gives a session a new token with a proof that its user just gave, so that a stolen copy of the old token isn't
 * stronger.
 *
 * @param at when the user gave the proof, in seconds since the epoch
 */
export async function giveProof(
  context: ActionContext,
  session: LiveSession,
  { proof, at = context.settings.now() / 1000 }: { proof: Proof; at?: number | undefined },
): Promise<{ proofs: readonly SessionProof[]; cookies: readonly SetCookie[] }> {
  const proofs = addProofs(await readSessionProofs(context, session), [proof], Math.floor(at))
  return { proofs, cookies: (await replaceSession(context, session, { proofs })).cookies }
}

/** Gives a session a new token. It keeps its proofs and its security epoch, unless there are new ones. */
export async function replaceSession(
  context: ActionContext,
  session: LiveSession,
  { proofs, epoch }: { proofs?: readonly SessionProof[]; epoch?: string },
): Promise<{ cookies: readonly SetCookie[]; key: string }> {
  const ownProofs = proofs ?? (await readSessionProofs(context, session))
  const opener = await readSessionProvider(context, session)
  const { cookies, key } = await context.sessions.rotate(context, session, ownProofs, epoch)
  const persistent = session.lifetime?.persistent ?? true
  const provider = opener
    ? await storeSessionProvider(
        context,
        { provider: opener.provider.id, providerAccountId: opener.account, type: opener.provider.type },
        { key, persistent },
      )
    : []
  return { cookies: [...cookies, ...provider, versionCookie(context)], key }
}
