import { Kysely } from "kysely"
import { SqlAdapter, sqliteDialect } from "latchkit/adapters/sql"
import { NextAuth } from "latchkit/next"
import { Nodemailer, Password } from "latchkit/providers"
import { GitHub } from "latchkit/providers/github"
import { Google } from "latchkit/providers/google"
import { Passkey } from "latchkit/providers/passkey"
import { Account, SessionProvider, SignIn, UserButton, useSession, type SignInProps } from "latchkit/react"
import { DatabaseSync } from "node:sqlite"
import { Counter } from "./plain.tsx"

export const { handlers, auth, requireAuth, signIn, signOut } = NextAuth({
  siteName: "Acme",
  theme: { brandColor: "#7c3aed" },
  adapter: SqlAdapter(new Kysely<object>({ dialect: sqliteDialect(new DatabaseSync(":memory:")) })),
  providers: [
    Password(),
    Nodemailer({ server: process.env["SMTP_URL"], from: "a@acme.example" }),
    GitHub(),
    Google(),
    Passkey(),
  ],
  secondFactor: { required: ({ user }) => user.email?.endsWith("@acme.example") ?? false },
})

export function App(props: SignInProps) {
  return (
    <SessionProvider>
      <Counter />
      <UserButton />
      <Account />
      <SignIn {...props} />
      <Name />
    </SessionProvider>
  )
}

function Name() {
  const { data } = useSession()
  return <p>{data?.user?.name}</p>
}
