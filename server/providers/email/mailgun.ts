import type { EmailConfig } from "../types.ts"
import { basicAuth, checkEmailOptions, createHttpEmail, parseSender, type MailOptions } from "./http.ts"

/** The options of {@link Mailgun}. */
export interface MailgunOptions extends MailOptions {
  /** @default "us" */
  region?: "us" | "eu" | "US" | "EU"
  /** The sending domain. @default the domain of `from` */
  domain?: string
}

/**
 * Sends sign-in emails through
 * [Mailgun](https://documentation.mailgun.com/docs/mailgun/api-reference/send/mailgun/messages).
 */
export function Mailgun(given: MailgunOptions): EmailConfig {
  checkEmailOptions("mailgun", given, { region: true, domain: true })
  const { region = "us", domain, ...options } = given
  const host = region.toLowerCase() === "eu" ? "api.eu.mailgun.net" : "api.mailgun.net"
  return createHttpEmail("mailgun", options, ({ apiKey, from, to, subject, html, text }) => {
    const { address } = parseSender(from)
    const sending = domain ?? address.slice(address.lastIndexOf("@") + 1)
    return {
      url: `https://${host}/v3/${encodeURIComponent(sending)}/messages`,
      headers: { authorization: basicAuth("api", apiKey) },
      body: new URLSearchParams({ from, to, subject, html, text, "o:tracking": "no" }),
    }
  })
}

export { Mailgun as MailGun }
export default Mailgun
