import { deviceText } from "../../../components/view/browser-name.ts"
import { formatCount, fill } from "../../../components/view/messages/fill.ts"
import type { AccountEmail, VerificationRequest } from "../types.ts"
import { ACCOUNT_EMAILS } from "./account-emails.ts"
import { mailHtml } from "./mail-layout.ts"

/** An email in the form that every provider sends. */
export interface RenderedEmail {
  subject: string
  text: string
  html: string
}

/** Seconds that a code is valid if the request doesn't say. */
const CODE_MAX_AGE = 10 * 60

/**
 * Renders the sign-in email in the user's language and the app's colors. It names the site, by its host if it has no
 * name, but not the recipient's address. It shows the code if there is one, and loads nothing.
 */
export function renderSignInEmail(request: VerificationRequest): RenderedEmail {
  const { url, expires, theme, messages } = request
  const { language, mail } = messages
  const say = sayer(request, expires)
  const coded = codeBox(request, mail.code)
  const title = say(mail.title)
  const notes = [say(mail.expires), mail.ignore]
  const button = { url, label: mail.button }
  return {
    subject: toOneLine(say(mail.subject)),
    text: renderText([title, url, ...(coded ? [coded.intro, coded.shown, coded.hint] : []), ...notes]),
    html: mailHtml(
      { subject: say(mail.subject), site: say("{site}"), title, button, code: coded, notes },
      { ...language, theme },
    ),
  }
}

/**
 * Renders an email about a user's account, in the language of the browser that caused it. No text of a user is in it.
 */
export function renderAccountEmail(email: AccountEmail): RenderedEmail {
  const { url, at, expires, theme, messages, factor = "totp" } = email
  const { language, secondFactor, accountMail } = messages
  const device = deviceText(email, messages.account)
  const until = formatTime(language.lang, expires ?? at)
  const say = sayer(email, at, { factor: secondFactor[factor], until, device })
  const row = ACCOUNT_EMAILS[email.kind]
  const { subject, above, button = messages.email.open, notes } = row.words(messages, email)
  const title = say(subject)
  const coded = row.links === "link and code" ? codeBox(email, accountMail.code) : undefined
  const expiry = row.links && expires ? [sayer(email, expires)(messages.mail.expires)] : []
  const shown = { title, above: above.map(say), code: coded, notes: [...expiry, ...notes.map(say)] }
  return {
    subject: toOneLine(title),
    text: renderText([
      title,
      ...shown.above,
      url,
      ...(coded ? [coded.intro, coded.shown, coded.hint] : []),
      ...shown.notes,
    ]),
    html: mailHtml(
      {
        ...shown,
        subject: title,
        site: say("{site}"),
        button: { url, label: say(button) },
        link: row.links ? { intro: accountMail.link, url } : undefined,
      },
      { ...language, theme },
    ),
  }
}

function codeBox({ code, codeMaxAge, messages }: CodedEmail, intro: string) {
  if (!code) return undefined
  const minutes = Math.max(1, Math.floor((codeMaxAge ?? CODE_MAX_AGE) / 60))
  const hint = formatCount(messages.mail.codeHint, minutes, messages.language.lang)
  return { intro, shown: `${code.slice(0, 3)} ${code.slice(3)}`, hint }
}

type CodedEmail = Pick<AccountEmail, "code" | "codeMaxAge" | "messages">

function sayer(
  { url, siteName, messages }: VerificationRequest | AccountEmail,
  at: Date,
  values: Readonly<Record<string, string>> = {},
) {
  const time = formatTime(messages.language.lang, at)
  const site = siteName ?? new URL(url).host
  return (text: string) => fill(text, { ...values, site, time })
}

function formatTime(lang: string, at: Date): string {
  const format = new Intl.DateTimeFormat(lang, { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" })
  return `${format.format(at)} UTC`
}

const renderText = (blocks: readonly string[]) => `${blocks.join("\n\n")}\n`

function toOneLine(text: string): string {
  // eslint-disable-next-line no-control-regex -- these characters are removed
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, " ").trim()
}
