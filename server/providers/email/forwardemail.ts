import type { EmailConfig } from "../types.ts"
import { basic, httpMail, type MailOptions } from "./http.ts"

/** Sign-in mails through [Forward Email](https://forwardemail.net/en/email-api#create-outbound-smtp-email). */
export function ForwardEmail(options: MailOptions): EmailConfig {
  return httpMail("forwardemail", options, ({ apiKey, from, to, subject, html, text }) => ({
    url: "https://api.forwardemail.net/v1/emails",
    headers: { authorization: basic(apiKey, "") },
    body: { from, to, subject, html, text },
  }))
}

export default ForwardEmail
