// Runs the previous release and the current code as two processes on one database. The test is the load balancer in
// front of them, so that a failed sequence can run again.
import { spawn, type ChildProcess } from "node:child_process"
import { createServer, type IncomingMessage } from "node:http"
import { join } from "node:path"
import fc from "fast-check"
import { expect } from "vitest"
import type { SessionStrategyName } from "../../server/core/config/callbacks.ts"
import { command, runSequences, type Command } from "../../server/test-kit/lifecycle-model.ts"
import type { LifecycleService } from "../../server/test-kit/lifecycle-world.ts"
import { STEP_COMMANDS } from "../../server/test-kit/lifecycle-steps.ts"
import { fakeIssuer } from "../../server/testing/fake-issuer.ts"
import { listenOnLoopback } from "../../server/test-kit/listening.ts"
import { sendOverHttp } from "../../server/test-kit/over-http.ts"
import { releaseModule } from "./bundle.ts"
import * as current from "./kit.ts"
import { openStore } from "./stores.ts"

const CURRENT = join(import.meta.dirname, "kit.ts")
/** Steps of one sequence: two users sign in and out, link, wait, and pause. */
const STEPS = 40

/** A release that the current code runs beside. */
export interface Previous {
  readonly version: string
  /** Each release does everything. Only a candidate may need that a sign-in begins and ends at one version. */
  readonly does: "everything" | "whole sign-ins"
}

interface Run {
  /** The URL of the database, or the path of a SQLite file. */
  readonly store: string
  readonly previous: Previous
  readonly strategy: SessionStrategyName
  readonly steps: number
}

/**
 * Runs at least so many random steps. In each sequence, the current code may be rolled back at any step. The previous
 * release then goes on alone.
 */
export async function runTwoVersions({ store, previous, strategy, steps }: Run): Promise<void> {
  const time = { now: Date.now() }
  const step = { isNeeded: false }
  const issuer = await fakeIssuer({ clock: () => time.now })
  const links: string[] = []
  const outside = createServer((request, response) => {
    void textOf(request).then(async (text) => {
      if (request.url === "/mail") return (links.push(text), response.end())
      const { url, ...init } = JSON.parse(text) as RequestInit & { url: string } // what an instance sends
      const answer = await issuer.fetch(url, init)
      response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text())
    })
  })
  const env = { STORE: store, STRATEGY: strategy, OUTSIDE: `http://127.0.0.1:${await listenOnLoopback(outside)}` }
  const old = await startInstance({ ...env, KIT: releaseModule(previous.version) }) // it creates the tables
  const next = await startInstance({ ...env, KIT: CURRENT })
  const behind = { ports: [old.port, next.port] }
  const began = { at: old.port }
  const portFor = ({ url }: Request, index: number) => {
    const port = behind.ports[index] ?? expect.fail("no such process")
    if (url.endsWith("/signin/acme")) began.at = port
    return previous.does === "whole sign-ins" && url.includes("/callback/acme") ? began.at : port
  }
  const handler = (index: number) => ({
    async handle(request: Request) {
      request.headers.set("x-time", String(time.now))
      request.headers.set("x-step", step.isNeeded ? "needed" : "")
      return sendOverHttp(request, portFor(request, index), "app.test")
    },
  })
  const { adapter, close } = await openStore(current, store)
  const counted = { steps: 0, rollbacks: 0 }
  const rollBack = command(
    "the new version is rolled back",
    async () => {
      behind.ports = [old.port, old.port]
      counted.rollbacks++
    },
    () => behind.ports[1] === next.port,
  )
  const count = (chosen: Command): Command => ({
    check: (model) => chosen.check(model),
    toString: () => chosen.toString(),
    run: async (model, world) => (counted.steps++, chosen.run(model, world)),
  })
  const service: LifecycleService = {
    ...{ time, step, issuer, links, adapter },
    instances: [handler(0), handler(1)],
    reset: () => void (behind.ports = [old.port, next.port]),
  }
  try {
    while (counted.steps < steps)
      await runSequences(service, {
        ...{ strategy, sequences: Math.max(1, Math.floor(steps / STEPS / 10)), maxCommands: STEPS, wrap: count },
        more: [...(previous.does === "everything" ? STEP_COMMANDS : []), fc.constant(rollBack)],
      })
    expect(counted.rollbacks).toBeGreaterThan(0)
  } finally {
    for (const { child } of [old, next]) child.kill("SIGKILL")
    outside.close()
    await close()
  }
}

async function textOf(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(chunk as Buffer) // chunks are buffers, because no encoding is set
  return Buffer.concat(chunks).toString()
}

function startInstance(env: Record<string, string>): Promise<{ child: ChildProcess; port: number }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "instance.ts")], {
    env: { ...process.env, ...env, NODE_ENV: "production" },
    stdio: ["ignore", "pipe", "inherit"],
  })
  return new Promise((resolve, reject) => {
    child.stdout.once("data", (data) => resolve({ child, port: Number(data) }))
    child.once("exit", (code) => reject(new Error(`An instance ended with ${code}`)))
  })
}
