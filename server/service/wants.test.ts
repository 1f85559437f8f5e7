import { describe, expect, test } from "vitest"
import { eventService } from "../test-kit/event-service.ts"
import { ROUTES } from "../test-kit/routes.ts"

const PATHS: Record<string, string> = {
  "POST signin": "/signin/email",
  "POST callback": "/callback/password",
  "POST step": "/step/second-factor",
  "POST initiate-login": "/initiate-login/acme",
  "POST fedcm": "/fedcm/acme",
  "POST two-step": "/two-step/totp",
}

/** The headers of each client, and the form of its responses. */
const CLIENTS: readonly [name: string, headers: Record<string, string>, form: "json" | "page"][] = [
  ["accepts JSON", { accept: "application/json" }, "json"],
  ["is axios", { accept: "application/json, text/plain, */*" }, "json"],
  ["is the client of Auth.js", { "x-auth-return-redirect": "1", accept: "*/*" }, "json"],
  ["is a browser's form", { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" }, "page"],
  ["says nothing", {}, "page"],
  ["accepts everything", { accept: "*/*" }, "page"],
]

const service = await eventService({ account: { deletion: {}, changeEmail: true, export: true } })
const posts = Object.entries(ROUTES).filter(([name]) => name.startsWith("POST "))

describe.each(posts)("%s", (name, row) => {
  const path = PATHS[name] ?? `/${name.slice("POST ".length)}`

  test.each(CLIENTS)("responds to a client that %s in its form", async (_, headers, form) => {
    const guest = service.browser()
    const signedIn = service.browser()
    await service.prove(signedIn, "passkey")
    for (const [from, fields] of [
      [guest, {}],
      [guest, { csrfToken: await guest.csrfToken() }],
      [signedIn, { csrfToken: await signedIn.csrfToken(), change: "switch", id: "unknown" }],
    ] as const) {
      const response = await from.post(path, fields, headers)
      const type = response.headers.get("content-type")
      const redirect = response.headers.get("location")
      if (type === null && redirect === null) continue // rejected before its form matters
      const isJson = type?.startsWith("application/json") === true
      expect(isJson ? "json" : "page").toBe(row?.json ? "json" : form)
      expect(isJson && redirect).not.toBeTypeOf("string")
    }
  })
})
