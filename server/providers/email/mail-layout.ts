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
  title: string
  /** Paragraphs above the button. */
  above?: readonly string[]
  button: { url: string; label: string }
  code?: { intro: string; shown: string; hint: string } | undefined
  /** Small print below the line. */
  notes: readonly string[]
}

/** Renders an email in the app's colors. It loads nothing, and all its text is escaped. */
export function mailHtml(content: Content, { lang, dir, theme }: Language & { theme: Theme }): string {
  const { subject, title, above = [], button, code, notes } = content
  const { fill, ink } = buttonColours(theme)
  const link = `display:inline-block;padding:12px 24px;border-radius:10px;background:${fill};color:${ink};font-size:15px;line-height:1.35;font-weight:600;text-decoration:none`
  return `<!doctype html>
<html lang="${lang}" dir="${dir}">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>@media (prefers-color-scheme:dark){.page{background:#0d0d10!important}.card{background:#17171b!important;color:#f3f3f6!important}.card,.rule{border-color:#2c2c33!important}.box{background:#212127!important}.soft{color:#a2a2ae!important}}</style>
</head>
<body class="page" style="margin:0;background:#f6f6f8">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="page" style="background:#f6f6f8"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" cellpadding="0" cellspacing="0" class="card" style="width:100%;max-width:440px;background:#fff;color:#17171c;border:1px solid #e3e3e8;border-radius:16px;border-collapse:separate;${FONT}"><tr><td style="padding:32px">
<h1 style="margin:0 0 20px;font-size:21px;line-height:1.3;font-weight:600">${preventAutolink(title)}</h1>
${above.map((text) => `<p style="margin:0 0 20px;font-size:15px;line-height:1.5">${preventAutolink(text)}</p>\n`).join("")}<a href="${escapeHtml(button.url)}" style="${link}">${escapeHtml(button.label)}</a>
${code ? codeHtml(code) : ""}
<div class="rule" style="margin:24px 0 0;border-top:1px solid #e3e3e8"></div>
${notes.map((text, index) => small(text, index === 0 ? 16 : 12)).join("\n")}
</td></tr></table>
</td></tr></table>
</body>
</html>
`
}

function codeHtml({ intro, shown, hint }: NonNullable<Content["code"]>): string {
  const box = `margin:0;padding:12px 16px;border-radius:10px;background:#f6f6f8;text-align:center;${DIGITS}`
  const above = `<p style="margin:28px 0 10px;font-size:15px;line-height:1.5">${escapeHtml(intro)}</p>`
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
