import type { Theme } from "../../../client/contract.ts"
import { deviceText } from "../../../components/account/browser-name.view.ts"
import { formatCount, fill } from "../../../components/view/messages/fill.ts"
import { daysFromNow, formatDate, futureTime } from "../../../components/account/relative-time.view.ts"
import { imagePair, logoSize, logoView } from "../../../components/theme/theme.ts"
import type { EmailDesign } from "../email-settings.ts"
import type { AccountEmail, VerificationRequest } from "../types.ts"
import { ACCOUNT_EMAILS } from "./account-emails.ts"
import { mailHtml, type MailContent, type MailLogo } from "./mail-layout.ts"

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
 * name, but not the recipient's address. It shows the code if there is one, and loads nothing but the logo.
 */
export function renderSignInEmail(request: VerificationRequest): RenderedEmail {
  const { url, token, expires, at = new Date(), messages } = request
  const { mail, accountMail } = messages
  const say = sayer(request, expires)
  // Without a token, the link only opens the page that asks for the code
  const isLink = token !== ""
  return render(request, {
    subject: toOneLine(say(mail.subject)),
    site: toOneLine(say("{site}")),
    title: say(mail.title),
    above: isLink ? [mail.text] : [],
    button: { url, label: mail.button },
    code: codeBox(request, mail.code),
    notes: isLink ? [expirySentence({ at, messages }, expires)] : [],
    link: isLink ? accountMail.link : undefined,
    footer: [mail.ignore],
  })
}

/**
 * Renders an email about a user's account, in the language of the browser that caused it. No text of a user is in it.
 */
export function renderAccountEmail(email: AccountEmail): RenderedEmail {
  const { url, at, expires, messages, factor = "totp", linkedProvider = "", methods = [] } = email
  const { language, secondFactor, accountMail } = messages
  const device = deviceText(email, messages.account)
  const until = formatTime(language.lang, expires ?? at)
  const say = sayer(email, at, {
    factor: secondFactor[factor],
    provider: linkedProvider,
    until,
    device,
    methods: methods.join(", "),
  })
  const row = ACCOUNT_EMAILS[email.kind]
  const { subject, above, button = messages.email.open, notes = [], footer = [] } = row.words(messages, email)
  const expiry = row.links && expires ? [expirySentence(email, expires)] : []
  return render(email, {
    subject: toOneLine(say(subject)),
    site: toOneLine(say("{site}")),
    title: toOneLine(say(subject)),
    above: above.map((text) => say(text)),
    button: row.ends ? undefined : { url, label: say(button), danger: row.undoes && expires !== undefined },
    code: row.links === "link and code" ? codeBox(email, accountMail.code) : undefined,
    notes: [...expiry, ...notes.map((text) => say(text))],
    link: row.links && accountMail.link,
    footer: footer.map((text) => say(text)),
  })
}

function render(
  { theme, emails = {}, messages, url }: VerificationRequest | AccountEmail,
  { footer, ...content }: MailContent,
): RenderedEmail {
  const logo = mailLogo({ theme, emails, url })
  const whole = { ...content, logo, footer: [...footer, ...(emails.footer ? [emails.footer] : [])] }
  return {
    subject: content.subject,
    text: mailText(whole),
    html: mailHtml(whole, { ...messages.language, theme }),
  }
}

/** Most email programs show no SVG, and no image of another page's path. */
function mailLogo({ theme, emails, url }: { theme: Theme; emails: EmailDesign; url: string }): MailLogo | undefined {
  const logo = logoView({ ...theme, logo: imagePair(emails.logo) ?? theme.logo })
  if (!logo || /\.svg(?:[?# ]|$)/i.test(`${logo.src} ${logo.dark ?? ""}`)) return undefined
  const dark = logo.dark && new URL(logo.dark, url).href
  return { src: new URL(logo.src, url).href, dark, size: logoSize(theme), wordmark: emails.wordmark ?? false }
}

/** Says how long a link is valid: in 30 minutes, in 24 hours, in 7 days. */
function expirySentence(
  { at, messages: { mail, language } }: Pick<AccountEmail, "at" | "messages">,
  expires: Date,
): string {
  const days = (expires.getTime() - at.getTime()) / 86_400_000
  const context = { lang: language.lang, now: at.getTime() }
  const time = days < 2 ? futureTime(expires.toISOString(), context) : daysFromNow(Math.round(days), context)
  return fill(mail.expires, { in: time })
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
  const format = { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" } as const
  return `${formatDate(at.getTime(), lang, format)}\u00A0UTC`
}

function toOneLine(text: string): string {
  // eslint-disable-next-line no-control-regex -- these characters are removed
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, " ").trim()
}

/**
 * Renders an email as plain text, with a paragraph for each part. Each link and code has a line of its own, so that
 * email programs recognize it. The last part starts with the line `-- `, which marks a signature.
 */
function mailText({ title, site, above, button, code, notes, footer }: MailContent): string {
  const parts = [
    title,
    ...above,
    button && `${button.label}\n${button.url}`,
    code && `${code.intro}\n${code.shown}\n${code.hint}`,
    ...notes,
    ["-- ", site, ...footer].join("\n"),
  ]
  return `${parts.filter(Boolean).join("\n\n")}\n`.replaceAll("\u00A0", " ")
}
