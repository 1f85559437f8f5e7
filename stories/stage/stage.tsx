import { useLayoutEffect, useRef } from "react"
import type { Case } from "../../components/case.fixture.ts"
import { markOf } from "../../components/view/marks/index.ts"
import { findMessages } from "./languages.ts"
import { RENDERINGS } from "./renderings.ts"

/** What the toolbar says. */
interface Globals {
  rendering: string
  scheme: "auto" | "light" | "dark"
  brand: string
  language: string
  dir: "" | "ltr" | "rtl"
}

/** What a story is told beside the props of its component. */
interface Context {
  parameters: Record<string, unknown>
  globals: Record<string, unknown>
}

/** Renders a story: its parameters name the component and who is signed in, its args are the component's props. */
export function renderStage(args: Case["props"], { parameters, globals }: Context) {
  const stage = parameters["stage"] as Omit<Case, "props"> // set by `story`
  const chosen = globals as unknown as Globals // declared in the preview
  return <Stage shown={{ ...stage, props: args }} globals={chosen} />
}

function Stage({ shown, globals }: { shown: Case; globals: Globals }) {
  const place = useRef<HTMLDivElement>(null)
  const key = JSON.stringify([shown, globals])
  useLayoutEffect(() => {
    const root = place.current
    if (!root) return undefined
    setPage(globals)
    return RENDERINGS[globals.rendering]?.(themed(shown, globals), root)
  }, [key])
  // an element of its own for each: what is being taken away must not meet what comes
  if (shown.props["page"]) return <div className="stage" key={key} ref={place} />
  return (
    <div className="stage auth-page" data-scheme={globals.scheme === "auto" ? undefined : globals.scheme}>
      <main className="auth-main" key={key} ref={place} />
    </div>
  )
}

function themed({ props, ...rest }: Case, { scheme, brand, language, dir }: Globals): Case {
  const theme = {
    ...Object(props["theme"]),
    ...(brand && { brandColor: brand }),
    ...(scheme !== "auto" && { colorScheme: scheme }),
  }
  const messages = findMessages(language)
  return {
    ...rest,
    props: { idPrefix: "auth", marks: markOf, ...props, theme, ...(messages && { messages }), ...(dir && { dir }) },
  }
}

// The card takes the scheme of its theme; scroll bars and the ground take the page's
function setPage({ scheme, language, dir }: Globals): void {
  const page = document.documentElement
  page.style.colorScheme = scheme === "auto" ? "light dark" : scheme
  page.lang = language
  page.dir = dir || findMessages(language)?.language.dir || "ltr"
}
