import { callVerb, mapVerbs, type Driver, type Verbs } from "../core/verbs.ts"
import type { Client, ClientKind } from "./client.ts"
import { withCauses } from "./errors.ts"
import type { MappedModels } from "./models.ts"
import { databaseNames } from "./names.ts"
import { userReader } from "./user-reader.ts"
import { prismaVerbs, type VerbsContext } from "./verbs.ts"

/** Milliseconds: for a transaction to begin, which waits for others on SQLite, and to end. */
const LIMITS = { maxWait: 10_000, timeout: 10_000 }
/** After a lock, reads see what the request that held it has stored, also if they have read before. */
const POSTGRES_OPTIONS = { maxWait: LIMITS.maxWait, timeout: LIMITS.timeout, isolationLevel: "ReadCommitted" }

/** Creates the driver of a client, or of a transaction that the app began. */
export function prismaDriver(client: Client, mapped: MappedModels, kind: ClientKind): Driver {
  const memo: { names?: ReturnType<typeof databaseNames> } = {}
  const loadNames = () => (memo.names ??= databaseNames(client, mapped, kind))
  const context: VerbsContext = { mapped, kind, loadNames, readUser: userReader(mapped, loadNames) }
  const verbs = caused(prismaVerbs(client, context))
  const options = kind.provider === "sqlite" ? LIMITS : POSTGRES_OPTIONS
  const transaction: Driver["transaction"] = (run) => {
    const within = (tx: Client) => run(caused(prismaVerbs(tx, context)), tx)
    // In a transaction of the app, it is a savepoint
    return withCauses(() => client.$transaction?.(within, kind.isJoined ? undefined : options) ?? within(client))
  }
  return {
    ...(kind.provider === "sqlite" && !kind.isJoined ? alone(verbs, transaction) : verbs),
    isJoined: kind.isJoined,
    transaction,
  }
}

const caused = (verbs: Verbs): Verbs =>
  mapVerbs(verbs, (name, parameters) => withCauses(() => callVerb(verbs, name, parameters)))

/**
 * Runs each verb in a transaction of its own. A driver of SQLite has one connection, so a query beside an open
 * transaction would be part of it, and undone with it. Only the lookup of a session doesn't wait. If it finds
 * a session that isn't committed yet, no one has its token.
 */
function alone(verbs: Verbs, transaction: Driver["transaction"]): Verbs {
  return mapVerbs(verbs, (name, parameters) => {
    if (name === "withUser" && parameters[0] === "sessions") return callVerb(verbs, name, parameters)
    return transaction((within) => callVerb(within, name, parameters), false)
  })
}
