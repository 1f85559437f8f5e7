import type { OAuthConfig } from "../providers/types.ts"

const ADDRESS = /^(?:https:\/\/|http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?=[:/]))[^\s\\]+$/

/** What is wrong with a provider's `endSession`, as the ends of sentences. */
export function endSessionProblems({ type, endSession, issuer, wellKnown }: OAuthConfig): string[] {
  if (!endSession) return []
  if (type !== "oidc") return ["has `endSession`, which OpenID Connect providers alone can have"]
  if (endSession === true)
    return (issuer ?? wellKnown) ? [] : ["has no `issuer` to discover the address of `endSession` from: give it there"]
  if (typeof endSession === "string" && ADDRESS.test(endSession) && URL.canParse(endSession)) return []
  return [`has the \`endSession\` ${JSON.stringify(endSession)}; true or an https URL was wanted`]
}
