import { renderHtml, type HtmlSlots } from "./render.ts"
import { h, type ElementNode } from "../view/node.ts"
import { fieldMessages, REQUIRED } from "../view/field-messages.ts"
import type { MessageOverrides } from "../view/messages/types.ts"
import { safeLinks } from "../view/safe-url.ts"
import type { Scheme } from "../theme/theme.ts"
import type { LinkLine } from "../view/types.ts"

/** URLs of the files that a page links to, on the same origin. */
export interface PageAssets {
  stylesheet: string
  script: string
  /** The messages at fields. The script loads it when they are first needed. */
  fieldsScript?: string | undefined
  /** Requests passkeys. Only for pages with a passkey button. */
  passkeyScript?: string | undefined
  stepScript?: string | undefined
  /** Adds passkeys. Only for the account's page. */
  accountScript?: string | undefined
  /** Closes the window. Only for the page where a popup sign-in ends. */
  popupScript?: string | undefined
  /** Opens the browser's account chooser, and keeps it from signing in by itself. Only with such a provider. */
  fedcmScript?: string | undefined
  /** The script of the app's captcha. Only for pages with one. */
  captchaScript?: string | undefined
  /** The app's theme, if it has one. The page itself contains no styles. */
  themeStylesheet?: string | undefined
  /** URL of the page's icon. @default the site's /favicon.ico, which browsers load by themselves */
  icon?: string | undefined
  /** The color of the page on a phone, in light and dark. */
  colors?: Readonly<Record<Scheme, string>> | undefined
}

export interface DocumentProps {
  lang: string
  dir?: "ltr" | "rtl" | undefined
  title: string
  scheme: "light" | "dark" | undefined
  assets: PageAssets | undefined
  /** The app's own HTML in the card. */
  slots?: HtmlSlots | undefined
  /** The app's links at the end of the page. @default none */
  footerLinks?: readonly LinkLine[] | undefined
  /** The words of the page's script. */
  messages?: MessageOverrides | undefined
}

// The color of a phone's browser around the page
function themeColors({ colors }: Partial<PageAssets> = {}, scheme: Scheme | undefined): ElementNode[] {
  if (!colors) return []
  if (scheme) return [h("meta", { name: "theme-color", content: colors[scheme] })]
  return (["light", "dark"] as const).map((of) =>
    h("meta", { name: "theme-color", content: colors[of], media: `(prefers-color-scheme: ${of})` }),
  )
}

/** Returns a whole page around a card. It works without its script, and has no inline style or script. */
export function document(
  { lang, dir = "ltr", title, scheme, assets, slots, footerLinks, messages }: DocumentProps,
  card: ElementNode,
): string {
  const head = h(
    "head",
    {},
    h("meta", { charset: "utf-8" }),
    h("meta", { name: "viewport", content: "width=device-width, initial-scale=1" }),
    h("meta", { name: "color-scheme", content: scheme ?? "light dark" }),
    ...themeColors(assets, scheme),
    h("meta", { name: "robots", content: "noindex" }),
    h("title", {}, title),
    assets?.icon !== undefined && h("link", { rel: "icon", href: assets.icon }),
    assets && h("link", { rel: "stylesheet", href: assets.stylesheet }),
    assets?.themeStylesheet !== undefined && h("link", { rel: "stylesheet", href: assets.themeStylesheet }),
    assets && h("script", { src: assets.script, type: "module" }),
    assets?.stepScript !== undefined && h("script", { src: assets.stepScript, type: "module" }),
    assets?.accountScript !== undefined && h("script", { src: assets.accountScript, type: "module" }),
    assets?.passkeyScript !== undefined && h("script", { src: assets.passkeyScript, type: "module" }),
    assets?.popupScript !== undefined && h("script", { src: assets.popupScript, type: "module" }),
    assets?.fedcmScript !== undefined && h("script", { src: assets.fedcmScript, type: "module" }),
    assets?.captchaScript !== undefined && h("script", { src: assets.captchaScript, type: "module" }),
  )
  const links = safeLinks(footerLinks)?.map(({ label, href }) => h("a", { href }, label)) ?? []
  const footer = links.length > 0 && h("footer", { class: "auth-footer" }, ...links)
  const { Required, InvalidEmail } = fieldMessages(messages)
  const named = Object.keys(REQUIRED).map((name) => [`data-required-${name}`, fieldMessages(messages, name).Required])
  const words = {
    "data-fields": assets?.fieldsScript,
    "data-required": Required,
    ...(Object.fromEntries(named) as Record<string, string>), // pairs of two strings
    "data-email": InvalidEmail,
  }
  const page = h(
    "body",
    { class: "auth-page", "data-scheme": scheme, ...(assets?.fieldsScript && words) },
    h("main", { class: "auth-main" }, card),
    footer,
  )
  return `<!doctype html>${renderHtml(h("html", { lang, dir }, head, page), slots)}`
}
