import type { ProviderStyle, ProviderType } from "../../client/contract.ts"
import { fillTokens } from "../theme/theme.ts"

/** The fields of a provider that its colors need. */
export interface StyledProvider {
  id: string
  type?: ProviderType
  style?: ProviderStyle | undefined
}

/** Returns the colors of providers that have a `style`, as a stylesheet. */
export function providerCss(providers: Iterable<StyledProvider>): string {
  const rules = [...providers].map(({ id, type, style }) => {
    const name = escapeCssIdentifier(id)
    const selector = type === "webauthn" ? `[data-passkey="${name}"]` : `[data-provider="${name}"] .auth-button`
    return cssRule(selector, fillTokens(style))
  })
  return rules.join("")
}

/** Returns a rule with these declarations. Empty without any. */
export function cssRule(selector: string, declarations: Readonly<Record<string, string>> = {}): string {
  const lines = Object.entries(declarations).map(([name, value]) => `${name}:${value}`)
  return lines.length === 0 ? "" : `${selector}{${lines.join(";")}}`
}

// A tenant's provider id must not end its selector or the style element
const escapeCssIdentifier = (text: string) =>
  text.replace(/[^\w-]/gu, (character) => `\\${character.codePointAt(0)?.toString(16)} `)
