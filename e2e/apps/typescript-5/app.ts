// Compiled by TypeScript 5.6, and by 5.4 in the long run, in e2e/older-typescript.test.ts
import { DatabaseSync } from "node:sqlite"
import { Kysely } from "kysely"
import { SqlAdapter, sqliteDialect } from "latchkit/adapters/sql"
import { ExpressAuth } from "latchkit/express"
import * as providers from "latchkit/providers"
import { SessionProvider, SignIn, useSession } from "latchkit/react"
import { createAuth, defineConfig } from "latchkit/server"
import { mintSession } from "latchkit/testing"
import { createClient, type Session } from "latchkit"

const {
  Apple,
  Auth0,
  Cognito,
  Credentials,
  Discord,
  Dropbox,
  Facebook,
  Figma,
  GitHub,
  GitLab,
  Google,
  Kakao,
  Keycloak,
  LINE,
  LinkedIn,
  Naver,
  Nodemailer,
  Notion,
  Okta,
  Passkey,
  Password,
  Reddit,
  Slack,
  Spotify,
  Twitch,
  Zoom,
} = providers

export const config = defineConfig({
  adapter: SqlAdapter(new Kysely<object>({ dialect: sqliteDialect(new DatabaseSync(":memory:")) })),
  // Before 5.4, a union of about 25 providers was too complex
  providers: [
    ...[
      Password(),
      Passkey(),
      Nodemailer({ server: undefined, from: "hello@acme.example" }),
      Apple(),
      Auth0(),
      Cognito(),
      Discord(),
    ],
    ...[Dropbox(), Facebook(), Figma(), GitHub(), GitLab(), Google(), Kakao(), Keycloak(), LINE(), LinkedIn()],
    ...[Naver(), Notion(), Okta(), Reddit(), Slack(), Spotify(), Twitch(), Zoom()],
    Credentials({ credentials: { user: {} }, authorize: ({ user }) => ({ id: String(user) }) }),
  ],
})

export const [auth, express] = [createAuth(config), ExpressAuth(config)]
export const { store } = createClient()
export const session: Promise<Session | null> = auth.getSession(new Request("https://acme.example"))
export const minted = mintSession(config, { id: "ada" })
export const components = [SessionProvider, SignIn, useSession]
