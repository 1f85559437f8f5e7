import { loadFoundSuffixes } from "../../brings.ts"
import { AuthError } from "../../errors.ts"
import { describeAddress } from "../../providers/option-values.ts"
import { decideNow } from "./decisions.ts"
import type { FlowOptions } from "./flow-options.ts"
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
      : [{ found: `\`cookies.${key}.options.domain\` is ${describeAddress(options.domain)}`, domain: options.domain }],
  )
  const ofProxy = redirectProxyOrigins
    .filter((pattern) => pattern.includes("*"))
    .map((pattern) => ({
      found: `\`redirectProxyOrigins\` contains ${describeAddress(pattern)}`,
      domain: pattern.replace(/:\d+$/, "").replace(/^.*\*[^.]*\.?/, ""),
    }))
  return [...ofCookies, ...ofProxy]
}

/** Returns the problems of domains below which anyone can register a host, such as `co.uk` and `vercel.app`. */
export async function publicSuffixProblems(
  settings: Settings,
  own: FlowOptions["isPublicSuffix"],
): Promise<AuthError[]> {
  const domains = sharedDomains(settings)
  if (domains.length === 0) return []
  const isPublicSuffix = own ?? (await foundCheck()) // 160 kB, which only these configurations load
  if (!isPublicSuffix) return domains.map(({ found }) => new AuthError("InvalidConfiguration", `${found}. ${MISSING}`))
  return domains
    .filter(({ domain }) => decideNow(settings, "isPublicSuffix", () => isPublicSuffix(domain)) === true)
    .map(
      ({ found }) =>
        new AuthError(
          "InvalidConfiguration",
          `${found}. Anyone can register a host below this public suffix. Set a domain of your own`,
        ),
    )
}

const MISSING =
  'A Worker checks it with the Public Suffix List only if it imports the list. Import { isPublicSuffix } from "latchkit/public-suffixes", and set `isPublicSuffix`'

async function foundCheck(): Promise<FlowOptions["isPublicSuffix"]> {
  return (await loadFoundSuffixes?.())?.isPublicSuffix
}
