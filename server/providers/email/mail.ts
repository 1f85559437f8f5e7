import type { Theme } from "../../../client/contract.ts"
import { hex, parseColour, readableOn } from "../../../components/view/colour.ts"
import { withoutPage } from "../../../components/view/theme.ts"
import { counted, fill } from "../../../components/view/messages/fill.ts"
import type { Language, Messages } from "../../../components/view/messages/types.ts"
import type { VerificationRequest } from "../types.ts"

/** A mail as every way of sending takes it. */
export interface Mail {
  subject: string
  text: string
  html: string
}

/** Seconds that a code is good for where a request does not say. */
const CODE_MAX_AGE = 10 * 60

/** The kit's own brand colour, as auth.css has it. */
const BRAND = parseColour("#5a4ae0") ?? [90, 74, 224]

/**
 * The sign-in mail in the visitor's language and the app's colours. It names the site, by its host where it has no
 * name, and not the address it goes to, shows the code where there is one, and loads nothing from anywhere.
 */
export function signInMail(request: VerificationRequest): Mail {
  const { url, code, codeMaxAge, expires, theme, messages } = request
  const { language, mail } = messages
  const { lang } = language
  const minutes = Math.max(1, Math.floor((codeMaxAge ?? CODE_MAX_AGE) / 60))
  const words = { ...mail, codeHint: counted(mail.codeHint, minutes, lang) }
  const site = request.siteName ?? new URL(url).host
  const time = new Intl.DateTimeFormat(lang, { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" }).format(
    expires,
  )
  const say = (text: string) => fill(text, { site, time: `${time} UTC` })
  const shown = code && `${code.slice(0, 3)} ${code.slice(3)}`
  return {
    subject: oneLine(say(words.subject)),
    text: textOf({ words, say, url, code: shown }),
    html: htmlOf({ words, say, url, code: shown }, { ...language, theme }),
  }
}

interface Parts {
  words: Omit<Messages["mail"], "codeHint"> & { readonly codeHint: string }
  say(text: string): string
  url: string
  code: string | undefined
}

function textOf({ words, say, url, code }: Parts): string {
  const blocks = [
    say(words.title),
    url,
    ...(code ? [words.code, code, words.codeHint] : []),
    say(words.expires),
    words.ignore,
  ]
  return `${blocks.join("\n\n")}\n`
}

function htmlOf({ words, say, url, code }: Parts, { lang, dir, theme }: Language & { theme: Theme }): string {
  const { fill, ink } = buttonColours(theme)
  const font = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
  const link = `display:inline-block;padding:12px 24px;border-radius:10px;background:${fill};color:${ink};font-size:15px;line-height:1.35;font-weight:600;text-decoration:none`
  const digits = "font:600 28px/1.4 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;letter-spacing:.12em"
  const small = (text: string, above = 12) =>
    `<p class="soft" style="margin:${above}px 0 0;font-size:14px;line-height:1.5;color:#62626d">${escaped(text)}</p>`
  const body = (text: string) => `<p style="margin:28px 0 10px;font-size:15px;line-height:1.5">${escaped(text)}</p>`
  const box = `margin:0;padding:12px 16px;border-radius:10px;background:#f6f6f8;text-align:center;${digits}`
  const coded = code
    ? `${body(words.code)}<p class="box" style="${box}"><span dir="ltr">${escaped(code)}</span></p>${small(words.codeHint)}`
    : ""
  return `<!doctype html>
<html lang="${lang}" dir="${dir}">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<title>${escaped(say(words.subject))}</title>
<style>@media (prefers-color-scheme:dark){.page{background:#0d0d10!important}.card{background:#17171b!important;color:#f3f3f6!important}.card,.rule{border-color:#2c2c33!important}.box{background:#212127!important}.soft{color:#a2a2ae!important}}</style>
</head>
<body class="page" style="margin:0;background:#f6f6f8">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="page" style="background:#f6f6f8"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" cellpadding="0" cellspacing="0" class="card" style="width:100%;max-width:440px;background:#fff;color:#17171c;border:1px solid #e3e3e8;border-radius:16px;border-collapse:separate;${font}"><tr><td style="padding:32px">
<h1 style="margin:0 0 20px;font-size:21px;line-height:1.3;font-weight:600">${unlinked(say(words.title))}</h1>
<a href="${escaped(url)}" style="${link}">${escaped(words.button)}</a>
${coded}
<div class="rule" style="margin:24px 0 0;border-top:1px solid #e3e3e8"></div>
${small(say(words.expires), 16)}
${small(words.ignore)}
</td></tr></table>
</td></tr></table>
</body>
</html>
`
}

// A colour that is none is left out: what the theme holds is printed into a style
function buttonColours(theme: Theme): { fill: string; ink: string } {
  const { brandColor, buttonText } = withoutPage(theme)
  const brand = parseColour(brandColor) ?? BRAND
  return { fill: hex(brand), ink: hex(parseColour(buttonText) ?? readableOn(brand)) }
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

// Mail programs make links of host names; a word joiner stops them
function unlinked(text: string): string {
  return escaped(text).replaceAll(".", "&#8288;.")
}

function oneLine(text: string): string {
  // eslint-disable-next-line no-control-regex -- these are what is removed
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, " ").trim()
}
