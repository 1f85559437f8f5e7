import { spawn } from "node:child_process"
import { createServer, request } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { respondAsService } from "./site.ts"

const NEXT = join(import.meta.dirname, "../../../node_modules/.bin/next")

/** Starts a built Next app, with the same service in front of it as the other pages have. */
export async function openNextSite(folder: string): Promise<{ origin: string; close(): Promise<void> }> {
  const port = await freePort()
  const app = spawn(NEXT, ["start", "-p", String(port)], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
    stdio: "ignore",
  })
  const upstream = `http://localhost:${port}`
  await untilReady(`${upstream}/react`)
  const server = createServer((incoming, outgoing) => {
    const { pathname } = new URL(incoming.url ?? "", upstream)
    if (pathname.startsWith("/api/auth/")) return respondAsService(incoming.method, pathname, outgoing)
    const forwarded = request(upstream + incoming.url, { method: incoming.method, headers: incoming.headers })
    forwarded.on("response", (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(outgoing)
    })
    incoming.pipe(forwarded)
  })
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve))
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`, // a listening server has an address
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      app.kill()
      await new Promise((resolve) => app.once("exit", resolve))
    },
  }
}

async function untilReady(url: string): Promise<void> {
  for (let tries = 0; tries < 150; tries++) {
    if (
      await fetch(url).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return
    await pause(200)
  }
  throw new Error(`${url} did not start`)
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve))
  const { port } = server.address() as AddressInfo // a listening server has an address
  await new Promise((resolve) => server.close(resolve))
  return port
}
