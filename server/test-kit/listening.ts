import { once } from "node:events"
import type { Server } from "node:http"

/**
 * Lets a test's server listen on loopback. Returns its port.
 *
 * An idle connection stays open. Node closes one after 5 seconds, and a `fetch` that takes it in that moment fails.
 *
 * @param port 0: any free one
 */
export async function listenOnLoopback(
  server: Pick<Server, "address" | "keepAliveTimeout" | "listen"> & NodeJS.EventEmitter,
  { port = 0, host = "localhost" } = {},
): Promise<number> {
  server.keepAliveTimeout = 0
  server.listen(port, host)
  await once(server, "listening")
  const address = server.address()
  if (typeof address !== "object" || !address) throw new Error("The server has no port")
  return address.port
}
