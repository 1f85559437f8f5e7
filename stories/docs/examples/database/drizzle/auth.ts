import type { NodePgDatabase } from "drizzle-orm/node-postgres"
import { DrizzleAdapter } from "latchkit/adapters/drizzle"
import { GitHub } from "latchkit/providers/github"
import { defineConfig } from "latchkit/server"
import * as tables from "./auth-tables.ts"
import { people } from "./people.ts"

export const adapterOn = (db: NodePgDatabase) =>
  DrizzleAdapter(db, {
    ...tables,
    users: {
      table: people,
      columns: { emailVerified: "verifiedAt", name: "fullName", image: "avatarUrl" },
      fields: ["plan"],
    },
  })

export const configOn = (db: NodePgDatabase) =>
  defineConfig({
    adapter: adapterOn(db),
    providers: [GitHub()],
    callbacks: {
      session: ({ session, user }) => ({
        ...session,
        user: { ...session.user, plan: user.plan },
      }),
    },
  })
