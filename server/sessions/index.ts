import type { Settings } from "../config/settings.ts"
import { jwtSessions } from "./jwt.ts"
import type { SessionStrategy } from "./strategy.ts"

/** The strategy that a configuration chose. */
export function sessionStrategy(settings: Settings): SessionStrategy {
  return settings.session.strategy === "jwt" ? jwtSessions : databaseSessions
}

const memo: { loaded?: SessionStrategy } = {}
const load = async (): Promise<SessionStrategy> => (memo.loaded ??= (await import("./database.ts")).databaseSessions)

// An app without a database does without what it takes to keep sessions there
const databaseSessions: SessionStrategy = {
  read: (visit) => memo.loaded?.read(visit) ?? load().then((own) => own.read(visit)),
  present: (visit, reading, update) =>
    memo.loaded?.present(visit, reading, update) ?? load().then((own) => own.present(visit, reading, update)),
  open: async (visit, entry) => (await load()).open(visit, entry),
  close: async (visit, reading) => (await load()).close(visit, reading),
}
