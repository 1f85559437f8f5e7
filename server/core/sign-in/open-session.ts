import { normalizeEmail } from "../../providers/email-address.ts"
import { lockKey, runInOrder } from "../users/atomically.ts"
import { callSignInCallback, emitEvent, toCarried } from "../request/emit.ts"
import type { ResolvedAccount, VerifiedIdentity } from "../users/types.ts"
import { LAST_USED_COOKIE, prefixedCookieName } from "../cookies/names.ts"
import type { SetCookie } from "../cookies/options.ts"
import type { Proof } from "../request/proofs.ts"
import { toSessionProofs } from "../request/session-proofs.ts"
import { AccessDenied } from "../../errors.ts"
import { versionCookie } from "../request/version-cookie.ts"
import type { Outcome } from "../request/outcome.ts"
import { checkReturn, resolveAppRedirect, withSearchParams } from "../request/redirect-url.ts"
import type { Identity } from "../../providers/identity.ts"
import type { ActionContext } from "../request/action-context.ts"
import { readSessionProofs } from "../proofs/sealed-proofs.ts"
import { resolveLifetime } from "../sessions/lifetime.ts"
import { storeRememberChoice, storeSessionProvider } from "../sessions/session-cookies.ts"
import type { NewSession } from "../request/strategy.ts"
import { isSameId } from "../users/users.ts"
import type { Opening, OpeningSession, SignInFeature } from "./feature.ts"
import { revalidate } from "./revalidate.ts"
import { requireStoredUsers } from "./stored-users.ts"
import { lazy } from "../../lazy.ts"

const findPlace = lazy(() => import("../request/place.ts"), "findPlace")

/** Calls the app's `signIn` callback. Redirects to the string that it returns, instead of signing in. */
export async function checkSignInAllowed(
  context: ActionContext,
  {
    identity,
    credentials,
    appState,
    cookies,
    invitation,
  }: Pick<VerifiedIdentity, "credentials" | "appState" | "cookies" | "invitation"> & {
    identity: Pick<VerifiedIdentity["identity"], "user" | "account" | "profile" | "emailProven">
  },
): Promise<Outcome | null> {
  const { user, account, profile } = identity
  const result = await callSignInCallback(context, {
    user,
    account,
    ...(profile && { profile }),
    ...(credentials && { credentials }),
    ...(account.type !== "credentials" && { emailVerified: identity.emailProven }),
    ...toCarried(appState),
    ...(invitation && { invitation }),
  })
  if (result === true) return null
  if (typeof result === "string") return { kind: "redirect", to: await resolveAppRedirect(context, result), cookies }
  throw new AccessDenied(`The \`signIn\` callback denied the ${account.provider} sign-in`)
}

/** A sign-in whose steps are all done. */
export interface CompletedSignIn
  extends
    Pick<VerifiedIdentity, "identity" | "callbackUrl" | "appState" | "remember" | "cookies">,
    Pick<ResolvedAccount, "user" | "account" | "isNewUser"> {
  /** The proofs that the user gave, in order. */
  proofs: readonly Proof[]
  /** When the user gave the first one, in seconds since the epoch. */
  provenAt: number
  /** The user's security epoch when the sign-in began. */
  epoch: string
  /** Whether the sign-in linked an account to the signed-in user. That proves nothing about this user. */
  isLink: boolean
}

/** Opens the session, emits `signIn` and redirects. This is the only place that signs a user in. */
export async function openSession(context: ActionContext, signIn: CompletedSignIn): Promise<Outcome> {
  const { settings, sessions, site } = context
  const { identity, user, account, isNewUser, appState, proofs, provenAt: time } = signIn
  const { profile } = identity
  const { security } = await revalidate(context, signIn, "opening")
  const sessionProofs = signIn.isLink ? await currentProofs(context, user) : toSessionProofs(proofs, time)
  const lifetime = await resolveLifetime(context, { user, account, chosen: signIn.remember })
  const openings = await prepareOpening(context, { user, lifetime })
  const { device, place } = await findCircumstances(context, user)
  const queue = () => lockKey(identity)
  const { cookies, key } = await runInOrder(settings.adapter, queue, async () => {
    const newSession = await sessions.create(context, {
      user,
      account,
      profile,
      isNewUser,
      lifetime,
      appState,
      proofs: sessionProofs,
      epoch: signIn.epoch,
      keepsPrevious: openings.some(({ keepsPrevious }) => keepsPrevious),
      place,
      emailProven: hasVerifiedEmail(user, identity),
    })
    await revalidate(context, signIn, { opened: newSession.key })
    return newSession
  })
  const stays = lifetime?.persistent ?? true
  const carried = toCarried(appState)
  await emitEvent(context, "signIn", { user, account, isNewUser, ...(profile && { profile }), ...carried })
  const { cookies: added, ...more } = await finishOpening(openings, key)
  // A user whose account waits for its deletion can only keep it, or sign out
  const to = security?.closing ? `${site.url}/deletion` : await redirectTarget(context, signIn)
  return {
    kind: "redirect",
    to,
    ...more,
    cookies: [
      ...signIn.cookies,
      ...cookies,
      ...added,
      ...((await device?.finish({ isNewUser, place })) ?? []),
      ...(await storeSessionProvider(context, account, { key, persistent: stays })),
      ...storeRememberChoice(context),
      versionCookie(context),
      ...(stays ? [lastUsedCookie(context, account.provider)] : []), // on a shared computer the next user shouldn't see it
    ],
  }
}

/** Asks each feature what it does while the session opens. The previous session still exists. */
async function prepareOpening(context: ActionContext, session: OpeningSession): Promise<Opening[]> {
  const features: readonly SignInFeature[] = context.settings.features
  const openings: Opening[] = []
  for (const feature of features) if (feature.onOpen) openings.push(await feature.onOpen(context, session))
  return openings
}

async function finishOpening(openings: readonly Opening[], key: string) {
  const cookies: SetCookie[] = []
  const insteadOfHeaders: SetCookie[] = []
  const headers: Record<string, string> = {}
  for (const opening of openings) {
    const added = (await opening.opened?.({ key })) ?? {}
    cookies.push(...(added.cookies ?? []))
    insteadOfHeaders.push(...(added.insteadOfHeaders ?? []))
    Object.assign(headers, added.headers)
  }
  return { cookies, headers, insteadOfHeaders }
}

/** Returns the browser's device and its place, as far as the configuration asks for them. */
async function findCircumstances(context: ActionContext, user: NewSession["user"]) {
  const { account, callbacks } = context.settings
  const device = account.newDeviceEmail
    ? await requireStoredUsers(context.settings).checkDevice(context, user)
    : undefined
  const place = callbacks.place ? await findPlace(context) : null
  return { device, place }
}

async function redirectTarget(context: ActionContext, signIn: CompletedSignIn): Promise<string> {
  const { settings, site } = context
  const { isNewUser } = signIn
  const { newUser } = settings.pages
  const callbackUrl = await checkReturn(context, signIn.callbackUrl)
  return isNewUser && newUser ? withSearchParams(newUser, site.origin, { callbackUrl }) : callbackUrl
}

// Linking an account proves only that account, so the session stays as fresh as it was
async function currentProofs(context: ActionContext, { id }: NewSession["user"]) {
  const session = await context.lookupSession()
  return session.kind === "live" && isSameId(session.userId, id) ? readSessionProofs(context, session) : []
}

function hasVerifiedEmail(user: NewSession["user"], { emailProven, user: { email } }: Identity): boolean {
  if (Reflect.get(user, "emailVerified")) return true
  const userEmail = emailProven ? normalizeEmail(user.email) : null
  return userEmail !== null && normalizeEmail(email) === userEmail
}

const ONE_YEAR = 365 * 24 * 60 * 60

function lastUsedCookie({ site }: ActionContext, provider: string): SetCookie {
  const options = { path: "/", sameSite: "lax", secure: site.secure, httpOnly: true, maxAge: ONE_YEAR } as const
  return { name: prefixedCookieName(LAST_USED_COOKIE, site.secure), value: provider, options }
}
