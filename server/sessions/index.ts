import type { Settings } from "../config/settings.ts"
import { jwtSessions } from "./jwt.ts"
import type { SessionStrategy } from "./strategy.ts"

/** The strategy that a configuration chose. */
export function sessionStrategy(settings: Settings): SessionStrategy {
  return settings.session.strategy === "jwt" ? jwtSessions : databaseSessions
}

const memo: { loaded?: SessionStrategy } = {}
const loaded = async (): Promise<SessionStrategy> => (memo.loaded ??= (await import("./database.ts")).databaseSessions)

// An app without a database does without what it takes to keep sessions there
const databaseSessions: SessionStrategy = {
  read: async (visit) => (await loaded()).read(visit),
  present: async (visit, reading, update) => (await loaded()).present(visit, reading, update),
  open: async (visit, entry) => (await loaded()).open(visit, entry),
  close: async (visit, reading) => (await loaded()).close(visit, reading),
}
