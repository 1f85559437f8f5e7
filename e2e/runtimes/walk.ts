import { expect } from "vitest"

import { ADA } from "../../server/test-kit/password-service.ts"
import { cookieClient } from "../../server/testing/cookie-client.ts"

/** Signs in, reads the session and signs out, with Latchkit at `base`. */
export async function walk(handle: (request: Request) => Promise<Response>, base: string) {
  const person = cookieClient({ handle }, undefined, base)
  expect(await (await person.get("/session")).json()).toBeNull()
  expect(await (await person.get("/signin")).text()).toContain("<h1")
  const rejected = await person.signInWith("credentials", { ...ADA, password: "no" })
  expect(rejected.headers.get("location")).toContain("error=CredentialsSignin")
  const entered = await person.signInWith("credentials", { ...ADA, callbackUrl: "/journal" })
  expect(entered.headers.get("location")).toBe(`${new URL(base).origin}/journal`)
  expect(entered.headers.getSetCookie().length).toBeGreaterThan(1)
  expect(await (await person.get("/session")).json()).toMatchObject({ user: { email: "ada@example.com" } })
  const forged = await person.post("/signout", { csrfToken: await person.csrfToken() }, { origin: "https://evil.test" })
  expect(forged.status).toBe(403)
  await person.post("/signout", { csrfToken: await person.csrfToken() })
  expect(await (await person.get("/session")).json()).toBeNull()
}
