import type { Messages } from "../../../components/view/messages/types.ts"
import type { AccountEmailKind } from "../email-settings.ts"
import type { AccountEmail, EmailConfig, VerificationRequest } from "../types.ts"
import { ACCOUNT_EMAILS } from "./account-emails.ts"
import { renderAccountEmail, renderSignInEmail, type RenderedEmail } from "./mail.ts"

/** Every email by its name: the sign-in email, the code of the second step, and each kind of account email. */
export const MAIL_KINDS = ["sign-in", "code", ...(Object.keys(ACCOUNT_EMAILS) as AccountEmailKind[])] as const // the table's keys are the kinds

/** A value of {@link MAIL_KINDS}. */
export type MailKind = (typeof MAIL_KINDS)[number]

/** The parts of an email that an app decides. */
export type MailLook = Partial<Pick<VerificationRequest, "theme" | "emails" | "siteName">>

const AT = new Date("2026-06-09T07:41:00Z")
const HOUR = 3600 * 1000
const TOKEN = "q7Yw2mVx9K3dTz8RkLr5cHnB4sTq1WvXk9RpLr5cHnB"
const CHROME = { type: "desktop", browser: "Chrome", system: "macOS" } as const

const provider: EmailConfig = { id: "email", name: "Email", type: "email", sendVerificationRequest: () => undefined }

/** Renders an email with sample values: every kind has a link, a code and an expiry if it can have them. */
export function sampleMail(kind: MailKind, messages: Messages, look: MailLook = {}): RenderedEmail {
  const shared = {
    identifier: "ada@example.com",
    provider,
    theme: {},
    siteName: "Nightbook",
    at: AT,
    messages,
    ...look,
  }
  const request = new Request("https://nightbook.example")
  const origin = "https://nightbook.example/auth"
  if (kind === "code") {
    const expires = new Date(AT.getTime() + HOUR / 6)
    return renderSignInEmail({ ...shared, request, token: "", code: "547151", expires, url: `${origin}/second-factor` })
  }
  if (kind === "sign-in") {
    const url = `${origin}/callback/email?callbackUrl=%2Fjournal&token=${TOKEN}&email=ada%40example.com`
    const expires = new Date(AT.getTime() + 24 * HOUR)
    return renderSignInEmail({ ...shared, request, token: TOKEN, code: "547151", codeMaxAge: 600, expires, url })
  }
  const email: AccountEmail = {
    ...shared,
    request,
    kind,
    at: AT,
    code: "208634",
    codeMaxAge: 1800,
    device: CHROME,
    place: "Zürich",
    linkedProvider: "GitHub",
    methods: ["GitHub", messages.account.passkeys],
    url: `${origin}/confirm?token=${TOKEN}`,
    expires: new Date(AT.getTime() + 168 * HOUR),
  }
  return renderAccountEmail(email)
}
