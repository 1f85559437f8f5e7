import type { Settings } from "../config/settings.ts"
import { databaseSessions } from "./database.ts"
import { jwtSessions } from "./jwt.ts"
import type { SessionStrategy } from "./strategy.ts"

/** The strategy that a configuration chose. */
export function sessionStrategy(settings: Settings): SessionStrategy {
  return settings.session.strategy === "jwt" ? jwtSessions : databaseSessions
}
