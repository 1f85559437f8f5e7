import type { SendMailOptions, Transporter, TransportOptions } from "nodemailer"
import type { AccountEmail, EmailConfig, VerificationRequest } from "../types.ts"
import { checkEmailOptions, senderProblems, type MailOptions } from "./http.ts"
import { renderAccountEmail, renderSignInEmail, type RenderedEmail } from "./mail.ts"
import { printEmail } from "./print.ts"

export type { EmailConfig, VerificationRequest } from "../types.ts"

/** The options of {@link Nodemailer}. */
export interface NodemailerOptions extends Omit<MailOptions, "apiKey"> {
  /**
   * The argument of `nodemailer.createTransport`: an SMTP URL, its options, or a transport. If it is `undefined` or
   * empty, emails are printed in the terminal in development: with `NODE_ENV=development`, or on localhost without
   * `NODE_ENV`. Otherwise they fail, and in production the provider is left out.
   */
  server: string | object | null | undefined
}

/** Sends sign-in emails through an SMTP server, with [Nodemailer](https://nodemailer.com/smtp). */
export function Nodemailer(options: NodemailerOptions): EmailConfig {
  checkEmailOptions("nodemailer", options)
  const { server, from, ...own } = options
  const transports = new WeakMap<object, Promise<Transporter>>() // one transport per server setting, created with the first email
  const setting = typeof server === "object" && server !== null ? server : { url: server }
  const missingSender = senderProblems(own.id ?? "nodemailer", from)
  async function send(mail: RenderedEmail, request: VerificationRequest | AccountEmail): Promise<void> {
    if (server === undefined || server === null || server === "") return printEmail(mail, request, NO_SERVER)
    const [problem] = missingSender
    if (problem !== undefined) throw new Error(problem)
    const transport = transports.get(setting) ?? loadTransport(server)
    transports.set(setting, transport)
    // Objects, so that Nodemailer parses no address as a list or a name
    const message: SendMailOptions = { to: { name: "", address: request.identifier }, from, ...mail }
    const { rejected = [] } = (await (await transport).sendMail(message)) as { rejected?: unknown[] } // the result of SMTP transports
    if (rejected.length > 0) throw new Error("The mail server rejected the recipient")
  }
  return {
    id: "nodemailer",
    name: "Email",
    type: "email",
    sendsCode: true,
    server: server ?? undefined,
    from,
    ...(!own.sendVerificationRequest && {
      problems: [...(isMissing(server) ? [MISSING_SERVER] : []), ...missingSender],
    }),
    sendVerificationRequest: (request) => send(renderSignInEmail(request), request),
    // An app that sends its own emails may have no server here
    ...(!own.sendVerificationRequest && {
      sendAccountEmail: (notice) => send(renderAccountEmail(notice), notice),
    }),
    ...own,
  }
}

const isMissing = (server: unknown) => server === undefined || server === null || server === ""
const NO_SERVER =
  "`server` of `Nodemailer()` is not set. Set it to an SMTP URL, for example with SMTP_URL=smtp://localhost:1025"
const MISSING_SERVER =
  "`Nodemailer` has no `server`, often because an environment variable isn't set. Set it to an SMTP URL such as smtps://user:password@mail.example.com"

async function loadTransport(server: unknown): Promise<Transporter> {
  const { createTransport } = await importNodemailer()
  return createTransport(server as TransportOptions) // the app's, in one of the forms that Nodemailer accepts
}

// In a `try`, bundlers only warn about a missing package. Any app that imports `latchkit/providers` bundles this file
async function importNodemailer() {
  try {
    return await import("nodemailer")
  } catch (cause) {
    throw new Error("`Nodemailer()` can't load the package `nodemailer`. Install it: `npm install nodemailer`", {
      cause,
    })
  }
}

export default Nodemailer
