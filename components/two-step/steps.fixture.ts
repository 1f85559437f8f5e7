import { longSite, testCase, type Case } from "../case.fixture.ts"

const QR = {
  size: 37,

  d: "M0 0h7v1h-7zM8 0h4v1h-4zM13 0h3v1h-3zM19 0h1v1h-1zM21 0h1v1h-1zM25 0h2v1h-2zM30 0h7v1h-7zM0 1h1v1h-1zM6 1h1v1h-1zM8 1h1v1h-1zM11 1h1v1h-1zM15 1h1v1h-1zM17 1h1v1h-1zM22 1h3v1h-3zM26 1h1v1h-1zM30 1h1v1h-1zM36 1h1v1h-1zM0 2h1v1h-1zM2 2h3v1h-3zM6 2h1v1h-1zM9 2h1v1h-1zM13 2h1v1h-1zM17 2h2v1h-2zM21 2h1v1h-1zM25 2h1v1h-1zM27 2h1v1h-1zM30 2h1v1h-1zM32 2h3v1h-3zM36 2h1v1h-1zM0 3h1v1h-1zM2 3h3v1h-3zM6 3h1v1h-1zM11 3h2v1h-2zM15 3h2v1h-2zM21 3h1v1h-1zM24 3h2v1h-2zM27 3h1v1h-1zM30 3h1v1h-1zM32 3h3v1h-3zM36 3h1v1h-1zM0 4h1v1h-1zM2 4h3v1h-3zM6 4h1v1h-1zM8 4h1v1h-1zM11 4h2v1h-2zM15 4h4v1h-4zM21 4h1v1h-1zM23 4h2v1h-2zM26 4h1v1h-1zM30 4h1v1h-1zM32 4h3v1h-3zM36 4h1v1h-1zM0 5h1v1h-1zM6 5h1v1h-1zM8 5h3v1h-3zM12 5h3v1h-3zM16 5h3v1h-3zM20 5h1v1h-1zM23 5h4v1h-4zM30 5h1v1h-1zM36 5h1v1h-1zM0 6h7v1h-7zM8 6h1v1h-1zM10 6h1v1h-1zM12 6h1v1h-1zM14 6h1v1h-1zM16 6h1v1h-1zM18 6h1v1h-1zM20 6h1v1h-1zM22 6h1v1h-1zM24 6h1v1h-1zM26 6h1v1h-1zM28 6h1v1h-1zM30 6h7v1h-7zM8 7h2v1h-2zM13 7h1v1h-1zM22 7h1v1h-1zM0 8h3v1h-3zM5 8h2v1h-2zM8 8h2v1h-2zM11 8h3v1h-3zM15 8h4v1h-4zM20 8h1v1h-1zM22 8h3v1h-3zM27 8h1v1h-1zM29 8h4v1h-4zM35 8h2v1h-2zM2 9h1v1h-1zM5 9h1v1h-1zM7 9h3v1h-3zM12 9h1v1h-1zM16 9h1v1h-1zM18 9h4v1h-4zM23 9h1v1h-1zM27 9h2v1h-2zM30 9h2v1h-2zM33 9h1v1h-1zM35 9h2v1h-2zM1 10h1v1h-1zM5 10h2v1h-2zM8 10h2v1h-2zM12 10h3v1h-3zM16 10h1v1h-1zM18 10h2v1h-2zM21 10h2v1h-2zM24 10h1v1h-1zM26 10h2v1h-2zM30 10h1v1h-1zM32 10h3v1h-3zM36 10h1v1h-1zM3 11h2v1h-2zM7 11h1v1h-1zM9 11h4v1h-4zM14 11h3v1h-3zM18 11h2v1h-2zM23 11h1v1h-1zM26 11h1v1h-1zM28 11h2v1h-2zM31 11h3v1h-3zM35 11h1v1h-1zM2 12h7v1h-7zM13 12h2v1h-2zM16 12h1v1h-1zM18 12h3v1h-3zM23 12h2v1h-2zM28 12h4v1h-4zM33 12h1v1h-1zM36 12h1v1h-1zM1 13h4v1h-4zM8 13h2v1h-2zM13 13h2v1h-2zM18 13h2v1h-2zM21 13h5v1h-5zM27 13h5v1h-5zM34 13h3v1h-3zM0 14h3v1h-3zM4 14h4v1h-4zM9 14h3v1h-3zM15 14h3v1h-3zM21 14h3v1h-3zM27 14h1v1h-1zM29 14h1v1h-1zM33 14h2v1h-2zM36 14h1v1h-1zM0 15h1v1h-1zM3 15h1v1h-1zM5 15h1v1h-1zM13 15h1v1h-1zM17 15h1v1h-1zM21 15h1v1h-1zM23 15h1v1h-1zM26 15h1v1h-1zM30 15h1v1h-1zM35 15h1v1h-1zM2 16h2v1h-2zM5 16h3v1h-3zM9 16h5v1h-5zM15 16h2v1h-2zM18 16h3v1h-3zM23 16h2v1h-2zM27 16h2v1h-2zM30 16h2v1h-2zM35 16h2v1h-2zM0 17h2v1h-2zM4 17h1v1h-1zM7 17h1v1h-1zM9 17h2v1h-2zM12 17h1v1h-1zM17 17h2v1h-2zM20 17h1v1h-1zM22 17h1v1h-1zM25 17h1v1h-1zM27 17h2v1h-2zM30 17h2v1h-2zM34 17h1v1h-1zM36 17h1v1h-1zM0 18h5v1h-5zM6 18h1v1h-1zM8 18h1v1h-1zM10 18h1v1h-1zM12 18h3v1h-3zM16 18h4v1h-4zM22 18h2v1h-2zM25 18h1v1h-1zM27 18h4v1h-4zM32 18h2v1h-2zM36 18h1v1h-1zM0 19h3v1h-3zM4 19h1v1h-1zM7 19h6v1h-6zM14 19h2v1h-2zM17 19h2v1h-2zM20 19h1v1h-1zM26 19h1v1h-1zM29 19h1v1h-1zM1 20h2v1h-2zM4 20h1v1h-1zM6 20h5v1h-5zM13 20h3v1h-3zM18 20h1v1h-1zM22 20h3v1h-3zM26 20h1v1h-1zM30 20h4v1h-4zM35 20h2v1h-2zM1 21h2v1h-2zM7 21h2v1h-2zM13 21h3v1h-3zM17 21h3v1h-3zM21 21h1v1h-1zM23 21h1v1h-1zM25 21h4v1h-4zM30 21h2v1h-2zM33 21h4v1h-4zM3 22h1v1h-1zM5 22h2v1h-2zM8 22h1v1h-1zM11 22h1v1h-1zM16 22h3v1h-3zM20 22h4v1h-4zM27 22h1v1h-1zM30 22h1v1h-1zM36 22h1v1h-1zM0 23h1v1h-1zM7 23h2v1h-2zM10 23h1v1h-1zM13 23h1v1h-1zM15 23h5v1h-5zM24 23h1v1h-1zM26 23h1v1h-1zM28 23h1v1h-1zM31 23h2v1h-2zM0 24h1v1h-1zM2 24h3v1h-3zM6 24h2v1h-2zM10 24h4v1h-4zM15 24h1v1h-1zM18 24h3v1h-3zM22 24h1v1h-1zM27 24h2v1h-2zM30 24h2v1h-2zM33 24h1v1h-1zM36 24h1v1h-1zM2 25h2v1h-2zM5 25h1v1h-1zM7 25h3v1h-3zM12 25h1v1h-1zM15 25h1v1h-1zM17 25h3v1h-3zM21 25h1v1h-1zM23 25h1v1h-1zM26 25h3v1h-3zM30 25h1v1h-1zM33 25h4v1h-4zM0 26h7v1h-7zM12 26h3v1h-3zM18 26h1v1h-1zM20 26h1v1h-1zM23 26h2v1h-2zM26 26h7v1h-7zM36 26h1v1h-1zM2 27h2v1h-2zM7 27h6v1h-6zM14 27h1v1h-1zM17 27h1v1h-1zM20 27h1v1h-1zM22 27h1v1h-1zM24 27h1v1h-1zM26 27h1v1h-1zM29 27h1v1h-1zM33 27h1v1h-1zM35 27h2v1h-2zM0 28h2v1h-2zM3 28h5v1h-5zM10 28h1v1h-1zM13 28h3v1h-3zM18 28h3v1h-3zM22 28h2v1h-2zM27 28h6v1h-6zM8 29h1v1h-1zM13 29h3v1h-3zM18 29h2v1h-2zM22 29h3v1h-3zM27 29h2v1h-2zM32 29h2v1h-2zM36 29h1v1h-1zM0 30h7v1h-7zM10 30h2v1h-2zM16 30h1v1h-1zM18 30h1v1h-1zM21 30h3v1h-3zM25 30h1v1h-1zM28 30h1v1h-1zM30 30h1v1h-1zM32 30h3v1h-3zM36 30h1v1h-1zM0 31h1v1h-1zM6 31h1v1h-1zM8 31h3v1h-3zM13 31h1v1h-1zM17 31h1v1h-1zM22 31h1v1h-1zM24 31h1v1h-1zM26 31h1v1h-1zM28 31h1v1h-1zM32 31h2v1h-2zM35 31h1v1h-1zM0 32h1v1h-1zM2 32h3v1h-3zM6 32h1v1h-1zM9 32h5v1h-5zM15 32h2v1h-2zM18 32h3v1h-3zM22 32h3v1h-3zM27 32h7v1h-7zM0 33h1v1h-1zM2 33h3v1h-3zM6 33h1v1h-1zM10 33h1v1h-1zM12 33h1v1h-1zM15 33h1v1h-1zM17 33h2v1h-2zM23 33h2v1h-2zM31 33h4v1h-4zM36 33h1v1h-1zM0 34h1v1h-1zM2 34h3v1h-3zM6 34h1v1h-1zM8 34h2v1h-2zM12 34h3v1h-3zM16 34h4v1h-4zM22 34h3v1h-3zM26 34h1v1h-1zM28 34h2v1h-2zM32 34h1v1h-1zM35 34h2v1h-2zM0 35h1v1h-1zM6 35h1v1h-1zM8 35h1v1h-1zM10 35h3v1h-3zM14 35h3v1h-3zM18 35h1v1h-1zM20 35h2v1h-2zM23 35h1v1h-1zM26 35h4v1h-4zM33 35h1v1h-1zM0 36h7v1h-7zM8 36h3v1h-3zM13 36h2v1h-2zM17 36h3v1h-3zM21 36h3v1h-3zM27 36h2v1h-2zM30 36h1v1h-1zM32 36h1v1h-1zM36 36h1v1h-1z",
}
const step = { siteName: "Acme", csrfToken: "t", attempt: "1", account: "a••@example.com" }
const longAccount = `a${"•".repeat(40)}@a-long-domain.example.com`
const passkeyOptions = { challenge: "AAAA", rpId: "localhost", allowCredentials: [] }
const all = { methods: ["totp", "passkey", "email", "recovery"], passkeyOptions }
const factor = { ...step, ...all, canTrust: true }
const enroll = {
  ...step,
  qr: QR,
  secretText: "JBSW Y3DP EHPK 3PXP 6KQM 2F7A LZ4T W5RC",
  otpauthUrl: "otpauth://totp/Acme:ada%40example.com?secret=JBSWY3DPEHPK3PXP6KQM2F7ALZ4TW5RC&issuer=Acme",
}
const SHORT = [
  "k7wd-3mqx",
  "p2rt-9hvc",
  "x4nb-6jzs",
  "m8fg-2wyd",
  "t5kc-7qrp",
  "h3vz-8nmx",
  "b6js-4ftg",
  "w9pd-5kch",
  "r7xm-3bvn",
  "c2yq-6gtz",
]
const LONG = SHORT.map((code, index) => `${code}-${SHORT.at(index - 1)}-${SHORT.at(index - 3)}`)
const confirm = { ...step, actionName: "Create a production key", account: "grace@relay.example", passkeyOptions }
const provider = { id: "github", name: "GitHub" }

export const STEP_CASES: Readonly<Record<string, Case>> = {
  "second-factor": testCase("SecondFactor", factor),
  "second-factor-list": testCase("SecondFactor", { ...factor, method: "list", helpUrl: "/help" }),
  "second-factor-recovery": testCase("SecondFactor", { ...factor, method: "recovery", canTrust: false }),
  "second-factor-passkey": testCase("SecondFactor", { ...factor, method: "passkey" }),
  "second-factor-email": testCase("SecondFactor", { ...factor, method: "email", resendAfter: 42, resent: true }),
  "second-factor-wrong": testCase("SecondFactor", { ...factor, error: "InvalidCode", trust: true }),
  "second-factor-limited": testCase("SecondFactor", { ...factor, error: "RateLimited", retryAfter: 240 }),
  "second-factor-waiting": testCase("SecondFactor", { ...factor, busy: "form" }),
  "second-factor-two": testCase("SecondFactor", { ...factor, methods: ["totp", "recovery"] }),
  "second-factor-long": testCase("SecondFactor", { ...factor, siteName: longSite, account: longAccount }),
  "second-factor-rtl": testCase("SecondFactor", { ...factor, dir: "rtl", lang: "ar" }),
  "enroll-totp": testCase("EnrollTotp", { ...enroll, cancelUrl: "/account" }),
  "enroll-totp-required": testCase("EnrollTotp", { ...enroll, required: true }),
  "enroll-totp-wrong": testCase("EnrollTotp", { ...enroll, cancelUrl: "/account", error: "InvalidCode", copied: true }),
  "recovery-codes": testCase("RecoveryCodes", { ...step, codes: LONG }),
  "recovery-codes-short": testCase("RecoveryCodes", { ...step, codes: SHORT, copied: true, doneUrl: "/account?tab=2" }),
  "recovery-codes-replaced": testCase("RecoveryCodes", { ...step, codes: LONG, replaced: true, doneUrl: "/account" }),
  confirm: testCase("Confirm", {
    ...confirm,
    methods: ["password", "passkey"],
    forgotUrl: "/forgot",
    backUrl: "/keys",
    backLabel: "API keys",
  }),
  "confirm-passkey": testCase("Confirm", { ...confirm, methods: ["passkey", "password", "email"], backUrl: "/keys" }),
  "confirm-totp": testCase("Confirm", { ...confirm, methods: ["totp", "provider"], provider }),
  "confirm-email": testCase("Confirm", { ...confirm, methods: ["email"], actionName: undefined }),
  "confirm-provider": testCase("Confirm", { ...confirm, methods: ["provider"], provider }),
  "confirm-wrong": testCase("Confirm", { ...confirm, methods: ["password", "totp"], error: "InvalidCode" }),
  "confirm-dialog": testCase("Confirm", {
    ...confirm,
    methods: ["password", "passkey"],
    forgotUrl: "/forgot",
    dialog: true,
  }),
  "confirm-recovery": testCase("Confirm", { ...confirm, methods: ["recovery", "totp"], error: "InvalidCode" }),
  "confirm-dialog-totp": testCase("Confirm", { ...confirm, methods: ["totp", "password", "recovery"], dialog: true }),
  "confirm-dialog-email": testCase("Confirm", {
    ...confirm,
    methods: ["email", "password"],
    resendAfter: 42,
    dialog: true,
  }),
  "confirm-dialog-provider": testCase("Confirm", { ...confirm, methods: ["provider"], provider, dialog: true }),
  "confirm-dialog-wrong": testCase("Confirm", {
    ...confirm,
    methods: ["password"],
    error: "InvalidCode",
    dialog: true,
  }),
  "confirm-dialog-limited": testCase("Confirm", {
    ...confirm,
    methods: ["totp"],
    error: "RateLimited",
    retryAfter: 240,
    dialog: true,
  }),
  "confirm-dialog-waiting": testCase("Confirm", {
    ...confirm,
    methods: ["totp", "passkey"],
    busy: "form",
    dialog: true,
  }),
  "confirm-dialog-passkey": testCase("Confirm", { ...confirm, methods: ["passkey", "password"], dialog: true }),
}
