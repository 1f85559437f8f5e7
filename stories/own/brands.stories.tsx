import { useLayoutEffect, useRef } from "react"
import { themeCss } from "../../components/html/index.ts"
import { markOf } from "../../components/view/marks/index.ts"
import type { SignInProvider } from "../../components/view/types.ts"
import { Email } from "../emails/email.tsx"
import { findMessages } from "../stage/languages.ts"
import { RENDERINGS } from "../stage/renderings.ts"
import { brandPage, HARBOUR, NIGHTBOOK, RELAY, type Brand, type BrandScreen } from "./brands.ts"

interface Shown {
  brand: Brand
  screen: BrandScreen | "email"
}

export default {
  title: "Own look/Brands", // Storybook asks for it
  render: ({ brand, screen }: Shown, { globals }: { globals: Record<string, unknown> }) => {
    const chosen = globals as Record<string, string> // declared in the preview
    const { scheme = "auto", language = "en" } = chosen
    if (screen !== "email") return <Page key={JSON.stringify(chosen)} brand={brand} screen={screen} globals={chosen} />
    const { siteName, theme, emails } = brand
    return (
      <Email
        key={JSON.stringify([brand.siteName, chosen])}
        kind="sign-in"
        look={{ siteName, theme, emails }}
        language={language}
        scheme={scheme === "light" || scheme === "dark" ? scheme : undefined}
      />
    )
  },
}

/** A page of the app: the theme's stylesheet, the app's own rules, and a component in the toolbar's framework. */
function Page({ brand, screen, globals }: { brand: Brand; screen: BrandScreen; globals: Record<string, string> }) {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { rendering = "React", scheme = "auto", language = "en", dir = "" } = globals
    const messages = language === "en" && brand.words ? brand.words : findMessages(language)
    const page = document.documentElement
    page.style.colorScheme = brand.theme.colorScheme ?? (scheme === "auto" ? "light dark" : scheme)
    page.lang = language
    page.dir = dir || messages?.language?.dir || "ltr"
    const { component, props } = brandPage(brand, screen, scheme)
    const sheet = new CSSStyleSheet()
    const providers = (brand.signIn["providers"] ?? []) as SignInProvider[] // the props of SignIn
    const theme = { ...brand.theme, colorScheme: Object(props["theme"]).colorScheme }
    sheet.replaceSync(themeCss(theme, providers) + brand.css)
    document.adoptedStyleSheets.push(sheet)
    const more = { idPrefix: "auth", marks: markOf, ...(messages && { messages }), ...(dir && { dir }) }
    const end = place.current && RENDERINGS[rendering]?.({ component, props: { ...more, ...props } }, place.current)
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
      end?.()
    }
  }, [brand, screen, globals])
  return <div className="stage" ref={place} />
}

const story = (name: string, brand: Brand, screen: Shown["screen"]) => ({
  name,
  args: { brand, screen } satisfies Shown,
})

export const HarbourSignIn = story("Harbour Bank, sign in", HARBOUR, "sign-in")
export const HarbourSignUp = story("Harbour Bank, sign up", HARBOUR, "sign-up")
export const HarbourSecondFactor = story("Harbour Bank, second factor", HARBOUR, "second-factor")
export const HarbourAccount = story("Harbour Bank, account", HARBOUR, "account")
export const HarbourEmail = story("Harbour Bank, email", HARBOUR, "email")
export const NightbookSignIn = story("Nightbook, sign in", NIGHTBOOK, "sign-in")
export const NightbookSignUp = story("Nightbook, sign up", NIGHTBOOK, "sign-up")
export const NightbookSecondFactor = story("Nightbook, second factor", NIGHTBOOK, "second-factor")
export const NightbookAccount = story("Nightbook, account", NIGHTBOOK, "account")
export const NightbookEmail = story("Nightbook, email", NIGHTBOOK, "email")
export const RelaySignIn = story("Relay, sign in", RELAY, "sign-in")
export const RelaySignUp = story("Relay, sign up", RELAY, "sign-up")
export const RelaySecondFactor = story("Relay, second factor", RELAY, "second-factor")
export const RelayAccount = story("Relay, account", RELAY, "account")
export const RelayEmail = story("Relay, email", RELAY, "email")
