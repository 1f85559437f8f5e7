import { expect, test } from "vitest"
import type { Session } from "../../../client/contract.ts"
import { createAuth } from "../../service/auth.ts"
import { ADA, passwordConfig, passwordService } from "../../test-kit/password-service.ts"
import { cookieClient } from "../../testing/cookie-client.ts"
import type { JWT } from "./jwt-types.ts"

const COOKIE = "__Host-latchkit.session-token"

async function sessionName(answer: Response): Promise<string | undefined> {
  return ((await answer.json()) as { user?: { name?: string } } | null)?.user?.name // the endpoint's JSON
}

test("a cached token expires at its `exp`", async () => {
  const time = { now: Date.now() }
  const service = passwordService({ clock: () => time.now, session: { maxAge: 3600, updateAge: 7200 } })
  const ada = cookieClient(service)
  await ada.signInWith("credentials", ADA)
  const jar = new Map(ada.jar)
  expect(await sessionName(await ada.get("/session"))).toBe("Ada")
  time.now += 3_700_000
  expect(await sessionName(await cookieClient(service, jar).get("/session"))).toBeUndefined()
})

test("a token that resembles a cached one opens nothing", async () => {
  const service = passwordService()
  const ada = cookieClient(service)
  await ada.signInWith("credentials", ADA)
  expect(await sessionName(await ada.get("/session"))).toBe("Ada")
  const value = ada.cookie(COOKIE)?.value ?? ""
  const [head, , iv = "", ciphertext, tag] = value.split(".")
  const flipped = `${iv.startsWith("A") ? "B" : "A"}${iv.slice(1)}`
  for (const other of [value.slice(0, -1), `${value}.`, `${head}..${flipped}.${ciphertext}.${tag}`]) {
    const eve = cookieClient(service, new Map([[COOKIE, { value: other }]]))
    expect(await sessionName(await eve.get("/session"))).toBeUndefined()
  }
})

test("a token cached under one secret opens under no other secret, nor at another site", async () => {
  const ada = cookieClient(passwordService())
  await ada.signInWith("credentials", ADA)
  expect(await sessionName(await ada.get("/session"))).toBe("Ada")
  for (const [service, url] of [
    [passwordService({ secret: "t".repeat(32) }), undefined],
    [passwordService({}, { AUTH_URL: "https://other.test/auth" }), "https://other.test/auth"],
  ] as const) {
    expect(await sessionName(await cookieClient(service, ada.jar, url).get("/session"))).toBeUndefined()
  }
})

test("a callback that changes its token doesn't change other requests' tokens", async () => {
  const seen: unknown[] = []
  const { providers, secret } = passwordConfig()
  const callbacks = {
    session({ session, token }: { session: Session; token: JWT }) {
      seen.push(token["visits"])
      token["visits"] = 1
      return session
    },
  }
  const service = createAuth({ providers, secret, callbacks }, { env: { AUTH_URL: "https://app.test/auth" } })
  const ada = cookieClient(service)
  await ada.signInWith("credentials", ADA)
  await ada.get("/session")
  await ada.get("/session")
  expect(seen).toEqual([undefined, undefined])
})
