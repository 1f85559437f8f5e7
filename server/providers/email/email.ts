import type { AccountEmailKind } from "../email-settings.ts"
import type { AccountEmail, EmailConfig, VerificationRequest } from "../types.ts"
import { ANY_NAME, checkOptionNames } from "../option-names.ts"
import { checkEmailOptions, type MailOptions } from "./http.ts"
import { renderAccountEmail, renderSignInEmail, type RenderedEmail } from "./mail.ts"
import { Nodemailer, type NodemailerOptions } from "./nodemailer.ts"

export type { EmailConfig, NodemailerOptions, VerificationRequest } from "./nodemailer.ts"

/** A rendered email, for {@link OwnEmailOptions.send}. */
export interface OwnEmail extends RenderedEmail, Pick<AccountEmail, "url" | "code" | "messages" | "request"> {
  /** The address to send to. */
  to: string
  /**
   * `sign-in` for the link and the code of a sign-in, or `code` for a code that confirms. Otherwise the event of an
   * email about an account.
   */
  kind: "sign-in" | "code" | AccountEmailKind
}

/** The options of {@link Email} with an email API of your own. */
export interface OwnEmailOptions extends Omit<
  MailOptions,
  "from" | "apiKey" | "sendVerificationRequest" | "sendAccountEmail" | symbol
> {
  /**
   * Sends an email: those of sign-ins and all about accounts. Reject to report that it wasn't sent. Latchkit then tries
   * an email about an account again, and shows an error for an email of a sign-in.
   */
  send(email: OwnEmail): unknown
}

/** Sends emails with your own function `send`, or through an SMTP server as {@link Nodemailer} does. */
export function Email(options: OwnEmailOptions | NodemailerOptions): EmailConfig {
  checkOptionNames({ name: "Email", id: "email" }, options, ANY_NAME)
  if (!("send" in options)) return Nodemailer({ id: "email", ...options })
  const { send, ...own } = options
  checkEmailOptions("email", own)
  if (typeof send !== "function") throw new TypeError(`\`send\` of \`Email()\` is ${typeof send}. Set it to a function`)
  return {
    id: "email",
    name: "Email",
    type: "email",
    sendsCode: true,
    sendVerificationRequest: (request) =>
      send(toSend(renderSignInEmail(request), request, request.token === "" ? "code" : "sign-in")),
    sendAccountEmail: (email) => send(toSend(renderAccountEmail(email), email, email.kind)),
    ...own,
  }
}

export default Email

const toSend = (
  mail: RenderedEmail,
  { identifier: to, url, code, messages, request }: VerificationRequest | AccountEmail,
  kind: OwnEmail["kind"],
): OwnEmail => ({ ...mail, to, kind, url, code, messages, request })
