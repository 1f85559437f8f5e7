import { chmod, mkdir, mkdtemp, rm } from "node:fs/promises"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, test } from "vitest"
import { closedFolder, freePort } from "./processes.ts"

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

test("finds the folder that keeps other users out, such as /root", async () => {
  const outer = await mkdtemp(join(tmpdir(), "latchkit-closed-"))
  const inner = join(outer, "repository")
  await mkdir(inner)
  expect(closedFolder(inner)).toBe(outer)
  await chmod(outer, 0o755)
  expect(closedFolder(inner)).toBeUndefined()
  await rm(outer, { recursive: true })
})
