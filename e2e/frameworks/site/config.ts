import { DatabaseSync } from "node:sqlite"
import { Kysely } from "kysely"
import { SqlAdapter, sqliteDialect } from "latchkit/adapters/sql"
import { Credentials, Nodemailer, OIDC, Passkey, Password } from "latchkit/providers"
import { defineConfig } from "latchkit/server"

import { memberWith } from "./members.ts"

const { DATABASE = ":memory:", SMTP_URL = "smtp://localhost:1025", SESSION_SECONDS, SIGN_IN_PAGE } = process.env
const { AUTH_PEOPLE_ISSUER: issuer = "http://localhost:4000", PEOPLE_RESPONSE_MODE } = process.env
const { SESSION_UPDATE_AGE, END_SESSION, ACCOUNTS, RELATED_ORIGIN, ADDRESS_FIRST } = process.env
const DAY = 24 * 60 * 60

const adapter = SqlAdapter(new Kysely({ dialect: sqliteDialect(new DatabaseSync(DATABASE)) }))
await adapter.migrate()

/** The members' passwords, which the site checks itself. */
const memberPassword = Credentials({
  name: "password",
  credentials: {
    email: { label: "Email", type: "email", autocomplete: "username", required: true },
    password: { label: "Password", type: "password", autocomplete: "current-password", required: true },
  },
  authorize: ({ email = "", password = "" }) => memberWith(adapter, email, password),
})

/** Harbour's configuration, the same in every framework. */
export const config = defineConfig({
  siteName: "Harbour",
  theme: { brandColor: "#0b6e79" },
  adapter,
  providers: [
    OIDC({
      id: "people", // AUTH_PEOPLE_ID, AUTH_PEOPLE_SECRET
      name: "People",
      issuer,
      endSession: END_SESSION === "yes",
      ...(PEOPLE_RESPONSE_MODE && { authorization: { params: { response_mode: PEOPLE_RESPONSE_MODE } } }),
    }),
    Nodemailer({ server: SMTP_URL, from: "Harbour <hello@harbour.example>" }),
    Passkey(RELATED_ORIGIN ? { relyingParty: { id: "localhost", relatedOrigins: [RELATED_ORIGIN] } } : {}),
    ACCOUNTS === "yes" ? Password() : memberPassword,
  ],
  ...(ACCOUNTS === "yes" && { secondFactor: {}, account: { deletion: true } }),
  session: { maxAge: Number(SESSION_SECONDS ?? 30 * DAY), updateAge: Number(SESSION_UPDATE_AGE ?? DAY) },
  ...(ADDRESS_FIRST === "yes" && { flow: "identifier-first", domains: { "people.example": "people" } }),
  pages: SIGN_IN_PAGE ? { signIn: SIGN_IN_PAGE } : {},
  callbacks: {
    async session({ session, user, newSession }) {
      const name = nameIn(newSession)
      if (name !== undefined) await adapter.updateUser({ id: user.id, name })
      return { ...session, user: { ...session.user, id: user.id, ...(name !== undefined && { name }) } }
    },
  },
})

/** The same configuration with the JWT session strategy. */
export const stateless = defineConfig({
  ...config,
  session: { ...config.session, strategy: "jwt" },
  callbacks: { session: ({ session }) => session },
})

/** Validates an update that the browser sent. Only a name of a sensible length is accepted. */
function nameIn(update: unknown): string | undefined {
  const { user } = Object(update) as { user?: unknown }
  const { name } = Object(user) as { name?: unknown }
  return typeof name === "string" && name.trim().length > 0 && name.length <= 80 ? name.trim() : undefined
}
