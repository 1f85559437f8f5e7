import type { SecurityEvent } from "latchkit/server"

/** The part of your database driver that the log needs: it runs one statement with parameters. */
export interface AuditDatabase {
  run(statement: string, parameters: readonly (string | null)[]): unknown
}

/** Returns a handler that writes each event into the table `audit_log`. */
export function auditLog(database: AuditDatabase) {
  return async (event: SecurityEvent): Promise<void> => {
    const row: Record<string, string | null> = {
      id: event.id,
      at: event.at,
      type: event.type,
      outcome: event.outcome,
      error: event.error,
      actor_kind: event.actor.kind,
      actor_id: event.actor.kind === "user" ? event.actor.id : null,
      user_id: event.userId,
      identifier_hash: event.identifierHash,
      address: event.address,
      browser: event.device?.browser ?? null,
      system_name: event.device?.system ?? null,
      route: event.route,
      provider: event.provider,
      method: event.method,
    }
    const columns = Object.keys(row)
    const marks = columns.map(() => "?").join(", ")
    await database.run(
      `insert into audit_log (${columns.join(", ")}) values (${marks})`,
      Object.values(row),
    )
  }
}
