import { DatabaseSync } from "node:sqlite"
import { Kysely } from "kysely"
import { SqlAdapter, sqliteDialect } from "latchkit/adapters/sql"
import { Nodemailer, Password } from "latchkit/providers"
import { createAuth, defineConfig } from "latchkit/server"

declare module "latchkit/adapters" {
  interface AdapterUser {
    company?: string | null
  }
}

export const database = new DatabaseSync(process.env["DATABASE"] ?? ":memory:")

export const adapter = SqlAdapter(
  new Kysely<object>({ dialect: sqliteDialect(database) }),
  { userFields: ["company"] }, // the column that the field of this name is stored in
)

export const config = defineConfig({
  siteName: "Acme",
  adapter,
  providers: [
    Password({
      fields: {
        name: { autocomplete: "name" },
        company: {
          label: { en: "Company", de: "Firma" },
          autocomplete: "organization",
          required: true,
        },
      },
    }),
    Nodemailer({ server: process.env["SMTP_URL"], from: "Acme <hello@acme.example>" }),
  ],
  callbacks: {
    // Anyone can send any text. Reject it before Latchkit emails a code
    beforeAttempt: ({ action, fields }) =>
      action !== "sign-up" || (fields["company"] ?? "").length <= 80,
    session: ({ session, user }) => ({
      ...session,
      user: { ...session.user, company: user.company },
    }),
  },
})

export const auth = createAuth(config)
