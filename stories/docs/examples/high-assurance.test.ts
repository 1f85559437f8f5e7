import "./environment.fixture.ts" // before the examples, which read it
import { expect, test, vi } from "vitest"
import { cookieClient, fakeIssuer } from "latchkit/testing"

test("a sign-in pushes its request, and a page without a user gets no payments", async () => {
  const keys = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, ["sign", "verify"])
  process.env["BANK_KEY"] = JSON.stringify(await crypto.subtle.exportKey("jwk", keys.privateKey))
  const bank = await fakeIssuer({ issuer: "https://bank.example", clientId: "acme" })
  const endpoint = "https://bank.example/par"
  bank.responses.discovery = (document) => ({ ...document, pushed_authorization_request_endpoint: endpoint })
  const pushed: URLSearchParams[] = []
  vi.stubGlobal("fetch", async (url: string, init?: RequestInit) => {
    if (url !== endpoint) return bank.fetch(url, init)
    pushed.push(new URLSearchParams(String(init?.body)))
    return Response.json({ request_uri: "urn:bank:1", expires_in: 60 }, { status: 201 })
  })
  const { auth } = await import("./high-assurance/auth.ts")
  const { payments } = await import("./high-assurance/payments.ts")
  const browser = cookieClient(auth)
  const started = await browser.post("/signin/bank", { csrfToken: await browser.csrfToken() })
  vi.unstubAllGlobals()
  expect(started.headers.get("location")).toBe(
    "https://bank.example/authorize?client_id=acme&request_uri=urn%3Abank%3A1",
  )
  expect([...(pushed[0]?.keys() ?? [])]).toEqual(expect.arrayContaining(["client_assertion", "dpop_jkt"]))
  await expect(payments(browser.request("/"))).rejects.toMatchObject({ cause: { reason: "signed-out" } })
})
