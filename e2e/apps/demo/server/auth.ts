import { randomBytes } from "node:crypto"
import type { Adapter } from "latchkit/adapters"
import { Nodemailer, OIDC, Passkey, Password } from "latchkit/providers"
import { createAuth, type AuthService, type Session } from "latchkit/server"

/** The session that Nightbook's pages get. */
export interface NightbookSession extends Session {
  user: { id: string; name: string | null; email: string | null; image: string | null }
}

interface Surroundings {
  origin: string
  issuer: string
  /** The SMTP server's address. */
  mail: string
  adapter: Adapter
}

/** Nightbook's authentication: magic links and codes, an OpenID provider, passwords, and passkeys. */
export function nightbookAuth({ origin, issuer, mail, adapter }: Surroundings): AuthService<NightbookSession> {
  return createAuth(
    {
      siteName: "Nightbook",
      theme: { brandColor: "#2b4bd6", logo: "/logo.svg" },
      emails: { logo: "/logo.png", footer: "Nightbook · 12 Observatory Lane, Zürich" },
      adapter,
      providers: [
        OIDC({
          id: "people",
          name: "People",
          issuer,
          clientId: "nightbook",
          clientSecret: "only-this-process-knows-it",
          endSession: true,
        }),
        Nodemailer({
          server: mail,
          from: "Nightbook <hello@nightbook.example>",
          webmail: { name: "the demo’s mailbox", url: "/mailbox" },
        }),
        Password({ fields: { name: { label: "Name", autocomplete: "name", required: true } } }),
        Passkey(),
      ],
      secondFactor: true,
      session: { maxAccounts: 4, remember: { checked: true } },
      account: { changeEmail: true, deletion: { graceDays: 7 }, newDeviceEmail: true },
      callbacks: {
        session({ session, user }): NightbookSession {
          const { id, name = null, email, image = null } = user
          return { ...session, user: { id, name, email: email || null, image } }
        },
      },
    },
    { env: { AUTH_SECRET: randomBytes(32).toString("base64url"), ...process.env, AUTH_URL: origin } },
  )
}
