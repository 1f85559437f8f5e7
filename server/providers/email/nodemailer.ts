import type { SendMailOptions, Transporter, TransportOptions } from "nodemailer"
import type { EmailConfig } from "../types.ts"
import type { MailOptions } from "./http.ts"
import { renderAccountEmail, renderSignInEmail, type RenderedEmail } from "./mail.ts"

/** The options of {@link Nodemailer}. */
export interface NodemailerOptions extends Omit<MailOptions, "apiKey"> {
  /** The argument of `nodemailer.createTransport`: an SMTP URL, its options, or a transport. */
  server: unknown
}

/** Sends sign-in emails through an SMTP server, with [Nodemailer](https://nodemailer.com/smtp). */
export function Nodemailer({ server, from, ...own }: NodemailerOptions): EmailConfig {
  const transports = new WeakMap<object, Promise<Transporter>>() // one transport per server setting, created with the first email
  const setting = typeof server === "object" && server !== null ? server : { url: server }
  async function send({ subject, text, html }: RenderedEmail, address: string): Promise<void> {
    const transport = transports.get(setting) ?? loadTransport(server)
    transports.set(setting, transport)
    // Objects, so that Nodemailer parses no address as a list or a name
    const message: SendMailOptions = { to: { name: "", address }, from, subject, text, html }
    const { rejected = [] } = (await (await transport).sendMail(message)) as { rejected?: unknown[] } // the result of SMTP transports
    if (rejected.length > 0) throw new Error("The mail server rejected the recipient")
  }
  return {
    id: "nodemailer",
    name: "Email",
    type: "email",
    sendsCode: true,
    server,
    from,
    sendVerificationRequest: (request) => send(renderSignInEmail(request), request.identifier),
    // An app that sends its own emails may have no server here
    ...(!own.sendVerificationRequest && {
      sendAccountEmail: (notice) => send(renderAccountEmail(notice), notice.identifier),
    }),
    ...own,
  }
}

/** Creates the same provider under the id that accounts of older installations have. */
export function Email(options: NodemailerOptions): EmailConfig {
  return Nodemailer({ id: "email", ...options })
}

async function loadTransport(server: unknown): Promise<Transporter> {
  const { createTransport } = await import("nodemailer")
  return createTransport(server as TransportOptions) // the app's, in one of the forms that Nodemailer accepts
}

export default Nodemailer
