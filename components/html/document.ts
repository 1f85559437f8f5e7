import { renderHtml } from "./render.ts"
import { h, type ElementNode } from "../view/node.ts"

/** URLs of the files that a page links to, on the same origin. */
export interface PageAssets {
  stylesheet: string
  script: string
  /** Requests passkeys. Only for pages with a passkey button. */
  passkeyScript?: string | undefined
  stepScript?: string | undefined
  /** Adds passkeys. Only for the account's page. */
  accountScript?: string | undefined
  /** Closes the window. Only for the page where a popup sign-in ends. */
  popupScript?: string | undefined
  /** The app's theme, if it has one. The page itself contains no styles. */
  themeStylesheet?: string | undefined
}

export interface DocumentProps {
  lang: string
  dir?: "ltr" | "rtl" | undefined
  title: string
  scheme: "light" | "dark" | undefined
  assets: PageAssets | undefined
}

/** Returns a whole page around a card. It works without its script, and has no inline style or script. */
export function document({ lang, dir = "ltr", title, scheme, assets }: DocumentProps, card: ElementNode): string {
  const head = h(
    "head",
    {},
    h("meta", { charset: "utf-8" }),
    h("meta", { name: "viewport", content: "width=device-width, initial-scale=1" }),
    h("meta", { name: "color-scheme", content: scheme ?? "light dark" }),
    h("meta", { name: "robots", content: "noindex" }),
    h("title", {}, title),
    assets && h("link", { rel: "stylesheet", href: assets.stylesheet }),
    assets?.themeStylesheet !== undefined && h("link", { rel: "stylesheet", href: assets.themeStylesheet }),
    assets && h("script", { src: assets.script, type: "module" }),
    assets?.stepScript !== undefined && h("script", { src: assets.stepScript, type: "module" }),
    assets?.accountScript !== undefined && h("script", { src: assets.accountScript, type: "module" }),
    assets?.passkeyScript !== undefined && h("script", { src: assets.passkeyScript, type: "module" }),
    assets?.popupScript !== undefined && h("script", { src: assets.popupScript, type: "module" }),
  )
  const page = h("body", { class: "auth-page", "data-scheme": scheme }, h("main", { class: "auth-main" }, card))
  return `<!doctype html>${renderHtml(h("html", { lang, dir }, head, page))}`
}
