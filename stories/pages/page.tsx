import { useLayoutEffect } from "react"
import { renderHtml } from "../../components/html/render.ts"
import { themeCss } from "../../components/html/index.ts"
import type { ElementNode } from "../../components/view/node.ts"
import { findMessages } from "../stage/languages.ts"
import type { PageLook } from "./account-pages.fixture.ts"

interface PageProps {
  markup: (look: PageLook) => ElementNode
  /** What the toolbar says. */
  globals: Record<string, string>
}

/** Renders a page as Latchkit does: as HTML that works without a script. */
export function Page({ markup, globals }: PageProps) {
  const { language = "en", scheme, brand } = globals
  const messages = findMessages(language)
  const dir = globals["dir"] === "rtl" || globals["dir"] === "ltr" ? globals["dir"] : messages?.language.dir
  useLayoutEffect(() => {
    const root = document.documentElement
    root.lang = language
    root.dir = dir ?? "ltr"
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(themeCss(brand ? { brandColor: brand } : {}, []))
    document.adoptedStyleSheets.push(sheet)
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
    }
  }, [])
  const look = { idPrefix: "auth", lang: language, ...(messages && { messages }), dir }
  return (
    <div className="stage auth-page" data-scheme={scheme === "auto" ? undefined : scheme}>
      <main className="auth-main" dangerouslySetInnerHTML={{ __html: renderHtml(markup(look)) }} />
    </div>
  )
}
