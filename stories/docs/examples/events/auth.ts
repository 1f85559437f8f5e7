import { createAuth } from "latchkit/server"
import { GitHub } from "latchkit/providers"
import { openTelemetry } from "latchkit/opentelemetry"
import { webhook } from "latchkit/webhooks"
import { auditLog, type AuditDatabase } from "./audit.ts"

export function createAuditedAuth(
  database: AuditDatabase,
  hook: { url: string; secret: string },
) {
  const store = auditLog(database)
  const send = webhook({
    ...hook,
    types: ["passwordChanged", "factorRemoved", "accountDeleted"],
  })
  return createAuth({
    providers: [GitHub],
    telemetry: openTelemetry(),
    events: {
      security: async (event) => {
        await Promise.all([store(event), send(event)])
      },
    },
  })
}
