import pg from "pg"
import * as vitest from "vitest"
import { OPEN, type Opened } from "../apps/authjs/adapters.ts"
import { runAdapterContract } from "../../server/testing/adapter-contract.ts"
import { errorIn, whoIs } from "../../server/testing/oauth-service.ts"
import { visitor } from "../../server/testing/visitor.ts"
import { AUTHJS_FAILS } from "./authjs-fails.ts"
import { serviceOn } from "./service-suite.ts"
import { startPostgres } from "./servers.ts"

const { afterAll, beforeAll, describe, expect, test } = vitest

const database: { server?: Awaited<ReturnType<typeof startPostgres>> } = {}
beforeAll(async () => {
  database.server = await startPostgres()
})
afterAll(() => database.server?.stop())

/** The address of a database that nothing is in. */
async function emptyDatabase(): Promise<string> {
  const { url } = database.server ?? expect.fail("not started")
  const name = `authjs_${crypto.randomUUID().slice(0, 8)}`
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  return url.replace(/app$/, name)
}

describe.each(Object.entries(OPEN))("%s, unmodified", (name, open) => {
  const opened: Partial<Opened> = {}
  const adapter = () => opened.adapter ?? expect.fail("not connected")
  const unique = (who: string): string => `${who}-${crypto.randomUUID()}@app.test`
  runAdapterContract(
    adapter,
    {
      fails: AUTHJS_FAILS[name] ?? {},
      connect: async () => Object.assign(opened, await open(await emptyDatabase())),
      disconnect: () => opened.close?.(),
    },
    vitest,
  )

  test("a person signs in by provider, comes back, and signs out", async () => {
    const { browser, enter } = await serviceOn(adapter())
    const email = unique("ada")
    for (let visit = 0; visit < 2; visit++) {
      const each = browser()
      expect(errorIn(await enter(each, { sub: email, email, email_verified: true }))).toBeNull()
      expect(await whoIs(each)).toBe(email)
      await each.post("/signout", { csrfToken: await each.csrfToken() })
      expect(await whoIs(each)).toBeNull()
    }
  })

  test.each(["?", "?x", "/", "\\", ":", "%00", " ", "\u0301"])(
    "attack 274: an id at the provider that ends in %j more than another's enters nobody else's account",
    async (more) => {
      const { browser, enter } = await serviceOn(adapter())
      const email = unique("victim")
      await enter(browser(), { sub: email, email, email_verified: true })
      const attacker = browser()
      await enter(attacker, { sub: email + more, email: unique("attacker"), email_verified: true })
      expect(await whoIs(attacker)).not.toBe(email)
    },
  )

  test("a person signs in by mail, and links a provider to themselves", async () => {
    const { browser, enter, ask } = await serviceOn(adapter())
    const email = unique("ada")
    const each = browser()
    await each.get(await ask(each, email))
    expect(await whoIs(each)).toBe(email)
    expect(errorIn(await enter(each, { sub: email, email: unique("other"), email_verified: true }))).toBeNull()
    const again = browser()
    await enter(again, { sub: email, email: unique("other"), email_verified: true })
    expect(await whoIs(again)).toBe(email)
  })

  test("attack 121: a user that was prepared is not handed to the mailbox's owner where the adapter cannot empty it first", async () => {
    const { browser, enter, ask } = await serviceOn(adapter())
    const email = unique("victim")
    await enter(browser(), { sub: email, email, email_verified: false })
    const owner = browser()
    expect(errorIn(await owner.get(await ask(owner, email)))).toBe("AccountNotLinked")
    expect(await whoIs(owner)).toBeNull()
  })

  test("attack 146: of 50 parallel uses of one mailed link one signs in", async () => {
    const { auth, browser, ask, told } = await serviceOn(adapter())
    const asking = browser()
    const link = await ask(asking, unique("race"))
    const answers = await Promise.all(Array.from({ length: 50 }, () => visitor(auth, new Map(asking.jar)).get(link)))
    expect(answers.filter((answer) => errorIn(answer) === null)).toHaveLength(1)
    expect(told.sort()).toEqual(["createUser", "signIn"])
  })

  test("attack 269: 20 parallel first visits of one person to one process make one user", async () => {
    const { browser, start, told } = await serviceOn(adapter())
    const email = unique("race")
    const visits = Array.from({ length: 20 }, () => browser()).map(async (each) => ({
      each,
      url: await start(each, { sub: email, email, email_verified: true }),
    }))
    const answers = await Promise.all((await Promise.all(visits)).map(({ each, url }) => each.get(url)))
    expect(answers.map(errorIn)).toEqual(Array.from({ length: 20 }, () => null))
    expect(told.filter((name) => name === "createUser")).toHaveLength(1)
  })
})
