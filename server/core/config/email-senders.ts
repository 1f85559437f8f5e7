import type { EmailConfig, ProviderConfig } from "../../providers/types.ts"
import { variablePrefix } from "../../providers/variables.ts"
import type { Env } from "./env.ts"

/** The email providers of a configuration, and those that can send in its environment. */
export interface EmailSenders {
  /** In the order of the configuration, also those that aren't a sign-in method. */
  readonly emailProviders: readonly EmailConfig[]
  /** The first provider that sends links and codes. */
  readonly codeSender: EmailConfig | undefined
  /** The first provider that sends emails about accounts. */
  readonly accountMailer: AccountMailer | undefined
}

/** An email provider that also sends emails about accounts. */
export type AccountMailer = EmailConfig & Required<Pick<EmailConfig, "sendAccountEmail">>

/** The providers that users can sign in with, by id, and all that send emails. */
interface ProvidersByUse extends EmailSenders {
  readonly providers: ReadonlyMap<string, ProviderConfig>
  /** The id of two providers, of which only the later one counts. */
  readonly repeatedProvider: string | undefined
}

/** Returns that a feature needs a provider that emails users. If one is left out, it says what that one lacks. */
export function missingSender(
  feature: string,
  { emailProviders, env }: Pick<EmailSenders, "emailProviders"> & { env: Env },
): string {
  const lacks = emailProviders.filter(isAccountMailer).flatMap((one) => missingForEmails(one, env))
  return [`${feature} needs an email provider with \`sendAccountEmail\`, such as \`Nodemailer()\``, ...lacks].join(". ")
}

/** Separates the providers that only send emails from those that users can sign in with. */
export function providersByUse(resolved: readonly ProviderConfig[], env: Env): ProvidersByUse {
  const ids = resolved.map(({ id }) => id)
  const all = [...new Map(resolved.map((provider) => [provider.id, provider])).values()]
  const emailProviders = all.filter((one) => one.type === "email")
  const senders = emailProviders.filter((one) => missingForEmails(one, env).length === 0)
  return {
    providers: new Map(all.filter((one) => !onlySends(one)).map((one) => [one.id, one])),
    repeatedProvider: ids.find((id, at) => ids.indexOf(id) < at),
    emailProviders,
    codeSender: senders[0],
    accountMailer: senders.find(isAccountMailer),
  }
}

const onlySends = (provider: ProviderConfig): boolean => provider.type === "email" && provider.signIn === false

/** Returns all configured providers. */
export const allProviders = ({
  providers,
  emailProviders,
}: Pick<ProvidersByUse, "providers" | "emailProviders">): readonly ProviderConfig[] => [
  ...providers.values(),
  ...emailProviders.filter(onlySends),
]

/**
 * Returns what an email provider lacks, as sentences without a period. In development nothing: it prints its emails, or
 * its first email fails and names what is missing.
 */
export function missingForEmails({ id, apiKey, needsKey, problems = [] }: EmailConfig, env: Env): readonly string[] {
  if (env["NODE_ENV"] !== "production") return []
  const key = `The provider ${JSON.stringify(id)} has no \`apiKey\`: set ${variablePrefix(id)}_KEY`
  return needsKey && !apiKey ? [...problems, key] : problems
}

/** Returns whether a provider sends emails about accounts. */
export function isAccountMailer(provider: ProviderConfig): provider is AccountMailer {
  return provider.type === "email" && Boolean(provider.sendAccountEmail)
}
