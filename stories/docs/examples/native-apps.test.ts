import "./environment.fixture.ts" // before the examples, which read it
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import express from "express"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { ExpressAuth } from "latchkit/express"
import { mintSession } from "latchkit/testing"
import { signIn } from "./native-apps/sign-in.ts"
import { readSession, signOut } from "./native-apps/use.ts"

const server = createServer()
beforeAll(() => new Promise<void>((listening) => server.listen(0, "localhost", listening)))
afterAll(() => new Promise((closed) => server.close(closed)))

test("the command-line app signs in, reads its session and signs out", async () => {
  const origin = `http://localhost:${(server.address() as AddressInfo).port}` // it listens on TCP
  vi.stubEnv("AUTH_URL", `${origin}/auth`)
  const { auth, config } = await import("./native-apps/auth.ts") // a session is valid only on the site that opened it
  server.on("request", express().use("/auth", ExpressAuth(config)))
  const { headers } = await mintSession(config, { name: "Ada", email: "ada@example.com" }, { url: `${origin}/auth` })
  /** Signs in as a browser with that session does, and continues to the app. */
  const browse = async (url: string) => {
    const csrf = await fetch(`${origin}/auth/csrf`, { headers })
    const { csrfToken } = (await csrf.json()) as { csrfToken: string } // its shape
    const cookie = [headers.cookie, ...csrf.headers.getSetCookie().map((line) => line.split(";")[0])].join("; ")
    const body = new URLSearchParams({ ...Object.fromEntries(new URL(url).searchParams), csrfToken })
    await fetch(`${origin}/auth/authorize`, { method: "POST", headers: { cookie }, body })
  }
  const token = await signIn((url) => void browse(url), `${origin}/auth`)
  const request = new Request(origin, { headers: { authorization: `Bearer ${token}` } })
  expect(await auth.getSession(request)).toMatchObject({ user: { email: "ada@example.com" } })
  const real = globalThis.fetch
  vi.stubGlobal("fetch", (url: string, init: RequestInit) => real(url.replace("https://acme.example", origin), init))
  expect(await readSession(token)).toMatchObject({ user: { email: "ada@example.com" } })
  await signOut(token)
  expect(await readSession(token)).toBeNull()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})
