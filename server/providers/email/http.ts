import { customFetch, type AccountEmail, type EmailConfig, type Fetch, type VerificationRequest } from "../types.ts"
import { COMMON, checkOptionNames, type Keys, type Names } from "../option-names.ts"
import { variablePrefix } from "../variables.ts"
import { renderAccountEmail, renderSignInEmail, type RenderedEmail } from "./mail.ts"
import { printEmail } from "./print.ts"

/** The options of every provider that sends over HTTP. */
export interface MailOptions extends Partial<
  Pick<
    EmailConfig,
    | "id"
    | "name"
    | "signIn"
    | "maxAge"
    | "webmail"
    | "generateVerificationToken"
    | "normalizeIdentifier"
    | "asksBeforeSending"
  >
> {
  /**
   * The sender, such as `Acme <hello@acme.test>`. If it is `undefined` or empty, often because an environment variable
   * isn't set, no email is sent, and the log says so. In production the provider is then left out.
   */
  from: string | undefined
  /**
   * The key of the email service. Without one, emails are printed in the terminal in development, and the provider is
   * left out in production.
   *
   * @default the environment's AUTH_<ID>_KEY
   */
  apiKey?: string | undefined
  /** Sends the app's own email instead. */
  sendVerificationRequest?: EmailConfig["sendVerificationRequest"]
  /** Sends the app's own emails about accounts. @default Latchkit's, unless `sendVerificationRequest` is the app's */
  sendAccountEmail?: NonNullable<EmailConfig["sendAccountEmail"]>
  [customFetch]?: Fetch
}

/** The options of every email provider. `secret` of Auth.js has no effect, because the site's secret hashes tokens. */
const NAMES: Keys<Omit<EmailConfig, "needsKey"> & { secret: string }> = {
  ...COMMON,
  signIn: true,
  maxAge: true,
  from: true,
  server: true,
  apiKey: true,
  sendsCode: true,
  webmail: { name: true, url: true },
  generateVerificationToken: true,
  normalizeIdentifier: true,
  asksBeforeSending: true,
  sendVerificationRequest: true,
  sendAccountEmail: true,
  secret: true,
}

/**
 * Checks the options of an email provider. `own` names its own options.
 *
 * @throws {AuthError} `InvalidConfiguration` if they aren't an object, or it doesn't have one of them
 */
export function checkEmailOptions(id: string, options: object, own: Names = {}): void {
  checkOptionNames({ name: "Email", id }, options, { ...NAMES, ...own })
}

/** An email to send through a service. */
export interface OutgoingEmail extends RenderedEmail {
  to: string
  from: string
  apiKey: string
  request: VerificationRequest | AccountEmail
}

/** The request that passes an email to a service. */
export interface EmailRequest {
  url: string
  headers: Readonly<Record<string, string>>
  body: object | URLSearchParams
}

const SEND_TIMEOUT = 10_000

/** Returns the problem of an email provider whose emails have no sender. Empty if there is one. */
export const senderProblems = (id: string, from: string | undefined): readonly string[] =>
  from
    ? []
    : [
        `The provider ${JSON.stringify(id)} has no \`from\`, often because an environment variable isn't set. Set it to a sender such as "Acme <hello@acme.example>"`,
      ]

/** Creates an email provider that sends through a service over HTTP. */
export function createHttpEmail(
  id: string,
  options: MailOptions,
  handover: (mail: OutgoingEmail) => EmailRequest,
  { needsSender = true } = {},
): EmailConfig {
  checkEmailOptions(id, options)
  const { from, apiKey, ...own } = options
  const problems = needsSender && !own.sendVerificationRequest ? senderProblems(own.id ?? id, from) : []
  async function send(mail: RenderedEmail, request: VerificationRequest | AccountEmail): Promise<void> {
    const { provider, identifier: to } = request
    const key = provider.apiKey
    if (!key)
      return printEmail(mail, request, `No API key: set ${variablePrefix(provider.id)}_KEY, or \`apiKey\` of ${id}`)
    const [problem] = problems
    if (problem !== undefined) throw new Error(problem)
    const outgoing = { ...mail, to, from: provider.from ?? from ?? "", apiKey: key, request }
    await sendEmail(handover(outgoing), provider[customFetch] ?? globalThis.fetch)
  }
  return {
    id,
    name: "Email",
    type: "email",
    sendsCode: true,
    from,
    ...(problems.length > 0 && { problems }),
    ...(!own.sendVerificationRequest && { needsKey: true }),
    ...(apiKey !== undefined && { apiKey }),
    sendVerificationRequest: (request) => send(renderSignInEmail(request), request),
    // An app that sends its own emails may have no key here
    ...(!own.sendVerificationRequest && { sendAccountEmail: (notice) => send(renderAccountEmail(notice), notice) }),
    ...own,
  }
}

async function sendEmail({ url, headers, body }: EmailRequest, fetch: Fetch): Promise<void> {
  const form = body instanceof URLSearchParams
  const response = await fetch(url, {
    method: "POST",
    headers: { ...headers, ...(!form && { "content-type": "application/json" }) },
    body: form ? body : JSON.stringify(body),
    // Only this host may receive the key
    redirect: "manual", // Workers reject "error"
    signal: AbortSignal.timeout(SEND_TIMEOUT),
  })
  if (!response.ok)
    throw new Error(`${new URL(url).host} responded with ${response.status}: ${(await response.text()).slice(0, 500)}`)
}

/** Returns the header of Basic authentication (RFC 7617). */
export function basicAuth(user: string, password: string): string {
  return `Basic ${btoa(`${user}:${password}`)}`
}

/** Returns the name and the address of `Acme <hello@acme.test>`. */
export function parseSender(from: string): { name: string | undefined; address: string } {
  const [, name, address] = /^\s*(.*?)\s*<([^<>]+)>\s*$/.exec(from) ?? []
  if (address === undefined) return { name: undefined, address: from.trim() }
  return { name: name?.replace(/^"(.*)"$/, "$1") || undefined, address }
}
