import type { AccountDetails } from "../../client/account-contract.ts"
import { fromBase32 } from "../core/proofs/base32.ts"
import { totpCode, totpStep } from "../core/proofs/totp.ts"
import { softAuthenticator } from "./authenticator.ts"
import { nativeApp, toTokens } from "./native-app.ts"
import { ADA, type Browser } from "./pause-service.ts"
import type { EventService } from "./event-service.ts"

const GRACE = { email: "grace@app.test", password: "compilers are fun to write" }
const NEXT_PASSWORD = "nanoseconds are eleven inches"

/** Runs every flow of every route once with success and once with a failure. */
export async function runAllFlows(service: EventService): Promise<void> {
  await signUpAndReset(service)
  await signInEveryWay(service)
  await pauseAndStepUp(service)
  await handOverToApp(service)
  await changeAccount(service)
}

const post = async (from: Browser, path: string, fields: Record<string, string>) =>
  from.post(path, { csrfToken: await from.csrfToken(), ...fields })

async function handOverToApp({ browser, prove, secrets }: EventService) {
  const ada = browser()
  await prove(ada, "magic link")
  const send = async ({ url, method, headers, body }: Request) => {
    const text = await new Response(body).text()
    return browser().send(url, { method, headers, body: text })
  }
  const app = nativeApp({ handle: send })
  const code = await app.code(ada)
  secrets.add(code).add(app.verifier)
  await app.exchange(code, { code_verifier: "" })
  const { access_token: token = "" } = await toTokens(await app.exchange(code))
  secrets.add(token)
  await app.revoke("")
  await app.revoke(token)
}

async function newNotice({ notices }: EventService, kind: string) {
  for (let tries = 0; tries < 600; tries++) {
    const found = notices.findLast((notice) => notice.kind === kind)
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  throw new Error(`No email ${kind} was sent`)
}

async function signUpAndReset(service: EventService) {
  const { browser, secrets, time, step } = service
  step.needed = false
  const grace = browser()
  await post(grace, "/sign-up", { ...GRACE, password: "short" })
  await post(grace, "/sign-up", GRACE)
  const { code = "", url } = await newNotice(service, "confirm-sign-up")
  secrets.add(code).add(url)
  await post(grace, "/sign-up", { code: "wrong" })
  await post(grace, "/sign-up", { code })
  await post(grace, "/signout", {})
  await post(grace, "/forgot-password", { email: "not an address" })
  await post(grace, "/forgot-password", { email: "nobody@app.test" })
  time.now += 60_000
  await post(grace, "/forgot-password", { email: GRACE.email })
  const reset = await newNotice(service, "reset-password")
  const token = new URL(reset.url).searchParams.get("token") ?? ""
  secrets.add(token).add(reset.url)
  await post(grace, "/reset-password", { code: "wrong" })
  await post(grace, "/reset-password", { token, password: "short" })
  await post(grace, "/reset-password", { token, password: NEXT_PASSWORD })
  await post(grace, "/callback/password", GRACE)
  await post(grace, "/callback/password", { ...GRACE, password: NEXT_PASSWORD })
}

async function signInEveryWay(service: EventService) {
  const { browser, prove, issuer, newest, secrets } = service
  for (const method of ["magic link", "email code", "oidc", "oauth", "passkey", "credentials"] as const) {
    await prove(browser(), method)
    secrets.add(newest().url).add(newest().token)
  }
  const eve = browser()
  await post(eve, "/callback/credentials", { username: "hunter2", password: "letmein" })
  await post(eve, "/signin/email", { email: "not an address" })
  await post(eve, "/signin/email", { email: "ada@app.test" })
  await post(eve, "/callback/email", { code: "000000" })
  const started = await post(eve, "/signin/acme", {})
  const state = new URL(started.headers.get("location") ?? "").searchParams.get("state") ?? ""
  await eve.get(`/callback/acme?${new URLSearchParams({ error: "access_denied", state, iss: issuer.issuer })}`)
  await eve.get(`/callback/acme?${new URLSearchParams({ code: "stolen-code", state: "forged" })}`)
  await post(eve, "/callback/passkey", { action: "authenticate", data: "{}" })
  await eve.get("/webauthn-options/passkey?action=nonsense")
  await eve.send("/backchannel-logout/acme", { method: "POST", body: new URLSearchParams({ logout_token: "x" }) })
  await chooseAccount(service)
  const both = browser()
  await prove(both, "magic link")
  await post(both, "/callback/password", { ...GRACE, password: NEXT_PASSWORD })
  const { accounts } = (await (await both.get("/accounts")).json()) as { accounts: { id: string; active: boolean }[] } // its contract
  const other = accounts.find(({ active }) => !active)?.id ?? ""
  await post(both, "/accounts", { change: "switch", id: "unknown" })
  await post(both, "/accounts", { change: "switch", id: other })
  await post(both, "/accounts", { change: "sign-out", id: other })
  await post(both, "/signout", {})
}

/** Signs in with the browser's account chooser. */
async function chooseAccount({ browser, issuer, time, secrets }: EventService) {
  const ada = browser()
  const now = Math.floor(time.now / 1000)
  for (const nonce of ["stolen", undefined]) {
    const asked = (await (await ada.get("/fedcm/acme")).json()) as { nonce: string } // its contract
    const claims = { iss: issuer.issuer, aud: "client", iat: now, exp: now + 600, nonce: nonce ?? asked.nonce }
    const token = await issuer.sign({ ...claims, ...ADA })
    secrets.add(token)
    await post(ada, "/fedcm/acme", { token })
  }
}

async function pauseAndStepUp(service: EventService) {
  const { browser, prove, submit, step, time } = service
  step.needed = true
  const ada = browser()
  await prove(ada, "magic link")
  await submit(ada, { accept: "no" })
  await submit(ada, { cancel: "1" })
  await prove(ada, "magic link")
  await submit(ada)
  step.needed = false
  time.now += 3_600_000
  const confirm = async (fields: Record<string, string>) => {
    const details = await ada.get("/confirm?max_age=600", { accept: "application/json" })
    const { attempt = "" } = (await details.json()) as Record<string, string> // the card's props
    return post(ada, "/confirm?max_age=600", { attempt, ...fields })
  }
  await post(ada, "/account", { change: "revoke-session", id: "x" })
  await post(ada, "/two-step/totp", { code: "000000" })
  await confirm({ method: "email" })
  await confirm({ method: "email", code: "000000" })
  await confirm({ method: "email", code: service.newest().code ?? "" })
}

async function changeAccount(service: EventService) {
  const { browser, prove, secrets, time, notices } = service
  const ada = browser()
  await prove(ada, "magic link")
  const details = async () => (await (await ada.get("/account")).json()) as AccountDetails // its contract
  const change = async (fields: Record<string, string>) => post(ada, "/account", { callbackUrl: "/me", ...fields })
  // A second passkey, so that the first one can be removed
  const options = await (await ada.get("/webauthn-options/passkey?action=register")).json()
  const another = softAuthenticator()
  const { options: asked } = options as { options: Parameters<typeof another.create>[0] } // as asked for
  await post(ada, "/callback/passkey", { action: "register", data: "{}" })
  await post(ada, "/callback/passkey", { action: "register", data: another.create(asked) })
  // An authenticator app
  const card = await (await ada.get("/two-step/totp?callbackUrl=/me", { accept: "application/json" })).json()
  const { attempt, secretText } = card as Record<"attempt" | "secretText", string> // the card's props
  const secret = fromBase32(secretText.replaceAll(" ", "")) ?? new Uint8Array()
  const code = () => totpCode(secret, totpStep(time.now))
  secrets.add(secretText)
  await post(ada, "/two-step/totp", { attempt, code: "000000" })
  const shown = await (await post(ada, "/two-step/totp", { attempt, code: await code() })).text()
  for (const [, recovery = ""] of shown.matchAll(/<code[^>]*>([\w-]{29})</g)) secrets.add(recovery)
  await prove(ada, "passkey") // the next changes need two factors
  await post(ada, "/two-step/recovery-codes", {})
  time.now += 60_000
  // Another browser passes the second factor, and trusts the device
  const phone = browser()
  await prove(phone, "oidc")
  const open = (await (await phone.get("/step", { accept: "application/json" })).json()) as Record<string, string> // the card's props
  const second = { attempt: open["attempt"] ?? "", method: "totp", trust: "1" }
  await post(phone, "/step/second-factor", { ...second, code: "000000" })
  await post(phone, "/step/second-factor", { ...second, method: "email" })
  await post(phone, "/step/second-factor", { ...second, code: await code() })
  const { passkeys, twoStep, sessions } = await details()
  const id = (list: readonly { id: string }[] | null | undefined, index = 0) => list?.at(index)?.id ?? ""
  await change({ change: "rename-passkey", id: id(passkeys), name: "Blue key" })
  await change({ change: "rename-passkey", id: "unknown", name: "Blue key" })
  await change({ change: "remove-passkey", id: id(passkeys, -1) })
  await change({ change: "rename-factor", id: id(twoStep?.factors), name: "Phone" })
  await change({ change: "remove-trusted-device", id: id(twoStep?.trustedDevices) })
  await change({ change: "revoke-session", id: sessions?.find(({ current }) => !current)?.id ?? "" })
  await change({ change: "revoke-session", id: "unknown" })
  await change({ change: "revoke-other-sessions" })
  await change({ change: "unlink", id: id((await details()).accounts) })
  await change({ change: "set-password", password: "short" })
  await change({ change: "set-password", password: "a lovely analytical engine" })
  await change({ change: "change-password", password: "an even lovelier engine" })
  await change({ change: "remove-password" })
  await post(ada, "/export", {})
  await post(browser(), "/export", {})
  await change({ change: "change-email", email: "countess@app.test" })
  await post(ada, "/change-email", { code: "wrong" })
  const moved = await newNotice(service, "email-change")
  secrets.add(moved.code ?? moved.url).add(moved.url)
  await post(ada, "/change-email", { code: moved.code ?? "" })
  await change({ change: "remove-factor", id: id(twoStep?.factors) })
  const undo =
    new URL(notices.findLast(({ kind }) => kind === "factor-added")?.url ?? "").searchParams.get("token") ?? ""
  secrets.add(undo)
  await post(ada, "/undo", { token: "unknown" })
  await post(ada, "/undo", { token: undo })
  await prove(ada, "passkey")
}
