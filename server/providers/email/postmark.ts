import type { EmailConfig } from "../types.ts"
import { createHttpEmail, type MailOptions } from "./http.ts"

/** Sends sign-in emails through [Postmark](https://postmarkapp.com/developer/api/email-api). */
export function Postmark(options: MailOptions): EmailConfig {
  return createHttpEmail("postmark", options, ({ apiKey, from, to, subject, html, text }) => ({
    url: "https://api.postmarkapp.com/email",
    headers: { accept: "application/json", "x-postmark-server-token": apiKey },
    body: { From: from, To: to, Subject: subject, TextBody: text, HtmlBody: html, MessageStream: "outbound" },
  }))
}

export default Postmark
