import { describe, expect, test } from "vitest"
import { ACCOUNT_CHANGES, type AccountDetails } from "../../../client/account-contract.ts"
import { deletionService, leftovers } from "../../test-kit/deletion-service.ts"
import { ADA } from "../../test-kit/pause-service.ts"

/** Every form of the account page. */
const FORMS = [
  ...ACCOUNT_CHANGES.map((change) => ["/account", change] as const),
  ["/export", "export"] as const,
  ["/change-email", "change-email"] as const,
  ["/signin/acme", "link"] as const,
  ["/callback/passkey", "add-passkey"] as const,
  ["/undo", "undo"] as const,
]

/** How a page that isn't the site's sends a form. The token is the user's own, so only the named check rejects it. */
const SENDERS: Readonly<Record<string, HeadersInit>> = {
  "another site": { origin: "https://evil.test", "sec-fetch-site": "cross-site" },
  "a sibling": { origin: "https://blog.app.test", "sec-fetch-site": "same-site" },
  "an opaque origin": { origin: "null", "sec-fetch-site": "cross-site" },
}

async function ada() {
  const service = await deletionService({ account: { deletion: true, profile: ["name", "image"] } })
  const here = await service.enter()
  const stored = async () => JSON.stringify(await leftovers(service.adapter, service.ada.id, ADA.email))
  const { accounts } = (await service.details(here)) ?? expect.fail("Ada isn't signed in")
  const fields = { id: accounts?.[0]?.id ?? "", name: "Eve", email: "eve@app.test", password: "attackers password 1" }
  return { ...service, here, stored, fields }
}

describe("a form of the account changes nothing (threat 500)", () => {
  test.each(FORMS)("%s %s from another site, a sibling or an opaque origin (threat 500)", async (path, change) => {
    const { here, stored, fields, deleted } = await ada()
    const csrfToken = await here.csrfToken()
    const before = await stored()
    for (const headers of Object.values(SENDERS)) {
      expect((await here.post(path, { csrfToken, change, ...fields }, headers)).status).toBe(403)
      expect((await here.postJson(path, { csrfToken, change, ...fields }, headers)).status).toBe(403)
    }
    expect([await stored(), deleted]).toEqual([before, []])
  })

  test.each(FORMS)("%s %s without the token, by GET, HEAD or a method override (threat 500)", async (path, change) => {
    const { here, stored, fields, deleted } = await ada()
    const csrfToken = await here.csrfToken()
    const before = await stored()
    const query = `${path}?${new URLSearchParams({ csrfToken, change, _method: "POST", ...fields })}`
    const untold = await here.post(path, { change, ...fields }, { "x-auth-return-redirect": "1" })
    expect(await untold.text()).toContain("MissingCSRF")
    await here.get(query, { "x-http-method-override": "POST" })
    await here.send(query, { method: "HEAD" })
    for (const method of ["PUT", "PATCH", "DELETE"]) expect((await here.send(query, { method })).status).toBe(405)
    expect([await stored(), deleted]).toEqual([before, []])
  })
})

/** The changes whose form names one item of the account. */
const WITH_ID = [
  ...(["unlink", "revoke-session", "rename-passkey", "remove-passkey"] as const),
  ...(["rename-factor", "remove-factor", "remove-trusted-device"] as const),
]

describe("ids of another user (threat 498)", () => {
  /** Returns all ids that a user's account has. */
  const listIds = ({ accounts, passkeys, sessions }: AccountDetails) =>
    [accounts, passkeys, sessions].flatMap((list) => (list ?? []).map(({ id }) => id))

  test.each(WITH_ID)(
    "%s gets the same response as for an unknown id, and changes nothing (threat 498)",
    async (change) => {
      const { adapter, change: post, details, enter, here, issuer, browser } = await ada()
      const eve = browser()
      const started = await eve.post("/signin/acme", { csrfToken: await eve.csrfToken() })
      const identity = { sub: "eve", email: "eve@app.test", email_verified: true, name: "Eve" }
      await eve.get(`/callback/acme?${issuer.authorize(started.headers.get("location") ?? "", identity)}`)
      await enter("passkey")
      const others = listIds((await details(here)) ?? expect.fail("Ada isn't signed in"))
      const user = (await adapter.getUserByEmail(ADA.email)) ?? expect.fail("Ada isn't stored")
      const before = JSON.stringify(await leftovers(adapter, user.id, ADA.email))
      const unknown = await post(eve, { change, id: "0".repeat(64), name: "x" })
      const expected = [unknown.status, await unknown.text()]
      expect(expected[0]).toBe(404)
      expect(others.length).toBeGreaterThan(3)
      for (const id of [...others, user.id]) {
        const response = await post(eve, { change, id, name: "x", userId: user.id, "id[$ne]": "x" })
        expect([response.status, await response.text()]).toEqual(expected)
      }
      expect(JSON.stringify(await leftovers(adapter, user.id, ADA.email))).toBe(before)
    },
  )

  test("export, profile and deletion are the session's user's, whatever the form names (threat 498)", async () => {
    const { adapter, ada: user, browser, issuer, change } = await ada()
    const eve = browser()
    const started = await eve.post("/signin/acme", { csrfToken: await eve.csrfToken() })
    const identity = { sub: "eve", email: "eve@app.test", email_verified: true, name: "Eve" }
    await eve.get(`/callback/acme?${issuer.authorize(started.headers.get("location") ?? "", identity)}`)
    const named = { id: user.id, userId: user.id, email: ADA.email, sub: user.id }
    const exported = await (await eve.post("/export", { csrfToken: await eve.csrfToken(), ...named })).text()
    expect([exported.includes("eve@app.test"), exported.includes(ADA.email)]).toEqual([true, false])
    const before = JSON.stringify(await leftovers(adapter, user.id, ADA.email))
    await change(eve, { change: "update-profile", name: "Mallory", ...named })
    await change(eve, { change: "delete-account", ...named })
    expect(await adapter.getUserByEmail("eve@app.test")).toBeNull()
    expect(JSON.stringify(await leftovers(adapter, user.id, ADA.email))).toBe(before)
  })
})
