import { print } from "./render.ts"
import { h, type ElementNode } from "../view/node.ts"

/** Addresses of the files that a page links to, on the same origin. */
export interface PageAssets {
  stylesheet: string
  script: string
  /** Asks for passkeys; for pages with a passkey button. */
  passkeyScript?: string | undefined
  /** Closes the window; for the page where a sign-in in one ends. */
  popupScript?: string | undefined
  /** The host's theme, where it has one: no style stands in the page itself. */
  themeStylesheet?: string | undefined
}

export interface DocumentProps {
  lang: string
  dir?: "ltr" | "rtl" | undefined
  title: string
  scheme: "light" | "dark" | undefined
  assets: PageAssets | undefined
}

/** A whole page around a card: complete without its script, and without a byte of inline style or script. */
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
    assets?.passkeyScript !== undefined && h("script", { src: assets.passkeyScript, type: "module" }),
    assets?.popupScript !== undefined && h("script", { src: assets.popupScript, type: "module" }),
  )
  const page = h("body", { class: "auth-page", "data-scheme": scheme }, h("main", { class: "auth-main" }, card))
  return `<!doctype html>${print(h("html", { lang, dir }, head, page))}`
}
