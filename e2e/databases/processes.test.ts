import { createServer } from "node:net"
import { expect, test } from "vitest"
import { freePort } from "./processes.ts"

test("a free port is none that a system gives to a connection, or to a server that asks for any", async () => {
  const ports = [await freePort(), await freePort("localhost"), await freePort()]
  expect(new Set(ports).size).toBe(3)
  for (const port of ports) expect(port).toBeLessThan(32_768)
})

test("a port on which a server listens isn't free", async () => {
  const next = (await freePort()) + 1
  const server = createServer()
  // An error means that another server listens there
  await new Promise((resolve) => server.once("listening", resolve).once("error", resolve).listen(next, "127.0.0.1"))
  expect(await freePort()).not.toBe(next)
  server.close()
})
