import { randomBytes } from "node:crypto"
import { Credentials, OIDC } from "latchkit/providers"
import { createAuth, type AuthService, type Session } from "latchkit/server"

import { PEOPLE, type People } from "./people.ts"

/** A session as Nightbook's pages see it. */
export interface NightbookSession extends Session {
  /** How this person signed in. */
  provider?: string
}

interface Surroundings {
  origin: string
  issuer: string
  people: People
}

/** Nightbook's authentication: an OpenID provider, and passwords of its own. */
export function nightbookAuth({ origin, issuer, people }: Surroundings): AuthService<NightbookSession> {
  const [someone] = PEOPLE
  return createAuth<NightbookSession>(
    {
      siteName: "Nightbook",
      signInNotice: `Try it: continue with People and choose anybody, or use ${someone.email} with the password ${someone.password}`,
      theme: { brandColor: "#2b4bd6", logo: "/logo.svg" },
      providers: [
        OIDC({
          id: "people",
          name: "People",
          issuer,
          clientId: "nightbook",
          clientSecret: "only-this-process-knows-it",
        }),
        Credentials({
          name: "password",
          credentials: {
            email: { label: "Email", type: "email", autocomplete: "username", required: true },
            password: { label: "Password", type: "password", autocomplete: "current-password", required: true },
          },
          authorize: ({ email = "", password = "" }) => people.withPassword(email, password),
        }),
      ],
      callbacks: {
        jwt({ token, account, trigger, session }) {
          if (account) return { ...token, provider: account.provider }
          if (trigger === "update") return { ...token, name: nameIn(session) ?? token.name ?? null }
          return token
        },
        session: ({ session, token }) => ({
          ...session,
          user: { ...session.user, ...(token.sub !== undefined && { id: token.sub }) },
          ...(typeof token["provider"] === "string" && { provider: token["provider"] }),
        }),
      },
    },
    { env: { AUTH_SECRET: randomBytes(32).toString("base64url"), ...process.env, AUTH_URL: origin } },
  )
}

/** What a page asks to be changed is a stranger's word: a name, of a sensible length, and nothing else. */
function nameIn(update: unknown): string | undefined {
  if (typeof update !== "object" || update === null || !("name" in update)) return undefined
  const { name } = update
  return typeof name === "string" && name.trim().length > 0 && name.length <= 80 ? name.trim() : undefined
}
