import { connect, createServer, type AddressInfo, type Socket } from "node:net"

/**
 * Faults of the network between an app and its database:
 *
 * - `slow`: delays each part by up to 120 ms, so that the responses of parallel connections change their order
 * - `silent`: delivers nothing, and closes nothing
 * - `half-closed`: the database's side of each connection ends, and the app's side stays open
 * - `cut`: resets each connection, open and new
 */
export const FAULTS = ["slow", "silent", "half-closed", "cut"] as const
export type Fault = (typeof FAULTS)[number]

/** A TCP proxy in front of a database. */
export interface FaultyNetwork {
  port: number
  /** Starts a fault, or ends it with `undefined`. Parts that a `silent` network kept are delivered then. */
  set(fault: Fault | undefined): void
  stop(): Promise<void>
}

/** Starts a proxy to `port` of this machine. It works without faults at first. */
export async function startFaultyNetwork(port: number): Promise<FaultyNetwork> {
  const state: { fault?: Fault | undefined } = {}
  const connections = new Set<Connection>()
  const server = createServer({ allowHalfOpen: true }, (app) => {
    const database = connect({ port, host: "127.0.0.1", allowHalfOpen: true })
    const connection = { app, database, kept: [] as (() => void)[] }
    connections.add(connection)
    app.once("close", () => (database.destroy(), connections.delete(connection)))
    database.once("close", () => state.fault === "half-closed" || app.destroy())
    for (const [from, to] of [
      [app, database],
      [database, app],
    ] as const) {
      from.on("error", () => undefined)
      from.on("data", (data: Buffer) => pass(connection, state.fault, () => to.writable && to.write(data)))
      from.on("end", () => pass(connection, state.fault, () => to.end()))
    }
    apply(connection, state.fault)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    port: (server.address() as AddressInfo).port, // it listens on TCP
    set(fault) {
      state.fault = fault
      for (const connection of connections) apply(connection, fault)
    },
    stop: () =>
      new Promise((resolve) => {
        for (const { app } of connections) app.destroy()
        server.close(() => resolve())
      }),
  }
}

interface Connection {
  app: Socket
  database: Socket
  /** Deliveries that wait for the end of a silence. */
  kept: (() => void)[]
}

function pass(connection: Connection, fault: Fault | undefined, deliver: () => void): void {
  if (fault === "silent") connection.kept.push(deliver)
  else if (fault === "slow") delay(connection, deliver)
  else if (fault === undefined) delay(connection, deliver, 0)
}

// One after the other, because TCP keeps the order of a connection's parts
const QUEUES = new WeakMap<Connection, Promise<void>>()

function delay(connection: Connection, deliver: () => void, longest = 120): void {
  const before = QUEUES.get(connection)
  if (!before && longest === 0) return deliver()
  const wait = () => new Promise<void>((resolve) => setTimeout(resolve, Math.random() * longest))
  const turn = (before ?? Promise.resolve()).then(wait).then(deliver)
  QUEUES.set(connection, turn)
  void turn.then(() => QUEUES.get(connection) === turn && QUEUES.delete(connection))
}

function apply(connection: Connection, fault: Fault | undefined): void {
  const { app, database, kept } = connection
  if (fault === "cut") app.resetAndDestroy()
  else if (fault === "half-closed") app.end()
  if (fault === "silent") return
  for (const deliver of kept.splice(0)) pass(connection, fault, deliver)
  if (fault === undefined && !app.writable) {
    app.destroy()
    database.destroy()
  }
}
