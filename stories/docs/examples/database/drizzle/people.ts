import { pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core"

/** The app's table. Only `sessionEpoch` is new. */
export const people = pgTable("people", {
  id: uuid("person_id").primaryKey().defaultRandom(),
  email: text("mail").unique(),
  verifiedAt: timestamp("verified_at", { withTimezone: true }),
  fullName: text("full_name"),
  avatarUrl: text("avatar_url"),
  plan: text({ enum: ["free", "paid"] })
    .notNull()
    .default("free"),
  sessionEpoch: timestamp("session_epoch", { withTimezone: true }),
})

export const memberships = pgTable("memberships", {
  personId: uuid("person_id")
    .notNull()
    .references(() => people.id, { onDelete: "cascade" }),
  team: text().notNull(),
})
