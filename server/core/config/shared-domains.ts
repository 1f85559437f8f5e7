import { AuthError } from "../../errors.ts"
import type { Settings } from "./settings.ts"

/** A domain that the configuration trusts with all of its hosts. */
interface SharedDomain {
  /** The option, and the value that was found. */
  found: string
  domain: string
}

/** Returns the domains of cookies, and those of `redirectProxyOrigins` with a `*`. Most configurations have none. */
export function sharedDomains({ cookies, redirectProxyOrigins }: Settings): SharedDomain[] {
  const table = Object.entries(cookies({ secure: true }))
  const ofCookies = table.flatMap(([key, { options }]) =>
    options.domain === undefined
      ? []
      : [{ found: `\`cookies.${key}.options.domain\` is ${JSON.stringify(options.domain)}`, domain: options.domain }],
  )
  const ofProxy = redirectProxyOrigins
    .filter((pattern) => pattern.includes("*"))
    .map((pattern) => ({
      found: `\`redirectProxyOrigins\` contains ${JSON.stringify(pattern)}`,
      domain: pattern.replace(/:\d+$/, "").replace(/^.*\*[^.]*\.?/, ""),
    }))
  return [...ofCookies, ...ofProxy]
}

/** Returns the problems of domains below which anyone can register a host, such as `co.uk` and `vercel.app`. */
export async function publicSuffixProblems(domains: readonly SharedDomain[]): Promise<AuthError[]> {
  const { isPublicSuffix } = await import("./public-suffixes.ts") // 190 KB, which only these configurations load
  return domains
    .filter(({ domain }) => isPublicSuffix(domain))
    .map(
      ({ found, domain }) =>
        new AuthError(
          "InvalidConfiguration",
          `${found}. Anyone can register a host below the public suffix ${JSON.stringify(domain)}. Set a domain of your own`,
        ),
    )
}
