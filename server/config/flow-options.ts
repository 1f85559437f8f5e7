import type { ProviderConfig } from "../providers/types.ts"

/** How the built-in sign-in page asks: with all methods at once, or for the email address first. */
export type SignInFlow = "all-in-one" | "identifier-first"

/** The options of the sign-in page. */
export interface FlowOptions {
  /**
   * How the built-in sign-in page asks. `identifier-first` asks for the email address, then shows the methods for it. Every
   * address gets the same ones, whether it has an account or not, except those of `domains`.
   *
   * @default "all-in-one"
   */
  flow?: SignInFlow | undefined
  /**
   * The provider of each email domain, with the flow `identifier-first`: `{ "corp.com": "corp" }`. Subdomains need their own
   * entries. Browsers never get the list, and these providers have no button on the first page.
   *
   * @default {}
   */
  domains?: Readonly<Record<string, string>> | undefined
}

/** The settings that follow from {@link FlowOptions}. */
export interface FlowSettings {
  readonly flow: SignInFlow
  /** Provider ids by domain, in lower case. */
  readonly domains: ReadonlyMap<string, string>
}

/** Fills in what the options leave out. */
export function flowSettings({ flow = "all-in-one", domains = {} }: FlowOptions): FlowSettings {
  return { flow, domains: new Map(Object.entries(domains).map(([domain, id]) => [domain.toLowerCase(), id])) }
}

const DOMAIN = /^(?:[a-z0-9-]+\.)+[a-z0-9-]+$/

/** Returns the mistakes in the options, one sentence each. */
export function flowProblems({
  flow,
  domains,
  providers,
}: FlowSettings & { providers: ReadonlyMap<string, ProviderConfig> }): string[] {
  const known: readonly unknown[] = ["all-in-one", "identifier-first"]
  const problems = known.includes(flow)
    ? []
    : [`\`flow\` is ${JSON.stringify(flow)}. Set it to "all-in-one" or "identifier-first"`]
  for (const [domain, id] of domains) {
    const type = providers.get(id)?.type
    if (!DOMAIN.test(domain))
      problems.push(`\`domains\` has the key ${JSON.stringify(domain)}. Use a domain in ASCII, such as "corp.com"`)
    if (type !== "oauth" && type !== "oidc")
      problems.push(
        `\`domains["${domain}"]\` is ${JSON.stringify(id)}. Use the id of an OAuth or OpenID provider in \`providers\``,
      )
  }
  if (domains.size > 0 && flow !== "identifier-first")
    problems.push(`\`domains\` has no effect with \`flow: "${flow}"\`. Set \`flow: "identifier-first"\``)
  return problems
}
