import type { EmailConfig, ProviderConfig } from "../../providers/types.ts"
import { variablePrefix } from "../../providers/variables.ts"
import type { Env } from "./env.ts"

/** The email providers of a configuration, and the environment that decides which of them can send. */
export interface EmailSenders {
  /** In the order of the configuration, also those that aren't a sign-in method. */
  readonly emailProviders: readonly EmailConfig[]
  readonly env: Env
}

/** An email provider that also sends emails about accounts. */
export type AccountMailer = EmailConfig & Required<Pick<EmailConfig, "sendAccountEmail">>

/** The providers that users can sign in with, by id, and all that send emails. */
interface ProvidersByUse extends Pick<EmailSenders, "emailProviders"> {
  readonly providers: ReadonlyMap<string, ProviderConfig>
}

/** The provider that features with emails need, for errors. */
export const SENDER = "an email provider with `sendAccountEmail`, such as `Nodemailer()`"

/** Separates the providers that only send emails from those that users can sign in with. */
export function providersByUse(resolved: readonly ProviderConfig[]): ProvidersByUse {
  const all = [...new Map(resolved.map((provider) => [provider.id, provider])).values()]
  return {
    providers: new Map(all.filter((one) => !onlySends(one)).map((one) => [one.id, one])),
    emailProviders: all.filter((one) => one.type === "email"),
  }
}

const onlySends = (provider: ProviderConfig): boolean => provider.type === "email" && provider.signIn === false

/** Returns all configured providers. */
export const allProviders = ({ providers, emailProviders }: ProvidersByUse): readonly ProviderConfig[] => [
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

/** Returns the email providers that can send. */
function senders({ emailProviders, env }: EmailSenders): EmailConfig[] {
  return emailProviders.filter((provider) => missingForEmails(provider, env).length === 0)
}

/** Returns the first provider that sends links and codes. */
export const findCodeSender = (settings: EmailSenders): EmailConfig | undefined => senders(settings)[0]

/** Returns the first provider that sends emails about accounts. */
export const findAccountMailer = (settings: EmailSenders): AccountMailer | undefined =>
  senders(settings).find(isAccountMailer)

/** Returns whether a provider sends emails about accounts. */
export function isAccountMailer(provider: ProviderConfig): provider is AccountMailer {
  return provider.type === "email" && Boolean(provider.sendAccountEmail)
}
