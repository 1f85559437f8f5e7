import { AsyncLocalStorage } from "node:async_hooks"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { Adapter } from "../../server/adapters/contract.ts"
import { wrapOperations } from "../../server/adapters/extended.ts"
import { errorParam, signedInName, type Browser } from "../../server/test-kit/oauth-service.ts"
import { FAULTS, startFaultyNetwork, type FaultyNetwork } from "./faulty-network.ts"
import { serviceOn } from "./service-suite.ts"

/** Milliseconds that an operation may take. */
const OPERATION = 1_000
/** The operations of a request that may get no result. Each of them may take that long. */
const LOST = 7
const PEOPLE = 4
/** The operations of the current request that have no result yet, or failed. */
const REQUESTS = new AsyncLocalStorage<{ lost: number }>()

interface OpenedAdapter {
  adapter: Adapter
  close(): Promise<unknown>
}

/** Puts faults between the app and its database, the same for every database. `open` connects to a port. */
export function faultyNetworkSuite(port: () => number, open: (port: number) => Promise<OpenedAdapter>): void {
  describe("behind a network with faults", () => {
    const running: { network?: FaultyNetwork; opened?: OpenedAdapter } = {}
    beforeAll(async () => {
      running.network = await startFaultyNetwork(port())
      running.opened = await open(running.network.port)
    })
    afterAll(async () => {
      running.network?.set(undefined)
      await running.opened?.close()
      await running.network?.stop()
    })

    test.each(FAULTS)(
      "%s: each request ends, no user is signed out or becomes another one, and nothing is lost",
      async (fault) => {
        const { network, opened } = running
        if (!network || !opened) return expect.fail("not connected")
        const service = await serviceOn(countLost(opened.adapter), { adapterTimeout: OPERATION, rateLimit: false })
        const uniqueEmail = (name: string) => `${fault}-${name}-${crypto.randomUUID()}@app.test`
        const people = await Promise.all(
          Array.from({ length: PEOPLE }, (_, index) => signedIn(uniqueEmail(`${index}`))),
        )
        const leaving = await Promise.all(["leaves", "leaves-too"].map((name) => signedIn(uniqueEmail(name))))
        const entering: (Person & { link: string })[] = []
        for (const name of ["enters", "enters-too"]) {
          const [browser, email] = [service.browser(), uniqueEmail(name)]
          entering.push({ email, browser, link: await service.ask(browser, email) })
        }
        async function signedIn(email: string): Promise<Person> {
          const browser = service.browser()
          // There is no fault yet, but on a busy machine an operation may take longer than its limit
          const enter = async () => {
            await service.enter(browser, { sub: email, email, email_verified: true })
            return signedInName(browser)
          }
          await expect.poll(enter).toBe(email)
          return { email, browser }
        }

        const timer = setTimeout(() => network.set(fault), 5) // in the middle of the first requests
        const reads = Array.from({ length: 3 }, () => people.map(read)).flat()
        const ended = leaving.map(async ({ browser }) => {
          const csrfToken = await browser.csrfToken()
          const response = await inTime(() => browser.post("/signout", { csrfToken }))
          return errorParam(response) === null && response.status < 400
        })
        const entered = entering.map(async ({ browser, link }) => {
          const response = await inTime(() => browser.get(link))
          return errorParam(response) === null && response.status < 400
        })
        await Promise.all([...reads, ...ended, ...entered])
        clearTimeout(timer)
        network.set(fault)
        await Promise.all([...people.map(read), ...people.map(read)])
        network.set(undefined)

        await expect.poll(() => Promise.all(people.map(read))).not.toContain("failed")
        for (const [index, { browser, email }] of leaving.entries()) {
          // A busy machine may take longer than an operation's limit, also without a fault
          const name = () => expect.poll(() => signedInName(browser))
          await ((await ended[index]) ? name().toBeNull() : name().toSatisfy((one) => one === null || one === email))
        }
        for (const [index, { browser, email, link }] of entering.entries()) {
          // A link whose response was lost may be used up. Then the user requests another one
          const again = async () => errorParam(await browser.get(await service.ask(browser, email)))
          if (!(await entered[index]) && errorParam(await browser.get(link)) !== null)
            await expect.poll(again).toBeNull()
          await expect.poll(() => signedInName(browser)).toBe(email)
        }
      },
    )
  })
}

interface Person {
  email: string
  browser: Browser
}

/** Reads a session. Fails if the response shows that no user or another one is signed in, or ends the session. */
async function read({ browser, email }: Person): Promise<"read" | "failed"> {
  const response = await inTime(() => browser.get("/session"))
  if (response.status >= 500) {
    expect(response.headers.getSetCookie().filter((line) => line.includes("session"))).toEqual([])
    return "failed"
  }
  expect(await response.json()).toMatchObject({ user: { email } })
  return "read"
}

function countLost(adapter: Adapter): Adapter {
  return wrapOperations(adapter, (_, run) => (...parameters) => {
    const request = REQUESTS.getStore()
    const result = run(...parameters)
    if (!request || !(result instanceof Promise)) return result
    request.lost++
    return result.then((value: unknown) => (request.lost--, value))
  })
}

/** Counts operations instead of time, because a busy machine may be slow. */
async function inTime(send: () => Promise<Response>): Promise<Response> {
  const request = { lost: 0 }
  const response = await REQUESTS.run(request, send)
  expect(request.lost).toBeLessThanOrEqual(LOST)
  return response
}
