import type { Theme } from "../../../client/contract.ts"
import { cssFont, inRange } from "../../../components/theme/css-values.ts"
import { firstLetter, forcedScheme } from "../../../components/theme/theme.ts"
import type { Language } from "../../../components/view/messages/types.ts"
import { mailColors, type MailColors } from "./mail-colors.ts"

/** The app's logo in an email. Its URLs are absolute. */
export interface MailLogo {
  src: string
  /** The logo in dark mode, if it differs. */
  dark: string | undefined
  /** Its height in pixels. @default 36 */
  size: number | undefined
  /** Whether it has the site's name in it. */
  wordmark: boolean
}

/** The parts of an email, in reading order. Both its HTML and its plain text show them. */
export interface MailContent {
  subject: string
  /** The site's name, at the top. */
  site: string
  /** @default a tile with the first letter of the site's name */
  logo?: MailLogo | undefined
  title: string
  /** Paragraphs above the button. The first one is also the preview in a list of emails. */
  above: readonly string[]
  button: { url: string; label: string; danger?: boolean | undefined } | undefined
  code?: { intro: string; shown: string; hint: string } | undefined
  /** Small print below the button and the code. */
  notes: readonly string[]
  /** The introduction of the button's link as text, for an email program that doesn't open it. */
  link?: string | undefined
  /** Lines below the card. */
  footer: readonly string[]
}

const SYSTEM_FONTS = "system-ui,-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const TABLE = 'table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"'

/** Pixels. An email program shows a title beside much else. */
const LARGEST_TITLE = 32

// Outlook for Windows ignores max-width
const OUTLOOK = [
  '<!--[if mso]><table role="presentation" align="center" width="472"><tr><td><![endif]-->',
  "<!--[if mso]></td></tr></table><![endif]-->",
] as const

/**
 * Renders an email in the app's colors, light and dark. It loads nothing but the logo, all its text is escaped, and its
 * layout is made of tables, for email programs that know nothing else.
 */
export function mailHtml(content: MailContent, { lang, dir, theme }: Language & { theme: Theme }): string {
  const { subject, title, above, button, code, link, notes, footer } = content
  const scheme = forcedScheme(theme)
  const danger = button?.danger
  const colors = mailColors(theme, { scheme: scheme ?? "light", danger })
  const { card, line, ink, page, cardRadius } = colors
  const size = inRange(theme.title?.size, 14, 56) ? Math.min(theme.title.size, LARGEST_TITLE) : 22
  const weight = inRange(theme.title?.weight, 100, 900) ? theme.title.weight : 600
  const schemes = scheme ? `${scheme} only` : "light dark"
  const dark = scheme ? "" : darkStyle(mailColors(theme, { scheme: "dark", danger }))
  // Some email programs drop the attributes of <html>
  return `<!doctype html>
<html lang="${lang}" dir="${dir}">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="${schemes}"><meta name="supported-color-schemes" content="${schemes}">
<title>${escapeHtml(subject)}</title>
<style>@media (max-width:480px){.outer{padding:16px 12px 24px!important}.inner{padding:24px!important}}${dark}</style>
</head>
<body class="page" style="margin:0;background:${page}">
<div style="display:none">${textHtml(above[0] ?? "")}</div>
<${TABLE} lang="${lang}" dir="${dir}" class="page" style="background:${page};font-family:${fonts(theme.font)}"><tr><td align="center" class="outer" style="padding:32px 16px">
${OUTLOOK[0]}<${TABLE} dir="${dir}" class="card" style="max-width:472px;background:${card};color:${ink};border:1px solid ${line};border-radius:${cardRadius};border-collapse:separate;text-align:${dir === "rtl" ? "right" : "left"}"><tr><td class="inner" style="padding:32px">
${siteRow(content, mailColors(theme, { scheme: scheme ?? "light" }))}
<h1 style="margin:24px 0 8px;font-size:${size}px;line-height:${Math.round(size * 1.27)}px;font-weight:${weight};letter-spacing:-.018em;font-family:${fonts(theme.title?.font ?? theme.font)}">${textHtml(title)}</h1>
${above.map((text) => paragraph(text)).join("\n")}
${button ? buttonHtml(button, colors) : ""}
${code ? codeHtml(code, colors) : ""}
${notes.map((text) => small(text, { colors })).join("\n")}
${link && button ? linkHtml(link, button.url, colors) : ""}
</td></tr></table>${OUTLOOK[1]}
<${TABLE} dir="${dir}" style="max-width:472px"><tr><td align="center" style="padding:8px 0 0">
${footer.map((text, index) => small(text, { colors, above: index === 0 ? 12 : 0 })).join("\n")}
</td></tr></table>
</td></tr></table>
</body>
</html>
`
}

// In an attribute with double quotes
function fonts(names: string | undefined): string {
  const own = cssFont(names)?.replaceAll('"', "'")
  return own === undefined ? SYSTEM_FONTS : `${own},${SYSTEM_FONTS}`
}

function darkStyle({ page, card, ink, soft, line, raised, link, fill, onFill, edge }: MailColors): string {
  const rules = {
    ".page": `background:${page}`,
    ".card": `background:${card};color:${ink}`,
    ".card,.rule,.box": `border-color:${line}`,
    ".box": `background:${raised}`,
    ".soft": `color:${soft}`,
    ".url": `color:${link}`,
    ".fill": `background:${fill};border-color:${edge}`,
    ".fill a": `color:${onFill}`,
    ".light": "display:none",
    ".dark": "display:block",
  }
  const important = (css: string) => css.replaceAll(/;|$/g, "!important$&")
  const list = Object.entries(rules).map(([selector, css]) => `${selector}{${important(css)}}`)
  return `@media (prefers-color-scheme:dark){${list.join("")}}`
}

function siteRow({ site, logo }: MailContent, { fill, onFill }: MailColors): string {
  const tile = `width:36px;height:36px;border-radius:10px;background:${fill};color:${onFill};font-size:16px;font-weight:600;text-align:center`
  const first = logo
    ? `<td>${logoHtml(logo, site)}</td>`
    : `<td aria-hidden="true" style="${tile}">${escapeHtml(firstLetter(site) ?? "")}</td>`
  const name = `<td style="padding:0 10px;font-size:16px;font-weight:600">${textHtml(site)}</td>`
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>${first}${logo?.wordmark ? "" : name}</tr></table>`
}

// Email programs show a wordmark's alternative text until they load images
function logoHtml({ src, dark, size = 36, wordmark }: MailLogo, site: string): string {
  const alt = wordmark ? escapeHtml(site) : ""
  const shape = wordmark ? "font-size:16px;font-weight:600" : "border-radius:10px"
  const image = (url: string, shown: string, attributes: string) =>
    `<img src="${escapeHtml(url)}" alt="${alt}" height="${size}"${attributes} style="display:${shown};height:${size}px;width:auto;max-width:200px;${shape}">`
  if (dark === undefined) return image(src, "block", "")
  return image(src, "block", ' class="light"') + image(dark, "none;mso-hide:all", ' class="dark"')
}

const paragraph = (text: string) => `<p style="margin:0 0 12px;font-size:15px;line-height:22px">${textHtml(text)}</p>`

function buttonHtml(
  { url, label }: NonNullable<MailContent["button"]>,
  { fill, onFill, edge, radius }: MailColors,
): string {
  const look = `display:block;padding:10px 16px;border-radius:${radius};color:${onFill};font-size:15px;line-height:22px;font-weight:600;text-align:center;text-decoration:none`
  return `<${TABLE} style="margin:20px 0 0"><tr><td align="center" class="fill" bgcolor="${fill}" style="border-radius:${radius};background:${fill};border:1px solid ${edge}"><a href="${escapeHtml(url)}" style="${look}">${escapeHtml(label)}</a></td></tr></table>`
}

function codeHtml({ intro, shown, hint }: NonNullable<MailContent["code"]>, colors: MailColors): string {
  const { raised, line, radius } = colors
  const box = `padding:11px 16px;border:1px solid ${line};border-radius:${radius};background:${raised};font-size:28px;line-height:36px;font-weight:600;letter-spacing:.14em;text-indent:.14em;text-align:center;font-variant-numeric:tabular-nums`
  const above = small(intro, { colors, above: 20, size: 14 })
  return `${above}<${TABLE} style="margin:8px 0 0"><tr><td align="center" class="box" style="${box}"><span dir="ltr">${escapeHtml(shown)}</span></td></tr></table>${small(hint, { colors })}`
}

function linkHtml(intro: string, url: string, colors: MailColors): string {
  const rule = `<div class="rule" style="margin:20px 0 0;border-top:1px solid ${colors.line}"></div>`
  const text = `<p class="url" style="margin:2px 0 0;font-size:13px;line-height:19px;color:${colors.link};word-break:break-all" dir="ltr">${escapeHtml(url)}</p>`
  return `${rule}${small(intro, { colors, above: 16 })}${text}`
}

function small(text: string, { colors, above = 10, size = 13 }: { colors: MailColors; above?: number; size?: number }) {
  return `<p class="soft" style="margin:${above}px 0 0;font-size:${size}px;line-height:${size + 6}px;color:${colors.soft}">${textHtml(text)}</p>`
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

// Email programs turn host names into links, and break "sign-in" at its hyphen. A word joiner prevents both
function textHtml(text: string): string {
  return escapeHtml(text).replaceAll(/(?=\.\S)|(?<=(?<!\S)\S{1,7}-)(?=\S)/g, "&#8288;")
}
