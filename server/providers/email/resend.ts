import type { EmailConfig } from "../types.ts"
import { createHttpEmail, type MailOptions } from "./http.ts"

/** Sends sign-in emails through [Resend](https://resend.com/docs/api-reference/emails/send-email). */
export function Resend(options: MailOptions): EmailConfig {
  return createHttpEmail("resend", options, ({ apiKey, from, to, subject, html, text }) => ({
    url: "https://api.resend.com/emails",
    headers: { authorization: `Bearer ${apiKey}` },
    body: { from, to, subject, html, text },
  }))
}

export default Resend
