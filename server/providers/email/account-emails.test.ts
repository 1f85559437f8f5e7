import { describe, expect, test } from "vitest"
import { catalogFor, LANGUAGES } from "../../../components/view/messages/languages.ts"
import type { AccountEmail, EmailConfig } from "../types.ts"
import { ACCOUNT_EMAILS } from "./account-emails.ts"
import { renderAccountEmail } from "./mail.ts"

const ADA = "claim-500-dollars@evil.test"
const URL = "https://app.test/auth/sign-up?token=k3y&kind=1"
const KINDS = Object.keys(ACCOUNT_EMAILS) as AccountEmail["kind"][] // the table's keys are the kinds
const CODED = ["confirm-sign-up", "reset-password", "invitation", "email-change"] as const

async function rendered(kind: AccountEmail["kind"], lang = "en", more: Partial<AccountEmail> = {}) {
  const provider: EmailConfig = { id: "email", name: "Email", type: "email", sendVerificationRequest: () => undefined }
  return renderAccountEmail({
    kind,
    identifier: ADA,
    at: new Date("2026-06-09T07:41:00Z"),
    url: URL,
    provider,
    theme: {},
    siteName: "Acme",
    messages: await catalogFor(lang),
    request: new Request("https://app.test"),
    ...more,
  })
}

const withoutStyle = (html: string) => html.replace(/<style>.*<\/style>/, "")

describe.each(LANGUAGES)("in %s", (lang) => {
  test.each(KINDS)("the email %s says everything in both parts, with one link", async (kind) => {
    const coded = { code: "547151", codeMaxAge: 1800, expires: new Date("2026-06-10T07:41:00Z") }
    const { subject, text, html } = await rendered(kind, lang, coded)
    expect(`${subject}${text}${withoutStyle(html)}`).not.toMatch(/[{}]|undefined/)
    const isOver = kind === "account-deleted" // there is nothing to open anymore
    expect(html.includes('href="https://app.test/auth/sign-up?token=k3y&#38;kind=1"')).toBe(!isOver)
    expect(html.match(/<a /g) ?? []).toHaveLength(isOver ? 0 : 1)
    expect(html).not.toMatch(/<img|<script|url\(/)
    const paragraphs = text.trimEnd().split("\n\n")
    expect(text.split("\n").includes(URL)).toBe(!isOver)
    expect(paragraphs[0]).toBe(subject)
    expect(paragraphs.every((one) => one.split("\n").every((line) => line.trim() !== ""))).toBe(true)
    expect(text.includes("547 151")).toBe(CODED.some((one) => one === kind))
    expect(html.includes("547 151")).toBe(CODED.some((one) => one === kind))
  })
})

test.each(KINDS)("no email of the kind %s contains text of the asker (threat 474)", async (kind) => {
  const { subject, text, html } = await rendered(kind)
  expect(`${subject}${text}${html}`).not.toMatch(/claim|evil/i)
})

test.each(KINDS)("the email %s escapes the site's name, and has a subject of one line (threat 496)", async (kind) => {
  const siteName = `Acme</title><img src=x>"\r\nBcc: z@evil.test`
  const { subject, html } = await rendered(kind, "en", { siteName })
  expect(subject).not.toMatch(/[\r\n]/)
  expect(html).not.toMatch(/<img|Acme<\/title>/)
})

test("shows the link as text, so that a user can copy it", async () => {
  const { html } = await rendered("reset-password")
  expect(html.replaceAll(/href="[^"]*"/g, "")).toContain("https://app.test/auth/sign-up?token=k3y&#38;kind=1")
  expect(withoutStyle((await rendered("factor-removed")).html).replaceAll(/href="[^"]*"/g, "")).not.toContain(
    "token=k3y",
  )
})

test("says when a password changed, and how to react", async () => {
  const { subject, text } = await rendered("password-changed")
  expect(subject).toBe("Your Acme password was changed")
  expect(text).toMatch(/changed on Jun 9, 2026, 7:41.AM UTC, and all other devices were signed out/)
  expect(text).toContain("If this wasn't you, reset your password now.")
})
