import { toCarried } from "../http/app-state.ts"
import { callSignInCallback } from "../accounts/sign-in-callback.ts"
import { addPasskey } from "../accounts/add-passkey.ts"
import { runInOrder } from "../accounts/atomically.ts"
import { resolveAccount, lockKey } from "../accounts/resolve-account.ts"
import { requireAccountUnchanged } from "../accounts/revalidate.ts"
import { tellOwner } from "../accounts/tell-owner.ts"
import { LAST_USED_COOKIE, prefixedCookieName } from "../cookies/names.ts"
import { AccessDenied } from "../errors.ts"
import { emitEvent } from "../http/events.ts"
import { identify } from "../sign-in/index.ts"
import { type VerifiedIdentity } from "../accounts/types.ts"
import type { Outcome } from "../http/outcome.ts"
import type { SetCookie } from "../cookies/options.ts"
import { resolveAppRedirect, withSearchParams } from "../http/redirect-url.ts"
import { storeRememberChoice } from "../sessions/remember-me.ts"
import type { ActionContext } from "../sessions/action-context.ts"
import { resolveLifetime } from "../sessions/lifetime.ts"
import { storeSessionProvider } from "../sessions/opened-by.ts"
import type { Identity } from "../providers/identity.ts"
import type { NewSession } from "../sessions/strategy.ts"
import { normalizeEmail } from "../providers/email-address.ts"
import { versionCookie } from "../sessions/version.ts"

/**
 * `GET` and `POST callback/<provider>`: verifies the identity, checks access, finds the user, opens the session and
 * redirects.
 */
export async function callback(context: ActionContext): Promise<Outcome> {
  const verified = await identify(context)
  if ("kind" in verified) return verified
  const elsewhere = await checkAccess(context, verified)
  if (elsewhere) return elsewhere
  return verified.newPasskey ? finishPasskeyRegistration(context, verified) : signInUser(context, verified)
}

/** Calls the app's `signIn` callback. Redirects to the string that it returns, instead of signing in. */
async function checkAccess(
  context: ActionContext,
  { identity, credentials, carry, cookies }: VerifiedIdentity,
): Promise<Outcome | null> {
  const { user, account, profile } = identity
  const result = await callSignInCallback(context, {
    user,
    account,
    ...(profile && { profile }),
    ...(credentials && { credentials }),
    ...(account.type !== "credentials" && { emailVerified: identity.emailProven }),
    ...toCarried(carry),
  })
  if (result === true) return null
  if (typeof result === "string") return { kind: "redirect", to: await resolveAppRedirect(context, result), cookies }
  throw new AccessDenied(`The \`signIn\` callback denied the ${account.provider} sign-in`)
}

/** Finds or creates the user, and opens the session. */
export async function signInUser(context: ActionContext, verified: VerifiedIdentity): Promise<Outcome> {
  const { settings, sessions, site } = context
  const { identity, callbackUrl } = verified
  const { user, account, isNewUser, happened } = await resolveAccount(context, verified)
  const { profile } = identity
  const carried = toCarried(verified.carry)
  // Run the events before opening a session: what is stored has happened, even if no session follows
  for (const { name, message } of happened) {
    if (name === "reclaimUser") tellOwner(context, message.user)
    await emitEvent(settings, name, name === "createUser" ? { ...message, ...carried } : message)
  }
  const lifetime = await resolveLifetime(context, { user, account, chosen: verified.remember })
  const { cookies, key } = await runInOrder(settings.adapter, lockKey(identity), async () => {
    const opened = await sessions.open(context, {
      ...{ user, account, profile, isNewUser, lifetime, carry: verified.carry },
      emailProven: hasVerifiedEmail(user, identity),
    })
    await requireAccountUnchanged(context, { user, account, key: opened.key, identity })
    return opened
  })
  const stays = lifetime?.persistent ?? true
  await emitEvent(settings, "signIn", { user, account, isNewUser, ...(profile && { profile }), ...carried })
  const to =
    isNewUser && settings.pages.newUser
      ? withSearchParams(settings.pages.newUser, site.origin, { callbackUrl })
      : callbackUrl
  return {
    kind: "redirect",
    to,
    cookies: [
      ...verified.cookies,
      ...cookies,
      ...(await storeSessionProvider(context, account, { key, persistent: stays })),
      ...storeRememberChoice(context),
      versionCookie(context),
      ...(stays ? [lastUsedCookie(context, account.provider)] : []), // on a shared computer the next user shouldn't see it
    ],
  }
}

function hasVerifiedEmail(user: NewSession["user"], { emailProven, user: { email } }: Identity): boolean {
  const userEmail = normalizeEmail(user.email)
  return (
    Boolean(Reflect.get(user, "emailVerified")) ||
    (emailProven && userEmail !== null && normalizeEmail(email) === userEmail)
  )
}

/** Stores a passkey of a signed-in user, and keeps the session. */
async function finishPasskeyRegistration(context: ActionContext, verified: VerifiedIdentity): Promise<Outcome> {
  const { settings } = context
  const { linked } = await addPasskey(context, verified)
  await emitEvent(settings, "linkAccount", linked)
  return { kind: "redirect", to: verified.callbackUrl, cookies: [...verified.cookies, versionCookie(context)] }
}

const ONE_YEAR = 365 * 24 * 60 * 60

function lastUsedCookie({ site }: ActionContext, provider: string): SetCookie {
  const options = { path: "/", sameSite: "lax", secure: site.secure, httpOnly: true, maxAge: ONE_YEAR } as const
  return { name: prefixedCookieName(LAST_USED_COOKIE, site.secure), value: provider, options }
}
