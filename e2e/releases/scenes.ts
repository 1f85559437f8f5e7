// Each scene begins with one version, and ends with another. In between, it leaves cookies, rows and emails.
import { createHash, createPrivateKey } from "node:crypto"
import { softAuthenticator, type HeldCredential } from "../../server/test-kit/authenticator.ts"
import { oneTimeCode } from "../../server/testing/authenticator-app.ts"
import { nativeApp, toTokens } from "../../server/test-kit/native-app.ts"
import { MINUTE, SCRIPT, type Browser, type World } from "./world.ts"

const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const PASSWORD = "compilers are fun to write"
const NEW_PASSWORD = "nanoseconds are eleven inches"

/** Texts that a user has outside of the browser, such as a link in an email. */
export type Facts = Record<string, string>

interface Scene {
  /** Leaves cookies in the browser. The user has this address. */
  begin(world: World, from: Browser, email: string): Promise<Facts | undefined | void>
  /** Continues later. Returns the address of the user who is signed in then, or null. */
  end(world: World, from: Browser, facts: Facts, email: string): Promise<string | null>
  /** Milliseconds after which it no longer works. */
  expires: number
}

const enter = async (world: World, from: Browser, email: string) => world.comeBack(from, await world.start(from), email)

async function signUp(world: World, from: Browser, email: string): Promise<string> {
  await world.post(from, "/sign-up", { email, password: PASSWORD })
  return (await world.notice("confirm-sign-up"))?.code ?? ""
}

/** Turns two-step verification on. Returns the secret of the authenticator app, and a recovery code. */
async function enroll(world: World, from: Browser): Promise<{ secret: string; recoveryCode: string }> {
  const card = await (await from.get("/two-step/totp", SCRIPT)).json()
  const { attempt, secretText: secret } = card as Record<"attempt" | "secretText", string> // the card's props
  const code = await oneTimeCode(secret, world.time.now)
  const added = await from.post("/two-step/totp", { csrfToken: await from.csrfToken(), attempt, code }, SCRIPT)
  world.time.now += MINUTE // a code works once
  const { codes } = (await added.json()) as { codes: readonly string[] } // the props of the next card
  return { secret, recoveryCode: codes[0] ?? "" }
}

const prove = async (world: World, from: Browser, secret: string, more: Facts = {}) =>
  world.submitStep(from, "second-factor", {
    ...{ method: "totp", code: await oneTimeCode(secret, world.time.now) },
    ...more,
  })

export const SCENES: Readonly<Record<string, Scene>> = {
  "a session": {
    begin: (world, from, email) => enter(world, from, email).then(() => undefined),
    end: (world, from) => world.userIn(from),
    expires: 31 * DAY,
  },
  "a sign-in at the provider": {
    begin: async (world, from) => ({ url: await world.start(from) }),
    async end(world, from, { url = "" }, email) {
      await world.comeBack(from, url, email)
      return world.userIn(from)
    },
    expires: 16 * MINUTE,
  },
  "a sign-in in a popup": {
    begin: async (world, from) => ({ url: await world.start(from, { popup: "p".repeat(22) }) }),
    async end(world, from, { url = "" }, email) {
      const to = new URL((await world.comeBack(from, url, email)).headers.get("location") ?? "https://app.test")
      return to.pathname === "/auth/popup" && !to.searchParams.has("error") ? world.userIn(from) : null
    },
    expires: 16 * MINUTE,
  },
  "an emailed link": {
    begin: async (world, from, email) => ({ url: (await world.mailTo(from, email)).url }),
    async end(world, from, { url = "" }) {
      await world.openLink(from, url)
      return world.userIn(from)
    },
    expires: 25 * HOUR,
  },
  "an emailed code": {
    begin: async (world, from, email) => ({ code: (await world.mailTo(from, email)).code ?? "" }),
    async end(world, from, { code = "" }) {
      await world.post(from, "/callback/email", { code })
      return world.userIn(from)
    },
    expires: 25 * HOUR,
  },
  "a sign-up that waits for its code": {
    begin: async (world, from, email) => ({ code: await signUp(world, from, email) }),
    async end(world, from, { code = "" }) {
      await world.post(from, "/sign-up", { code })
      return world.userIn(from)
    },
    expires: 61 * MINUTE,
  },
  "a password": {
    async begin(world, from, email) {
      await world.post(from, "/sign-up", { code: await signUp(world, from, email) })
      await world.post(from, "/signout", {})
    },
    async end(world, from, _, email) {
      await world.post(from, "/callback/password", { email, password: PASSWORD })
      return world.userIn(from)
    },
    expires: Infinity,
  },
  "a link that resets a password": {
    async begin(world, from, email) {
      await world.post(from, "/sign-up", { code: await signUp(world, from, email) })
      await world.post(from, "/signout", {})
      await world.post(from, "/forgot-password", { email })
      return { url: (await world.notice("reset-password"))?.url ?? "" }
    },
    async end(world, from, { url = "" }, email) {
      await from.get(url)
      const token = new URL(url).searchParams.get("token") ?? ""
      await world.post(from, "/reset-password", { token, password: NEW_PASSWORD })
      await world.post(from, "/callback/password", { email, password: NEW_PASSWORD })
      return world.userIn(from)
    },
    expires: 61 * MINUTE,
  },
  "an invitation": {
    async begin(world, _, email) {
      await world.auth.invite({ email })
      return { url: (await world.notice("invitation"))?.url ?? "" }
    },
    async end(world, from, { url = "" }) {
      await from.get(url)
      await world.post(from, "/sign-up", { token: new URL(url).searchParams.get("token") ?? "", password: PASSWORD })
      return world.userIn(from)
    },
    expires: 8 * DAY,
  },
  "a passkey": {
    async begin(world, from, email) {
      await enter(world, from, email)
      const device = softAuthenticator()
      await world.usePasskey(from, "register", device)
      await world.post(from, "/signout", {})
      const [{ id, rpId, userHandle, key }] = device.held as [HeldCredential] // it made one
      const [hex, pem] = [Buffer.from(id).toString("hex"), key.export({ type: "pkcs8", format: "pem" })]
      return { id: hex, rpId, userHandle, key: String(pem) }
    },
    async end(world, from, { id = "", rpId = "", userHandle = "", key = "" }) {
      const device = softAuthenticator()
      const secret = { key: createPrivateKey(key), algorithm: -7, counter: 0 }
      device.held.push({ id: Buffer.from(id, "hex"), rpId, userHandle, ...secret })
      await world.usePasskey(from, "authenticate", device)
      return world.userIn(from)
    },
    expires: Infinity,
  },
  "a passkey's challenge": {
    async begin(world, from, email) {
      await enter(world, from, email)
      const device = softAuthenticator()
      await world.usePasskey(from, "register", device)
      await world.post(from, "/signout", {})
      const response = await from.get("/webauthn-options/passkey?action=authenticate")
      const { options } = (await response.json()) as { options: never } // of that action
      return { data: device.get(options) }
    },
    async end(world, from, { data = "" }) {
      await world.post(from, "/callback/passkey", { action: "authenticate", data })
      return world.userIn(from)
    },
    expires: 16 * MINUTE,
  },
  "a new address that waits for its code": {
    async begin(world, from, email) {
      await world.post(from, "/sign-up", { code: await signUp(world, from, `old-${email}`) })
      await world.post(from, "/account", { change: "change-email", email })
      return { code: (await world.notice("email-change"))?.code ?? "" }
    },
    async end(world, from, { code = "" }, email) {
      await world.post(from, "/change-email", { code })
      return (await world.userIn(from)) === email ? email : null
    },
    expires: 61 * MINUTE,
  },
  "a link that restores an address": {
    async begin(world, from, email) {
      await world.post(from, "/sign-up", { code: await signUp(world, from, email) })
      await world.post(from, "/account", { change: "change-email", email: `new-${email}` })
      await world.post(from, "/change-email", { code: (await world.notice("email-change"))?.code ?? "" })
      return { url: (await world.notice("email-changed"))?.url ?? "" }
    },
    async end(world, _, { url = "" }, email) {
      const owner = world.browser()
      await world.post(owner, "/undo", { token: new URL(url).searchParams.get("token") ?? "" })
      const user = await world.auth.users.getByEmail(email)
      return user?.email ?? null
    },
    expires: 8 * DAY,
  },
  "a link that removes a second factor": {
    async begin(world, from, email) {
      await enter(world, from, email)
      await enroll(world, from)
      return { url: (await world.notice("factor-added"))?.url ?? "" }
    },
    async end(world, _, { url = "" }, email) {
      const owner = world.browser()
      await world.post(owner, "/undo", { token: new URL(url).searchParams.get("token") ?? "" })
      await enter(world, owner, email)
      return world.userIn(owner)
    },
    expires: 31 * DAY,
  },
  "an administrator who acts as a user": {
    async begin(world, from, email) {
      await enter(world, world.browser(), email)
      await enter(world, from, `root-${email}`)
      const { id } = (await world.auth.users.getByEmail(email)) ?? { id: "" }
      const { cookies } = await world.auth.users.impersonate(id, from.request("/admin"))
      from.receive(new Response(null, { headers: cookies.map((cookie) => ["set-cookie", cookie]) }))
    },
    async end(world, from, _, email) {
      return (await world.userIn(from)) === email ? email : null
    },
    expires: 13 * HOUR,
  },
  "a sign-in that waits for a step of the app": {
    async begin(world, from, email) {
      world.step.isNeeded = true
      await enter(world, from, email)
      world.step.isNeeded = false
    },
    async end(world, from) {
      await world.submitStep(from, "terms")
      return world.userIn(from)
    },
    expires: 11 * MINUTE,
  },
  "a sign-in that waits for a second factor": {
    async begin(world, from, email) {
      await enter(world, from, email)
      const { secret } = await enroll(world, from)
      await world.post(from, "/signout", {})
      await enter(world, from, email)
      return { secret }
    },
    async end(world, from, { secret = "" }) {
      await prove(world, from, secret)
      return world.userIn(from)
    },
    expires: 11 * MINUTE,
  },
  "a recovery code": {
    async begin(world, from, email) {
      await enter(world, from, email)
      const { recoveryCode } = await enroll(world, from)
      await world.post(from, "/signout", {})
      return { recoveryCode }
    },
    async end(world, from, { recoveryCode = "" }, email) {
      await enter(world, from, email)
      await world.submitStep(from, "second-factor", { method: "recovery", code: recoveryCode })
      return world.userIn(from)
    },
    expires: Infinity,
  },
  "a trusted device": {
    async begin(world, from, email) {
      await enter(world, from, email)
      const { secret } = await enroll(world, from)
      await world.post(from, "/signout", {})
      await enter(world, from, email)
      await prove(world, from, secret, { trust: "on" })
      await world.post(from, "/signout", {})
    },
    async end(world, from, _, email) {
      await enter(world, from, email)
      return world.userIn(from)
    },
    expires: 31 * DAY,
  },
  "a second account in the browser": {
    async begin(world, from, email) {
      await enter(world, from, email)
      await enter(world, from, `second-${email}`)
    },
    async end(world, from, _, email) {
      const listed = (await (await from.get("/accounts")).json()) as { accounts: { id: string; email?: string }[] } // its shape
      const id = listed.accounts.find((account) => account.email === email)?.id ?? ""
      await world.post(from, "/accounts", { change: "switch", id })
      return world.userIn(from)
    },
    expires: 31 * DAY,
  },
  "a code of a native app": {
    async begin(world, from, email) {
      await enter(world, from, email)
      const app = nativeApp(world.auth)
      return { code: await app.code(from), verifier: app.verifier }
    },
    async end({ auth }, _, { code = "", verifier = "" }) {
      const app = nativeApp(auth)
      const { access_token } = await toTokens(await app.exchange(code, { code_verifier: verifier }))
      return app.user(access_token)
    },
    expires: 2 * MINUTE,
  },
  "a session of a native app": {
    async begin(world, from, email) {
      await enter(world, from, email)
      const app = nativeApp(world.auth)
      const { access_token = "" } = await toTokens(await app.exchange(await app.code(from)))
      return { token: access_token }
    },
    end: ({ auth }, _, { token }) => nativeApp(auth).user(token),
    expires: 400 * DAY,
  },
}

/** Returns the user's address in a scene. */
export const emailIn = (scene: string) => `${createHash("sha256").update(scene).digest("hex").slice(0, 8)}@app.test`
