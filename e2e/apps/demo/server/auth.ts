import { randomBytes } from "node:crypto"
import type { Adapter } from "latchkit/adapters"
import { Nodemailer, OIDC, Passkey, Password } from "latchkit/providers"
import { createAuth, type AuthService, type Session } from "latchkit/server"

import { PEOPLE } from "./people.ts"

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
  const [someone] = PEOPLE
  return createAuth(
    {
      siteName: "Nightbook",
      signInNotice: `Create an account with any email address: the emails arrive in this demo's mailbox. Or sign in as ${someone.email} with the password ${someone.password}.`,
      theme: { brandColor: "#2b4bd6", logo: "/logo.svg" },
      adapter,
      providers: [
        Nodemailer({
          server: mail,
          from: "Nightbook <hello@nightbook.example>",
          webmail: { name: "the demo’s mailbox", url: "/mailbox" },
        }),
        OIDC({
          id: "people",
          name: "People",
          issuer,
          clientId: "nightbook",
          clientSecret: "only-this-process-knows-it",
          endSession: true,
        }),
        Password({ fields: { name: { label: "Name", autocomplete: "name", required: true } } }),
        Passkey(),
      ],
      secondFactor: true,
      account: { changeEmail: true, deletion: { graceDays: 7 } },
      callbacks: {
        async session({ session, user, trigger, newSession }): Promise<NightbookSession> {
          const name = trigger === "update" ? nameIn(newSession) : undefined
          if (name !== undefined) await adapter.updateUser?.({ id: user.id, name })
          const { email, image = null } = user
          return { ...session, user: { id: user.id, name: name ?? user.name ?? null, email: email || null, image } }
        },
      },
    },
    { env: { AUTH_SECRET: randomBytes(32).toString("base64url"), ...process.env, AUTH_URL: origin } },
  )
}

/** Validates an update that the browser sent. Only a name of a sensible length is accepted. */
function nameIn(update: unknown): string | undefined {
  if (typeof update !== "object" || update === null || !("name" in update)) return undefined
  const { name } = update
  return typeof name === "string" && name.trim().length > 0 && name.length <= 80 ? name.trim() : undefined
}
