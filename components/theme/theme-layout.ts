import type { Theme } from "../../client/contract.ts"
import { cssColor } from "./css-color.ts"
import { forcedScheme, imagePair, type Scheme } from "./theme.ts"

/** Returns the rules of a theme's layout and image. They aren't in auth.css, because most apps need none of them. */
export function layoutRules(theme: Theme): string {
  const { layout } = theme
  const image = imageRules(theme)
  if (layout === "split") return [BARE, SPLIT, `@media(min-width:900px){${panelRule(theme)}${image}}`].join("")
  // High contrast puts a box behind each text that is on an image
  const page = image && `@media(min-width:481px) and (forced-colors:none){${image}}`
  return layout === "flush" ? [BARE, FLUSH, page].join("") : page
}

// A dialog keeps its card, and an account's card its own width
const CARD = ":root .auth-card:not(.auth-dialog *)"
const BARE =
  `${CARD}{--auth-shadow:none;background:none;border:0;border-radius:0}` +
  ":root :is(.auth-head,.auth-lead,.auth-hint,.auth-again){justify-items:start;text-align:start}" +
  ":root .auth-brand{margin-block-end:20px}:root .auth-logo{object-position:0}:root .auth-logo:dir(rtl){object-position:100%}" +
  ":root .auth-foot:not(.auth-dialog *){margin:24px 0 0;padding:20px 0 0}" +
  // A page of the app has space of its own at its sides
  `${CARD}:not([data-part^=account],.auth-main *){padding-inline:0}` +
  `@media(min-width:481px){${CARD}:not([data-part^=account]){--auth-width:360px;padding-inline:0}}`
const FLUSH = ":root .auth-page{background-color:var(--auth-bg,light-dark(#f6f6f8,#0d0d10))}"

// An account's page needs the whole width
const FORM_PAGE = ":root .auth-page:not(:has([data-part^=account]))"
const SPLIT =
  ":root .auth-page{background:var(--a-surface)}" +
  `@media(min-width:900px){${FORM_PAGE}{display:grid;grid-template-columns:1fr 1fr}${FORM_PAGE} :is(.auth-main,.auth-footer){grid-column:1}` +
  `${FORM_PAGE}::after{content:"";grid-area:1/2/span 2;position:sticky;inset-block-start:0;block-size:100dvh}}`

function panelRule({ panel, image }: Theme): string {
  const [light, dark] = typeof panel === "object" ? [cssColor(panel.light), cssColor(panel.dark)] : []
  const color = cssColor(panel) ?? (light && dark && `light-dark(${light},${dark})`) ?? "var(--auth-brand,#5a4ae0)"
  const shade = imagePair(image)
    ? ""
    : ";background-image:linear-gradient(light-dark(#fff2,#0006),light-dark(#0003,#000a))"
  return `${FORM_PAGE}::after{background-color:${color}${shade}}`
}

function imageRules(theme: Theme): string {
  const pair = imagePair(theme.image)
  if (!pair) return ""
  const scheme = forcedScheme(theme)
  const [selector, attachment] =
    theme.layout === "split" ? [`${FORM_PAGE}::after`, ""] : [":root .auth-page", ";background-attachment:fixed"]
  const place = `background-position:center;background-size:cover${attachment}`
  const rule = (of: Scheme, more = "") => `${selector}{background-image:url("${cssUrl(pair[of])}")${more}}`
  const dark = scheme || pair.light === pair.dark ? "" : `@media(prefers-color-scheme:dark){${rule("dark")}}`
  return rule(scheme ?? "light", `;${place}`) + dark
}

// A quote would end the string, and `<` could end a style element
const cssUrl = (url: string) => url.replace(/["'()<>]/g, (character) => `%${character.charCodeAt(0).toString(16)}`)
