import type { Theme } from "../../../client/contract.ts"
import { toHex, parseColor, readableTextColor } from "../../../components/view/color.ts"
import { withoutPageVariables } from "../../../components/view/theme.ts"
import type { Language } from "../../../components/view/messages/types.ts"

/** The default brand color, as in auth.css. */
const DEFAULT_BRAND = parseColor("#5a4ae0") ?? [90, 74, 224]

const FONT = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const DIGITS = "font:600 28px/1.4 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;letter-spacing:.12em"

interface Content {
  subject: string
  /** The site's name, at the top. */
  site: string
  title: string
  /** Paragraphs above the button. */
  above?: readonly string[]
  button: { url: string; label: string }
  code?: { intro: string; shown: string; hint: string } | undefined
  /** The button's link as text, for an email program that doesn't open it. */
  link?: { intro: string; url: string } | undefined
  /** Small print. Without a link, it is below the line. */
  notes: readonly string[]
}

/** Renders an email in the app's colors. It loads nothing, and all its text is escaped. */
export function mailHtml(content: Content, { lang, dir, theme }: Language & { theme: Theme }): string {
  const { subject, site, title, above = [], button, code, link, notes } = content
  const colors = buttonColours(theme)
  const look = `display:block;padding:12px 24px;border-radius:10px;background:${colors.fill};color:${colors.ink};font-size:15px;line-height:1.35;font-weight:600;text-align:center;text-decoration:none`
  return `<!doctype html>
<html lang="${lang}" dir="${dir}">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>@media (prefers-color-scheme:dark){.page{background:#0d0d10!important}.card{background:#17171b!important;color:#f3f3f6!important}.card,.rule{border-color:#2c2c33!important}.box{background:#212127!important}.soft{color:#a2a2ae!important}}</style>
</head>
<body class="page" style="margin:0;background:#f6f6f8">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="page" style="background:#f6f6f8"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" cellpadding="0" cellspacing="0" class="card" style="width:100%;max-width:472px;background:#fff;color:#17171c;border:1px solid #e3e3e8;border-radius:16px;border-collapse:separate;${FONT}"><tr><td style="padding:32px">
${siteRow(site, colors)}
<h1 style="margin:24px 0 8px;font-size:21px;line-height:1.3;font-weight:600">${preventAutolink(title)}</h1>
${above.map((text) => `<p style="margin:0 0 12px;font-size:15px;line-height:1.5">${preventAutolink(text)}</p>\n`).join("")}<p style="margin:20px 0 0"><a href="${escapeHtml(button.url)}" style="${look}">${escapeHtml(button.label)}</a></p>
${code ? codeHtml(code) : ""}
${link ? linkHtml(link) : ""}${notes.length > 0 ? RULE : ""}
${notes.map((text, index) => small(text, index === 0 ? 16 : 12)).join("\n")}
</td></tr></table>
</td></tr></table>
</body>
</html>
`
}

const RULE = `<div class="rule" style="margin:24px 0 0;border-top:1px solid #e3e3e8"></div>`

// The first letter stands for the logo, because an email loads no image
function siteRow(site: string, { fill, ink }: { fill: string; ink: string }): string {
  const [letter = ""] = site
  const tile = `width:32px;height:32px;border-radius:9px;background:${fill};color:${ink};font-size:15px;font-weight:600;text-align:center`
  return `<table role="presentation" cellpadding="0" cellspacing="0"><tr><td aria-hidden="true" style="${tile}">${escapeHtml(letter.toLocaleUpperCase())}</td><td style="padding:0 10px;font-size:15px;font-weight:600">${preventAutolink(site)}</td></tr></table>`
}

function linkHtml({ intro, url }: NonNullable<Content["link"]>): string {
  const text = `<p style="margin:4px 0 0;font-size:13px;line-height:1.5;word-break:break-all" dir="ltr">${escapeHtml(url)}</p>`
  return `${RULE}${small(intro, 16)}${text}`
}

function codeHtml({ intro, shown, hint }: NonNullable<Content["code"]>): string {
  const box = `margin:0;padding:12px 16px;border-radius:10px;background:#f6f6f8;text-align:center;${DIGITS}`
  const above = `<p class="soft" style="margin:20px 0 8px;font-size:14px;line-height:1.5;color:#62626d">${escapeHtml(intro)}</p>`
  return `${above}<p class="box" style="${box}"><span dir="ltr">${escapeHtml(shown)}</span></p>${small(hint)}`
}

const small = (text: string, above = 12) =>
  `<p class="soft" style="margin:${above}px 0 0;font-size:14px;line-height:1.5;color:#62626d">${escapeHtml(text)}</p>`

// An invalid color is left out, because the theme's values become part of a style
function buttonColours(theme: Theme): { fill: string; ink: string } {
  const { brandColor, buttonText } = withoutPageVariables(theme)
  const brand = parseColor(brandColor) ?? DEFAULT_BRAND
  return { fill: toHex(brand), ink: toHex(parseColor(buttonText) ?? readableTextColor(brand)) }
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

// Email programs turn host names into links. A word joiner prevents that
function preventAutolink(text: string): string {
  return escapeHtml(text).replaceAll(".", "&#8288;.")
}
