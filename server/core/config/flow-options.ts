import { describeAddress, describeText, describeWord } from "../../providers/option-values.ts"
import type { TranslatedText } from "../../../client/contract.ts"
import type { ProviderConfig } from "../../providers/types.ts"
import type { Callbacks } from "./callbacks.ts"
import type { FooterLinks } from "./footer-links.ts"

/** How the built-in sign-in page asks: with all methods at once, or for the email address first. */
export type SignInFlow = "all-in-one" | "identifier-first"

/** A captcha on the built-in pages. */
export interface CaptchaOptions {
  /**
   * HTML above the button of the forms that sign in, sign up and forget a password, such as
   * `<proof-of-work></proof-of-work>`. Without inline scripts and styles, which the pages' policy blocks.
   */
  html: string
  /** The path of its script on your site, such as `/proof-of-work.js`. It is loaded as a module. @default none */
  script?: string | undefined
}

/** The options of the built-in pages that sign in. */
export interface FlowOptions {
  /**
   * Returns whether anyone can register a host below a domain, such as `vercel.app`. Latchkit calls it for a cookie's
   * `domain` and for `redirectProxyOrigins` with a `*`, and rejects such a domain. In a Worker, import it from
   * `latchkit/public-suffixes` if your configuration has one of them.
   *
   * @default the function of `latchkit/public-suffixes`. In a Worker none, so such a configuration is invalid
   */
  isPublicSuffix?: ((domain: string) => boolean) | undefined
  /**
   * How the built-in sign-in page asks. `identifier-first` asks for the email address, then shows the methods for it.
   * Every address gets the same ones, whether it has an account or not, except those of `domains`.
   *
   * @default "all-in-one"
   */
  flow?: SignInFlow | undefined
  /**
   * The provider of each email domain, with the flow `identifier-first`: `{ "corp.com": "corp" }`. Subdomains need
   * their own entries. Browsers never get the list, and these providers have no button on the first page.
   * `GET providers` has their ids, but not their names. Such a provider can verify only addresses of its domains.
   *
   * @default {}
   */
  domains?: Readonly<Record<string, string>> | undefined
  /**
   * A captcha for the forms of `Password()` on the built-in pages. `callbacks.beforeAttempt` checks what it sends.
   * @default none
   */
  captcha?: CaptchaOptions | undefined
  /** Plain text above the sign-in form, such as the credentials of a demo. It can have a text for each language. */
  signInNotice?: TranslatedText | undefined
  /** Your terms, privacy policy and help, at the end of built-in pages and of the sign-in card. @default none */
  footerLinks?: FooterLinks | undefined
}

/** The settings that follow from {@link FlowOptions}. */
export interface FlowSettings {
  readonly flow: SignInFlow
  /** Provider ids by domain, in lower case. */
  readonly domains: ReadonlyMap<string, string>
  readonly captcha: CaptchaOptions | undefined
  readonly signInNotice: TranslatedText | undefined
  readonly footerLinks: FooterLinks | undefined
}

/** Fills in what the options leave out. */
export function flowSettings(options: FlowOptions): FlowSettings {
  const { flow = "all-in-one", domains = {}, captcha, signInNotice, footerLinks } = options
  const byDomain = new Map(Object.entries(domains).map(([domain, id]) => [domain.toLowerCase(), id]))
  return { flow, domains: byDomain, captcha, signInNotice, footerLinks }
}

const DOMAIN = /^(?:[a-z0-9-]+\.)+[a-z0-9-]+$/

interface FlowContext extends FlowSettings {
  readonly providers: ReadonlyMap<string, ProviderConfig>
  readonly callbacks: Partial<Callbacks>
}

/** Returns the mistakes in the options, one sentence each. */
export function flowProblems(context: FlowContext): string[] {
  const { flow, domains, providers } = context
  const flows: readonly unknown[] = ["all-in-one", "identifier-first"]
  const problems = flows.includes(flow)
    ? []
    : [`\`flow\` is ${describeWord(flow)}. Set it to "all-in-one" or "identifier-first"`]
  for (const [domain, id] of domains) {
    const type = providers.get(id)?.type
    if (!DOMAIN.test(domain))
      problems.push(
        `\`domains\` has a key that is ${describeAddress(domain)}. Use a domain in ASCII, such as "corp.com"`,
      )
    if (type !== "oauth" && type !== "oidc")
      problems.push(
        `\`domains["${domain}"]\` is ${describeWord(id)}. Use the id of an OAuth or OpenID provider in \`providers\``,
      )
  }
  if (domains.size > 0 && flow !== "identifier-first")
    problems.push(`\`domains\` has no effect with \`flow: "${flow}"\`. Set \`flow: "identifier-first"\``)
  return [...problems, ...captchaProblems(context)]
}

const SCRIPT_PATH = /^\/(?![/\\])[^\s\\]*$/

function captchaProblems({ captcha, callbacks, providers }: FlowContext): string[] {
  if (!captcha) return []
  const { html, script } = captcha
  const hasPasswords = [...providers.values()].some((one) => one.type === "credentials" && one.storedPasswords)
  return [
    ...(typeof html === "string" ? [] : [`\`captcha.html\` is ${describeText(html)}. Set it to HTML`]),
    ...(script === undefined || SCRIPT_PATH.test(script)
      ? []
      : [
          `\`captcha.script\` is ${describeAddress(script)}. Set it to a path on your site, such as "/proof-of-work.js"`,
        ]),
    ...(hasPasswords ? [] : ["`captcha` has no effect without `Password()`. Add it to `providers`"]),
    ...(callbacks.beforeAttempt ? [] : ["Nothing checks the `captcha`. Set `callbacks.beforeAttempt`"]),
  ]
}
