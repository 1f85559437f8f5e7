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
  lookup: async (context) => (await loadDatabaseSessions()).lookup(context),
  refresh: async (context, session, update) => (await loadDatabaseSessions()).refresh(context, session, update),
  create: async (context, entry) => (await loadDatabaseSessions()).create(context, entry),
  rotate: async (context, session, proofs, epoch) =>
    (await loadDatabaseSessions()).rotate(context, session, proofs, epoch),
  end: async (context, session) => (await loadDatabaseSessions()).end(context, session),
}
