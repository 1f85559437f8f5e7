import { formatCount, fill } from "../../../components/view/messages/fill.ts"
import type { AccountNotice, VerificationRequest } from "../types.ts"
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
  const { url, code, codeMaxAge, expires, theme, messages } = request
  const { language, mail } = messages
  const say = sayer(request, expires)
  const minutes = Math.max(1, Math.floor((codeMaxAge ?? CODE_MAX_AGE) / 60))
  const hint = formatCount(mail.codeHint, minutes, language.lang)
  const coded = code ? { intro: mail.code, shown: `${code.slice(0, 3)} ${code.slice(3)}`, hint } : undefined
  const title = say(mail.title)
  const notes = [say(mail.expires), mail.ignore]
  const button = { url, label: mail.button }
  return {
    subject: toOneLine(say(mail.subject)),
    text: renderText([title, url, ...(coded ? [coded.intro, coded.shown, coded.hint] : []), ...notes]),
    html: mailHtml({ subject: say(mail.subject), title, button, code: coded, notes }, { ...language, theme }),
  }
}

/**
 * Renders the email that tells a user what changed in their account, in the language of the browser that changed it.
 */
export function accountNoticeMail(notice: AccountNotice): RenderedEmail {
  const { url, at, theme, messages } = notice
  const { language, reclaimedMail: words } = messages
  const say = sayer(notice, at)
  const title = say(words.subject)
  const above = [say(words.text), say(words.again)]
  const notes = [say(words.unknown)]
  const button = { url, label: say(messages.email.open) }
  return {
    subject: toOneLine(title),
    text: renderText([title, ...above, url, ...notes]),
    html: mailHtml({ subject: title, title, above, button, notes }, { ...language, theme }),
  }
}

function sayer({ url, siteName, messages }: VerificationRequest | AccountNotice, at: Date) {
  const { lang } = messages.language
  const time = new Intl.DateTimeFormat(lang, { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" }).format(at)
  const site = siteName ?? new URL(url).host
  return (text: string) => fill(text, { site, time: `${time} UTC` })
}

const renderText = (blocks: readonly string[]) => `${blocks.join("\n\n")}\n`

function toOneLine(text: string): string {
  // eslint-disable-next-line no-control-regex -- these characters are removed
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, " ").trim()
}
