import { expect, test } from "vitest"

import type { StepUpDemand } from "../protocol.ts"
import { readStepUpDemand, runWithStepUp, stepUpQuery } from "./step-up.ts"

const body = { error: "StepUpRequired", url: "https://app.test/auth/confirm?max_age=60", maxAge: 60, factors: 2 }
const challenge = { "www-authenticate": 'Bearer error="insufficient_user_authentication", max_age=300' }
const asks = () => Response.json(body, { status: 401, headers: challenge })
const demand = { maxAge: 60, factors: 2 }

/** Runs a function that the server rejects `rejections` times. Counts its runs and what the user was asked. */
async function run(rejections: number, confirmed: boolean, act: (rejected: boolean) => unknown) {
  const runs: number[] = []
  const asked: StepUpDemand[] = []
  const result = await runWithStepUp(
    () => act(runs.push(1) <= rejections),
    (found) => Promise.resolve(asked.push(found) > 0 && confirmed),
  ).then(
    (value: unknown) => ({ value }),
    (thrown: unknown) => ({ thrown }),
  )
  return { result, runs: runs.length, asked }
}

test("runs the function again once the user has confirmed", async () => {
  const { result, runs, asked } = await run(1, true, (rejected) => (rejected ? asks() : "done"))
  expect({ result, runs, asked }).toEqual({ result: { value: "done" }, runs: 2, asked: [demand] })
})

test("runs nothing again if the user cancels, and returns the first response unread (threat 450)", async () => {
  const { result, runs } = await run(1, false, asks)
  expect(runs).toBe(1)
  expect(await (result as { value: Response }).value.json()).toEqual(body) // `asks` returned it
  const failed = new Error("Canceled", { cause: body })
  const thrown = Object.assign(failed, { response: asks() })
  expect(await run(1, false, () => Promise.reject(thrown))).toMatchObject({ result: { thrown }, runs: 1 })
})

test("asks once and runs twice at most, whatever the server responds (threats 450, 455)", async () => {
  const { result, runs, asked } = await run(9, true, asks)
  expect({ runs, asked: asked.length }).toEqual({ runs: 2, asked: 1 })
  expect((result as { value: Response }).value.status).toBe(401) // `asks` returned it
})

test("doesn't ask after success or any other failure, and never runs an action twice that may have worked", async () => {
  const others = [
    () => "done",
    () => undefined,
    () => Response.json(body, { status: 403 }),
    () => new Response("no", { status: 401, headers: { "www-authenticate": 'Bearer error="invalid_token"' } }),
    () => Response.json({ error: "SessionRequired" }, { status: 401 }),
    () => ({ ok: false, error: "NotFound" }),
    () => ({ message: "StepUpRequired" }),
    () => Promise.reject(new TypeError("Failed to fetch")),
  ]
  for (const other of others) expect(await run(9, true, other)).toMatchObject({ runs: 1, asked: [] })
})

test.each([
  ["a response", asks(), demand],
  [
    "a response of another server that follows RFC 9470",
    new Response(null, { status: 401, headers: challenge }),
    { maxAge: 300 },
  ],
  [
    "a challenge that names its factors",
    new Response(null, {
      status: 401,
      headers: {
        "www-authenticate": `${challenge["www-authenticate"]}, acr_values="phr http://schemas.openid.net/pape/policies/2007/06/multi-factor"`,
      },
    }),
    { maxAge: 300, factors: 2, phishingResistant: true },
  ],
  [
    "a challenge without a time",
    new Response("<p>", {
      status: 401,
      headers: { "www-authenticate": 'Bearer error="insufficient_user_authentication"' },
    }),
    { maxAge: 600 },
  ],
  ["the result of a server action", { ok: false, ...body }, demand],
  ["an error of ky", Object.assign(new Error(), { response: asks() }), demand],
  ["an error of axios", Object.assign(new Error(), { response: { status: 401, data: body } }), demand],
  ["an error of ofetch", Object.assign(new Error(), { data: body }), demand],
  ["an error of SvelteKit", { status: 401, body }, demand],
  ["a body with values of other types", { ...body, maxAge: "60", factors: "2", phishingResistant: 1 }, { maxAge: 600 }],
  ["a passkey", { ...body, factors: undefined, phishingResistant: true }, { maxAge: 60, phishingResistant: true }],
])("understands %s", async (_, result, expected) => {
  expect(await readStepUpDemand(result)).toEqual(expected)
})

test("takes from a response only what is required, not where to confirm (threat 455)", async () => {
  const found = await readStepUpDemand({ ...body, url: "https://evil.test/confirm", phishingResistant: true })
  expect(found && stepUpQuery(found).toString()).toBe("max_age=60&factors=2&phishing_resistant=1")
})
