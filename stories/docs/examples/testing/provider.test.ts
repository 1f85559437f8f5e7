import { fakeIssuer, cookieClient } from "latchkit/testing"
import { expect, test } from "vitest"
import { appWith } from "./app.ts"

test("somebody signs in with Acme", async () => {
  const issuer = await fakeIssuer() // at https://issuer.test, without a network
  const { auth } = appWith({ fetch: issuer.fetch })
  const ada = cookieClient(auth)

  const started = await ada.post("/signin/acme", { csrfToken: await ada.csrfToken() })
  const consent = started.headers.get("location") ?? ""
  await ada.get(`/callback/acme?${issuer.authorize(consent, { sub: "1", name: "Ada" })}`)

  expect(await (await ada.get("/session")).json()).toMatchObject({ user: { name: "Ada" } })
})
