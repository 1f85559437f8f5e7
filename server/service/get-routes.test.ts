import { expect, test } from "vitest"
import { createSettings } from "./features.ts"
import { oneTimeCode } from "../testing/authenticator-app.ts"
import { eventService } from "../test-kit/event-service.ts"
import { NEW_PASSWORD, passwordAccountService } from "../test-kit/password-account-service.ts"
import type { Browser } from "../test-kit/pause-service.ts"
import { storeApp } from "../test-kit/stored-app.ts"
import { ROUTES } from "../test-kit/routes.ts"

/** Paths that only show something, by route. A browser may load each ahead of time, in ten tabs, or again. */
const PATHS: Record<string, readonly string[]> = {
  "GET session": ["/session"],
  "GET accounts": ["/accounts"],
  "GET csrf": ["/csrf"],
  "GET signin": ["/signin", "/signin/email", "/signin/password", "/signin/passkey", "/signin?error=AccessDenied"],
  "GET error": ["/error?error=Verification"],
  "GET verify-request": ["/verify-request"],
  "GET popup": ["/popup"],
  "GET assets": ["/assets/auth.css"],
  "GET theme.css": ["/theme.css"],
  "GET providers": ["/providers"],
  "GET sign-in-props": ["/sign-in-props"],
  "GET step": ["/step", "/step/second-factor", "/step/second-factor?method=email", "/step/enroll-totp"],
  "GET initiate-login": [`/initiate-login/acme?iss=${encodeURIComponent("https://issuer.test")}`],
  "GET signout": ["/signout"],
  "GET sign-up": ["/sign-up", "/sign-up?token=unknown"],
  "GET forgot-password": ["/forgot-password"],
  "GET reset-password": ["/reset-password", "/reset-password?token=unknown"],
  "GET passkey-endpoints": ["/passkey-endpoints"],
  "GET related-origins": ["/related-origins"],
  "GET webauthn-options": [
    "/webauthn-options/passkey?action=register",
    "/webauthn-options/passkey?action=authenticate",
  ],
  "GET fedcm": ["/fedcm/acme"],
  "GET confirm": [
    "/confirm",
    "/confirm?method=email",
    "/confirm?max_age=1&factors=2",
    "/confirm?max_age=1&method=email",
  ],
  "GET two-step": ["/two-step/totp", "/two-step/security-key", "/two-step/recovery-codes"],
  "GET account": ["/account"],
  "GET change-email": ["/change-email", "/change-email?token=unknown"],
  "GET change-password": ["/change-password"],
  "GET deletion": ["/deletion", "/deletion?token=unknown"],
  "GET undo": ["/undo", "/undo?token=unknown"],
  "GET authorize": ["/authorize?client_id=phone"],
}

/** The provider's response, and a magic link in the browser that asked for it. */
const FINISHES_SIGN_IN = ["GET callback"]

test("looking changes nothing: no GET writes, emits an event or sends an email (threat 571)", async () => {
  const service = await eventService({ account: { deletion: {}, changeEmail: true, export: true } })
  const { ada, adapter, browser, prove, exchanges, notices, newest, step, time } = service
  const looks: typeof exchanges = []
  const look = async (from: Browser) => {
    const before = { notices: notices.length, newest: newest() }
    exchanges.length = 0
    for (const path of Object.values(PATHS).flat())
      for (const accept of ["text/html", "application/json"]) await from.get(path, { accept })
    expect({ notices: notices.length, newest: newest() }).toEqual(before)
    looks.push(...exchanges)
  }
  step.needed = false
  const signedIn = browser()
  await prove(signedIn, "passkey")
  await look(signedIn)
  time.now += 3_600_000 // now changes need a confirmation
  await look(signedIn)
  await look(browser())
  const settings = createSettings({ ...service.settings, secret: "s".repeat(32) }, { env: {} })
  await storeApp({ settings, store: adapter }, { userId: ada.id })
  const paused = browser()
  await prove(paused, "magic link")
  await look(paused)
  const changed = looks.filter(
    ({ writes, events }) => writes.length > 0 || events.some(({ outcome }) => outcome === "success"),
  )
  expect(changed).toEqual([])
  const gets = Object.keys(ROUTES).filter((route) => route.startsWith("GET "))
  expect([...Object.keys(PATHS), ...FINISHES_SIGN_IN].toSorted()).toEqual(gets.toSorted())
  const shown = looks.filter(({ status }) => status === 200).map(({ route }) => route)
  expect(shown).toEqual(expect.arrayContaining(["GET two-step", "GET confirm", "GET step", "GET account"]))
})

test("an authenticator app of any open tab can be confirmed, until the epoch of its user changes (threat 571)", async () => {
  const { browser, signUp, post } = passwordAccountService({ config: { secondFactor: {}, rateLimit: false } })
  const grace = browser()
  await signUp(grace)
  const card = async () =>
    (await (await grace.get("/two-step/totp", { accept: "application/json" })).json()) as Record<string, string> // the card's props
  const confirm = async ({ attempt = "", secretText = "" }: Record<string, string>) => {
    const code = await oneTimeCode(secretText, Date.UTC(2026, 0, 1))
    return (await post(grace, "/two-step/totp", { attempt, code })).headers.get("location") ?? "codes"
  }
  const rejected = expect.stringContaining("error=InvalidCode") as string // what `toEqual` compares
  const before = await card()
  await post(grace, "/account", { change: "change-password", password: NEW_PASSWORD })
  expect(await confirm(before)).toEqual(rejected)
  const [oldest = {}] = await Promise.all(Array.from({ length: 10 }, card))
  expect(await confirm(oldest)).toBe("codes")
})
