import { carriedBy } from "../http/app-state.ts"
import { askHost } from "../accounts/sign-in-callback.ts"
import { addPasskey } from "../accounts/add-passkey.ts"
import { afterOthers } from "../accounts/atomically.ts"
import { settleAccount, turnOf } from "../accounts/resolve-account.ts"
import { mustStillOpen } from "../accounts/revalidate.ts"
import { tellOwner } from "../accounts/tell-owner.ts"
import { LAST_USED_COOKIE, prefixed } from "../cookies/names.ts"
import { AccessDenied } from "../errors.ts"
import { emit } from "../http/events.ts"
import { identify } from "../sign-in/index.ts"
import { type Identified } from "../accounts/types.ts"
import type { Outcome } from "../http/outcome.ts"
import type { SetCookie } from "../cookies/options.ts"
import { targetFromApp, withParameters } from "../http/redirect-url.ts"
import { keepChoice } from "../sessions/remember-me.ts"
import type { Routed } from "../sessions/action-context.ts"
import { lifetimeOf } from "../sessions/lifetime.ts"
import { rememberOpener } from "../sessions/opened-by.ts"
import type { Identity } from "../providers/identity.ts"
import type { Entry } from "../sessions/strategy.ts"
import { normalEmail } from "../providers/email-address.ts"
import { versionCookie } from "../sessions/version.ts"

/** `GET` and `POST callback/<provider>`: identify, admit, settle the account, open the session, tell, lead on. */
export async function callback(routed: Routed): Promise<Outcome> {
  const identified = await identify(routed)
  if ("kind" in identified) return identified
  const elsewhere = await admit(routed, identified)
  if (elsewhere) return elsewhere
  return identified.newPasskey ? added(routed, identified) : enter(routed, identified)
}

/** Asks the host's signIn callback. A string it answers leads there instead of in. */
async function admit(routed: Routed, { identity, credentials, carry, cookies }: Identified): Promise<Outcome | null> {
  const { user, account, profile } = identity
  const answer = await askHost(routed, {
    user,
    account,
    ...(profile && { profile }),
    ...(credentials && { credentials }),
    ...(account.type !== "credentials" && { emailVerified: identity.emailProven }),
    ...carriedBy(carry),
  })
  if (answer === true) return null
  if (typeof answer === "string") return { kind: "redirect", to: await targetFromApp(routed, answer), cookies }
  throw new AccessDenied(`The signIn callback refused ${account.provider} sign-in`)
}

/** Settles whose account it is and opens the session. */
export async function enter(routed: Routed, identified: Identified): Promise<Outcome> {
  const { settings, sessions, site } = routed
  const { identity, callbackUrl } = identified
  const { user, account, isNewUser, happened } = await settleAccount(routed, identified)
  const { profile } = identity
  const carried = carriedBy(identified.carry)
  // Told before a session is opened: what is stored has happened, also where no session comes of it
  for (const { name, message } of happened) {
    if (name === "reclaimUser") tellOwner(routed, message.user)
    await emit(settings, name, name === "createUser" ? { ...message, ...carried } : message)
  }
  const lifetime = await lifetimeOf(routed, { user, account, chosen: identified.remember })
  const { cookies, key } = await afterOthers(settings.adapter, turnOf(identity), async () => {
    const opened = await sessions.open(routed, {
      ...{ user, account, profile, isNewUser, lifetime, carry: identified.carry },
      emailProven: provesEmailOf(user, identity),
    })
    await mustStillOpen(routed, { user, account, key: opened.key, identity })
    return opened
  })
  const stays = lifetime?.persistent ?? true
  await emit(settings, "signIn", { user, account, isNewUser, ...(profile && { profile }), ...carried })
  const to =
    isNewUser && settings.pages.newUser
      ? withParameters(settings.pages.newUser, site.origin, { callbackUrl })
      : callbackUrl
  return {
    kind: "redirect",
    to,
    cookies: [
      ...identified.cookies,
      ...cookies,
      ...(await rememberOpener(routed, account, { key, persistent: stays })),
      ...keepChoice(routed),
      versionCookie(routed),
      ...(stays ? [lastUsedCookie(routed, account.provider)] : []), // the next visitor of a shared computer need not know
    ],
  }
}

function provesEmailOf(user: Entry["user"], { emailProven, user: { email } }: Identity): boolean {
  const own = normalEmail(user.email)
  return Boolean(Reflect.get(user, "emailVerified")) || (emailProven && own !== null && normalEmail(email) === own)
}

/** Stores the passkey of somebody who is signed in, and stays so. */
async function added(routed: Routed, identified: Identified): Promise<Outcome> {
  const { settings } = routed
  const { linked } = await addPasskey(routed, identified)
  await emit(settings, "linkAccount", linked)
  return { kind: "redirect", to: identified.callbackUrl, cookies: [...identified.cookies, versionCookie(routed)] }
}

const ONE_YEAR = 365 * 24 * 60 * 60

function lastUsedCookie({ site }: Routed, provider: string): SetCookie {
  const options = { path: "/", sameSite: "lax", secure: site.secure, httpOnly: true, maxAge: ONE_YEAR } as const
  return { name: prefixed(LAST_USED_COOKIE, site.secure), value: provider, options }
}
