import type { ProviderStyle, ProviderType, Theme } from "../../client/contract.ts"
import { fillTokens, themeTokens } from "../view/theme.ts"

/** The fields of a provider that {@link themeCss} reads. */
export interface StyledProvider {
  id: string
  type?: ProviderType
  style?: ProviderStyle | undefined
}

/** Returns the app's theme as a stylesheet, with the colors of providers that have a `style`. Empty without either. */
export function themeCss(theme: Theme | undefined, providers: Iterable<StyledProvider> = []): string {
  const buttons = [...providers].map(({ id, type, style }) => {
    const name = escapeCssIdentifier(id)
    const selector = type === "webauthn" ? `[data-passkey="${name}"]` : `[data-provider="${name}"] .auth-button`
    return cssRule(selector, fillTokens(style))
  })
  return [cssRule(".auth-page,.auth-card,.auth-part", themeTokens(theme)), ...buttons].join("")
}

function cssRule(selector: string, tokens: Readonly<Record<string, string>> = {}): string {
  const declarations = Object.entries(tokens).map(([name, value]) => `${name}:${value}`)
  return declarations.length === 0 ? "" : `${selector}{${declarations.join(";")}}`
}

// A tenant's provider id must not end its selector or the style element
const escapeCssIdentifier = (text: string) =>
  text.replace(/[^\w-]/gu, (character) => `\\${character.codePointAt(0)?.toString(16)} `)
