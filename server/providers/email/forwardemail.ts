import type { EmailConfig } from "../types.ts"
import { basicAuth, createHttpEmail, type MailOptions } from "./http.ts"

/** Sends sign-in emails through [Forward Email](https://forwardemail.net/en/email-api#create-outbound-smtp-email). */
export function ForwardEmail(options: MailOptions): EmailConfig {
  return createHttpEmail("forwardemail", options, ({ apiKey, from, to, subject, html, text }) => ({
    url: "https://api.forwardemail.net/v1/emails",
    headers: { authorization: basicAuth(apiKey, "") },
    body: { from, to, subject, html, text },
  }))
}

export default ForwardEmail
