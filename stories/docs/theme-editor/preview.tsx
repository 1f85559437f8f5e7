import type { ComponentType, SyntheticEvent } from "react"
import { SessionProvider } from "../../../components/react/index.ts"
import * as kit from "../../../components/react/index.ts"
import type { Case } from "../../../components/case.fixture.ts"
import { CASES } from "../../../components/cases.fixture.ts"
import { markOf } from "../../../components/view/marks/index.ts"
import type { SignInProvider } from "../../../components/view/types.ts"
import type { Scheme } from "../../../components/theme/theme.ts"
import { allThemeTokens, themeRules } from "../../../components/theme/theme-tokens.ts"
import type { Theme, ThemeImage } from "../../../client/contract.ts"
import type { Design } from "./design.ts"
import logoFile from "./logo.svg?no-inline"

/** What can be looked at: a case of a component. */
export const SCREENS: Readonly<Record<string, string>> = {
  "Signing in": "sign-in",
  "A wrong password": "sign-in-failed",
  "Check your mail": "verify-request",
  "The account": "account",
}

const SITES: Readonly<Record<Scheme, string>> = { light: "Acme", dark: "Acme by night" }

// The forms of a card that is only looked at lead nowhere
function stay(event: SyntheticEvent) {
  event.preventDefault()
  event.nativeEvent.stopImmediatePropagation()
}

interface PreviewProps {
  design: Design
  screen: string
  scheme: Scheme
}

/** A card as the design makes it, in one scheme. */
export function Preview({ design, screen, scheme }: PreviewProps) {
  const shown = CASES[screen]
  if (!shown) return null
  const Component = kit[shown.component] as ComponentType<object> // a case has the props of its component
  const { logo, brandColor, buttonText } = design.theme
  const props = {
    ...withoutPasskeys(shown.props),
    marks: markOf,
    page: false,
    siteName: SITES[scheme],
    idPrefix: `preview-${scheme}`,
    theme: { brandColor, buttonText, logo: logo && shownLogo(logo), colorScheme: scheme },
  }
  return (
    <section
      className="editor-preview auth-page"
      data-scheme={scheme}
      data-layout={design.theme.layout}
      aria-label={`In ${scheme}`}
    >
      <style>{`@scope (.editor-preview[data-scheme=${scheme}]) { ${pageRules(design.theme, scheme)} }`}</style>
      <div className="auth-main" onSubmitCapture={stay} onClickCapture={(event) => isLink(event.target) && stay(event)}>
        <SessionProvider session={shown.session ?? null}>
          <Component key={screen} {...props} />
        </SessionProvider>
      </div>
    </section>
  )
}

// A passkey is asked for in the field's list at once, and there is no service here
function withoutPasskeys(props: Case["props"]): object {
  const { providers } = props as { providers?: readonly SignInProvider[] } // of a sign-in card
  return { ...props, ...(providers && { providers: providers.filter(({ type }) => type !== "webauthn") }) }
}

const isLink = (target: EventTarget) => target instanceof Element && target.closest("a") !== null

/** The path of a public file, in Storybook and on the site. */
const fileAt = (path: string) => new URL(import.meta.env.BASE_URL + path, document.baseURI).pathname

/** Acme's own files stand for those of the reader. */
const shownLogo = (logo: ThemeImage): ThemeImage =>
  typeof logo === "string" ? fileAt(logoFile) : { light: fileAt("acme.svg"), dark: fileAt("acme-dark.svg") }

const BACKGROUNDS = {
  split: { light: "brands/harbour.svg", dark: "brands/harbour.svg" },
  page: { light: "brands/nightbook-dusk.svg", dark: "brands/nightbook-night.svg" },
}

/** What the theme's stylesheet has besides custom properties. */
function pageRules({ layout, image, panel, logoSize, density }: Theme, colorScheme: Scheme): string {
  const files = BACKGROUNDS[layout === "split" ? "split" : "page"]
  const shown = image && fileAt(files[typeof image === "string" ? "light" : colorScheme])
  const theme: Theme = { layout, panel, logoSize, density, image: shown, colorScheme }
  const tokens = Object.entries(allThemeTokens(theme)).map(([name, value]) => `${name}: ${value};`)
  // The preview stands for the page
  const rules = themeRules(theme).replaceAll(":root .auth-page", ":scope").replaceAll(":root ", ":scope ")
  return `:scope, .auth-card { ${tokens.join("")} } ${rules.replaceAll(/@layer [^;{]+;/g, "")}`
}
