import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { Adapter } from "../../server/adapters/contract.ts"
import { errorParam, signedInName, type Browser } from "../../server/test-kit/oauth-service.ts"
import { FAULTS, startFaultyNetwork, type FaultyNetwork } from "./faulty-network.ts"
import { serviceOn } from "./service-suite.ts"

/** Milliseconds that an operation may take, and that a request may take with a few of them. */
const [OPERATION, REQUEST] = [1_000, 8_000]
const PEOPLE = 4

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
        const service = await serviceOn(opened.adapter, { adapterTimeout: OPERATION, rateLimit: false })
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
          const response = await inTime(browser.post("/signout", { csrfToken }))
          return errorParam(response) === null && response.status < 400
        })
        const entered = entering.map(async ({ browser, link }) => {
          const response = await inTime(browser.get(link))
          return errorParam(response) === null && response.status < 400
        })
        await Promise.all([...reads, ...ended, ...entered])
        clearTimeout(timer)
        network.set(fault)
        await Promise.all([...people.map(read), ...people.map(read)])
        network.set(undefined)

        await expect.poll(() => Promise.all(people.map(read))).not.toContain("failed")
        for (const [index, { browser, email }] of leaving.entries()) {
          if (await ended[index]) expect(await signedInName(browser)).toBeNull()
          else expect([null, email]).toContain(await signedInName(browser))
        }
        for (const [index, { browser, email, link }] of entering.entries()) {
          if (await entered[index]) expect(await signedInName(browser)).toBe(email)
          // A link whose response was lost may be used up. Then the user requests another one
          else if (errorParam(await browser.get(link)) !== null) {
            expect(errorParam(await browser.get(await service.ask(browser, email)))).toBeNull()
          }
          expect(await signedInName(browser)).toBe(email)
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
  const response = await inTime(browser.get("/session"))
  if (response.status >= 500) {
    expect(response.headers.getSetCookie().filter((line) => line.includes("session"))).toEqual([])
    return "failed"
  }
  expect(await response.json()).toMatchObject({ user: { email } })
  return "read"
}

async function inTime(response: Promise<Response>): Promise<Response> {
  const started = performance.now()
  const late = new Promise<never>((_, reject) =>
    setTimeout(() => reject(new Error("No response in time")), 2 * REQUEST),
  )
  const finished = await Promise.race([response, late])
  expect(performance.now() - started).toBeLessThan(REQUEST)
  return finished
}
