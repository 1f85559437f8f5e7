import type { AccountDetails, TwoStepDetails } from "../../client/account-contract.ts"
import { ada, testCase, provider, type Case } from "../case.fixture.ts"

const longName = "The Extraordinarily Long-Named Identity Provider of the Federation"

const FIREFOX = {
  userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0",
  device: { type: "desktop", browser: "Firefox", system: "Linux" },
} as const
const SAFARI = {
  userAgent:
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
  device: { type: "phone", browser: "Safari", system: "iPhone" },
} as const
const CHROME = {
  userAgent:
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36",
  device: { type: "desktop", browser: "Chrome", system: "Windows" },
} as const

const NOW = Date.UTC(2026, 5, 20, 12)
const at = (hoursAgo: number) => new Date(NOW - hoursAgo * 3_600_000).toISOString()

export const DETAILS: AccountDetails = {
  user: ada,
  accounts: [{ id: "a1", provider: "github", name: "GitHub", type: "oauth", label: "ada-l", removable: true }],
  linkable: [provider("google", "oidc")],
  passkeys: [{ id: "p1", name: "MacBook", createdAt: at(17 * 24), lastUsedAt: at(3), backedUp: true, removable: true }],
  sessions: [
    { id: "s1", current: true, createdAt: at(0), expires: at(-720), ...FIREFOX },
    { id: "s2", current: false, createdAt: at(2), expires: at(-720), ...SAFARI },
  ],
}

const RICH: AccountDetails = {
  ...DETAILS,
  user: {
    ...ada,
    name: "Augusta Ada King-Noel, Countess of Lovelace",
    email: `${"augusta.ada.".repeat(4)}@example.com`,
  },
  accounts: [
    {
      id: "a1",
      provider: "keycloak",
      name: longName,
      type: "oidc",
      label: `${"ada".repeat(20)}@example.com`,
      removable: true,
    },
    { id: "a2", provider: "github", name: "GitHub", type: "oauth", label: null, removable: false },
  ],
  passkeys: [
    {
      id: "p1",
      name: "A security key that is called a little too long for its row",
      createdAt: at(9000),
      lastUsedAt: null,
      backedUp: false,
      removable: false,
    },
    { id: "p2", name: "iPhone", createdAt: null, lastUsedAt: null, backedUp: true, removable: true },
  ],
  sessions: [
    { id: "s2", current: false, createdAt: at(50), expires: at(-720), ...SAFARI },
    { id: "s3", current: false, createdAt: at(4000), expires: at(-720), ...CHROME },
    { id: "s4", current: false, createdAt: null, expires: at(-720), userAgent: null },
    { id: "s1", current: true, createdAt: at(0.2), expires: at(-720), ...FIREFOX },
  ],
}

const TRUSTED = { id: "t1", current: false, expires: at(-700), ...SAFARI }
const session = (id: string, current = false) => ({
  id,
  current,
  createdAt: at(50 * 24),
  expires: at(-720),
  userAgent: null,
})

const TWO_STEP: TwoStepDetails = {
  factors: [
    { id: "f1", kind: "totp", name: null, createdAt: at(17 * 24), lastUsedAt: at(3), removable: true },
    { id: "f2", kind: "security-key", name: "Blue key", createdAt: at(20), lastUsedAt: null, removable: true },
  ],
  addable: [],
  recoveryCodes: { left: 8, total: 10, url: "/auth/step/recovery-codes" },
  trustedDevices: [TRUSTED],
}
const NO_TWO_STEP: TwoStepDetails = {
  factors: [],
  addable: [
    { kind: "totp", url: "/auth/step/enroll-totp" },
    { kind: "security-key", url: "/auth/step/enroll-key" },
  ],
  recoveryCodes: null,
  trustedDevices: [],
}

const WITH_PASSWORD: AccountDetails = {
  ...DETAILS,
  hasPassword: true,
  passwordRemovable: true,
  passwordChangedAt: at(92 * 24),
}
const ONLY_PASSWORD: AccountDetails = { ...WITH_PASSWORD, accounts: [], passkeys: [], passwordRemovable: false }

const device = (browser: string, system: string, type: "desktop" | "phone" | "tablet" = "desktop") => ({
  type,
  browser,
  system,
})

/** Every section, as a configuration with all options has it. */
export const FULL: AccountDetails = {
  ...WITH_PASSWORD,
  emailMethod: { provider: "email", name: "Email" },
  passkeys: [
    {
      id: "p1",
      name: "iCloud Keychain",
      authenticator: "iCloud Keychain",
      backedUp: true,
      removable: true,
      createdAt: at(17 * 24),
      lastUsedAt: at(3),
    },
    {
      id: "p2",
      name: "Work laptop",
      authenticator: "Windows Hello",
      backedUp: false,
      removable: true,
      createdAt: at(150 * 24),
      lastUsedAt: at(18 * 24),
    },
  ],
  sessions: [
    { ...session("s1", true), device: device("Chrome", "macOS"), place: "Zürich", lastActiveAt: at(0) },
    { ...session("s2"), device: device("Safari", "iPhone", "phone"), place: "Zürich", lastActiveAt: at(2) },
    { ...session("s3"), device: device("Safari", "iPad", "tablet"), place: null, lastActiveAt: null },
    { ...session("s4"), device: device("Firefox", "Windows"), place: "Lyon", lastActiveAt: at(39 * 24) },
  ],
  twoStep: { ...TWO_STEP, trustedDevices: [{ ...TRUSTED, device: device("Safari", "iPhone", "phone") }] },
  profile: { fields: ["name", "image"] },
  email: { verified: true, pending: null },
  exportable: true,
  deletion: { graceDays: 14, blockedUntil: null },
}
const PENDING_EMAIL: AccountDetails = {
  ...FULL,
  email: { verified: true, pending: { email: "ada@analytical.example", expires: at(-23) } },
}
const deletable = (deletion: Partial<NonNullable<AccountDetails["deletion"]>>): AccountDetails => ({
  ...FULL,
  deletion: { graceDays: 0, blockedUntil: null, ...deletion },
})

const ROOT = { id: "root", name: "Grace", email: "grace@example.com" }

const account = { siteName: "Acme", csrfToken: "t", now: NOW }
const returning = { ...account, callbackUrl: "/account" }
const alone = { ...returning, headingLevel: 1 } // each is the only card of its page

export const ACCOUNT_CASES: Readonly<Record<string, Case>> = {
  account: testCase("Account", { ...account, details: DETAILS }),
  "account-rich": testCase("Account", { ...account, details: RICH, error: "LastSignInMethod" }),
  "account-bare": testCase("Account", {
    ...account,
    details: { ...DETAILS, passkeys: [], sessions: null, linkable: [] },
  }),
  "account-two-step": testCase("Account", { ...account, details: { ...DETAILS, twoStep: TWO_STEP } }),
  "account-no-two-step": testCase("Account", { ...account, details: { ...DETAILS, twoStep: NO_TWO_STEP } }),
  "account-password": testCase("Account", { ...returning, details: WITH_PASSWORD }),
  "account-no-password": testCase("Account", { ...returning, details: { ...WITH_PASSWORD, hasPassword: false } }),
  "account-only-password": testCase("Account", { ...returning, details: ONLY_PASSWORD, error: "LastSignInMethod" }),
  "account-waiting": testCase("Account", { ...account, details: DETAILS, busy: "link:google" }),
  "account-done": testCase("Account", { ...account, details: DETAILS, done: { change: "unlink", name: "GitHub" } }),
  "account-not-found": testCase("Account", { ...account, details: DETAILS, error: "NotFound" }),
  "account-failed": testCase("Account", { ...account, details: DETAILS, error: "Default" }),
  "account-unknown": testCase("Account", { csrfToken: "t" }),
  "account-signed-out": testCase("Account", { ...account, details: null }),
  "account-unanswered": testCase("Account", { ...account, unanswered: true }),
  "account-rtl": testCase("Account", { ...account, details: DETAILS, dir: "rtl", lang: "ar" }),
  "account-full": testCase("Account", { ...returning, details: FULL }),
  "account-full-rtl": testCase("Account", { ...returning, details: PENDING_EMAIL, dir: "rtl", lang: "ar" }),
  "account-saved": testCase("Account", { ...returning, details: FULL, done: true, change: "update-profile" }),
  "account-profile": testCase("AccountProfile", { ...alone, details: FULL }),
  "account-profile-rejected": testCase("AccountProfile", { ...alone, details: FULL, error: "ProfileRejected" }),
  "account-profile-empty": testCase("AccountProfile", {
    ...alone,
    details: { ...FULL, user: { ...ada, name: null }, profile: { fields: ["name"] } },
  }),
  "account-email": testCase("AccountEmail", { ...alone, details: FULL }),
  "account-email-pending": testCase("AccountEmail", { ...alone, details: PENDING_EMAIL }),
  "account-email-sent": testCase("AccountEmail", {
    ...alone,
    details: PENDING_EMAIL,
    done: { change: "change-email", name: "ada@analytical.example" },
  }),
  "account-email-rejected": testCase("AccountEmail", { ...alone, details: FULL, error: "EmailRejected" }),
  "account-password-alone": testCase("AccountPassword", { ...alone, details: FULL }),
  "account-two-step-alone": testCase("AccountTwoStep", { ...alone, details: FULL }),
  "account-passkeys": testCase("AccountPasskeys", { ...alone, details: FULL }),
  "account-connections": testCase("AccountConnections", { ...alone, details: FULL }),
  "account-connections-last": testCase("AccountConnections", { ...alone, details: DETAILS, error: "LastSignInMethod" }),
  "account-devices": testCase("AccountDevices", { ...alone, details: FULL }),
  "account-devices-ended": testCase("AccountDevices", {
    ...alone,
    details: DETAILS,
    done: { change: "revoke-session", name: "Safari on iPad" },
  }),
  "account-devices-unlisted": testCase("AccountDevices", { ...alone, details: { ...DETAILS, sessions: null } }),
  "account-devices-unlisted-password": testCase("AccountDevices", {
    ...alone,
    details: { ...FULL, sessions: null, hasPassword: true },
  }),
  "account-danger": testCase("AccountDanger", { ...alone, details: FULL }),
  "account-danger-at-once": testCase("AccountDanger", { ...alone, details: deletable({}) }),
  "account-danger-blocked": testCase("AccountDanger", { ...alone, details: deletable({ blockedUntil: at(-100) }) }),
  "account-danger-vetoed": testCase("AccountDanger", { ...alone, details: FULL, error: "DeletionRejected" }),
  "account-acting": testCase("Account", { ...account, details: { ...FULL, actor: ROOT } }),
  "account-acting-section": testCase("AccountPasskeys", { ...alone, details: { ...FULL, actor: ROOT } }),
  "account-section-signed-out": testCase("AccountEmail", { ...alone, details: null }),
  "account-section-unanswered": testCase("AccountEmail", { ...alone, unanswered: true }),
}
