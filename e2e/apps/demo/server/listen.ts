import type { Server } from "node:http"

/**
 * Listens on loopback at that port or the next free one. Resolves with the port.
 *
 * An idle connection stays open. A request that takes one in the moment in which Node closes it would fail.
 */
export async function listen(server: Server, port: number): Promise<number> {
  server.keepAliveTimeout = 0
  for (let candidate = port; candidate < port + 50; candidate += 1) {
    if (await tryPort(server, candidate)) {
      if (candidate !== port) console.log(`Port ${port} is taken.`)
      return candidate
    }
  }
  throw new Error(`The ports ${port} to ${port + 49} are all taken; name another one in PORT.`)
}

function tryPort(server: Server, port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const failed = (error: NodeJS.ErrnoException) => (error.code === "EADDRINUSE" ? resolve(false) : reject(error))
    server.once("error", failed)
    server.listen(port, "localhost", () => {
      server.off("error", failed)
      resolve(true)
    })
  })
}
