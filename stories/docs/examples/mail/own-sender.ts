import type { Provider } from "latchkit/server"

/** A mail of your own words, sent by whatever you have. */
export function ownMail(send: (to: string, text: string) => Promise<void>): Provider {
  return {
    id: "email",
    name: "Email",
    type: "email",
    maxAge: 15 * 60, // seconds for which the link is good
    sendVerificationRequest: ({ identifier, url }) =>
      send(identifier, `Welcome back. This link signs you in:\n\n${url}`),
  }
}
