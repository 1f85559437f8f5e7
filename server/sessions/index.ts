import type { Settings } from "../config/settings.ts"
import { jwtSessions } from "./jwt.ts"
import type { SessionStrategy } from "./strategy.ts"

/** Returns the strategy that the configuration chose. */
export function sessionStrategy(settings: Settings): SessionStrategy {
  return settings.session.strategy === "jwt" ? jwtSessions : databaseSessions
}

const memo: { loaded?: SessionStrategy } = {}
const loadDatabaseSessions = async (): Promise<SessionStrategy> =>
  (memo.loaded ??= (await import("./database.ts")).databaseSessions)

// Loaded when needed, so that an app without a database doesn't load this code
const databaseSessions: SessionStrategy = {
  read: async (context) => (await loadDatabaseSessions()).read(context),
  present: async (visit, session, update) => (await loadDatabaseSessions()).present(visit, session, update),
  open: async (visit, entry) => (await loadDatabaseSessions()).open(visit, entry),
  close: async (visit, reading) => (await loadDatabaseSessions()).close(visit, reading),
}
