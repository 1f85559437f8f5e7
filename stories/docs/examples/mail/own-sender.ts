import type { Provider } from "latchkit/server"

/** Sends an email with your own text and your own sender. */
export function ownMail(send: (to: string, text: string) => Promise<void>): Provider {
  return {
    id: "email",
    name: "Email",
    type: "email",
    maxAge: 15 * 60, // seconds until the link expires
    sendVerificationRequest: ({ identifier, url }) =>
      send(identifier, `Welcome back. This link signs you in:\n\n${url}`),
  }
}
