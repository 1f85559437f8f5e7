// Three processes behind one port, on PostgreSQL and Redis: `npm run test:cluster`.
import { spawn, type ChildProcess } from "node:child_process"
import { createClient } from "redis"
import { afterAll, assert, beforeAll, test } from "vitest"
import { describeOn } from "../databases/describe-on.ts"
import { freePort } from "../databases/processes.ts"
import { startPostgres, startRedis } from "../databases/servers.ts"
import { cookieClient } from "../../server/testing/cookie-client.ts"

const INSTANCES = 3
const PEOPLE = 30
const MINUTE = 60_000
/** `LATCHKIT_SOAK=5` puts five minutes of load on the processes, kills one each minute, and starts another in its place. */
const SOAK_MINUTES = Number(process.env["LATCHKIT_SOAK"] ?? 0)
const LOAD = SOAK_MINUTES * MINUTE || 6_000
const KILLS = SOAK_MINUTES || 1
/** The load goes on until that many, however slow the machine is. */
const READS = 200

type Browser = ReturnType<typeof cookieClient>

const cluster = {
  port: 0,
  environment: {} as NodeJS.ProcessEnv,
  processes: [] as ChildProcess[],
  answered: new Map<string, number>(),
  mails: (_: string): Promise<string[]> => Promise.resolve([]),
  stop: [] as (() => Promise<unknown>)[],
}

async function start(): Promise<void> {
  const [postgres, redis] = [await startPostgres(), await startRedis()]
  const client = await createClient({ url: redis.url }).connect()
  cluster.mails = (identifier) => client.lRange(`mails:${identifier}`, 0, -1)
  cluster.stop = [() => client.close(), redis.stop, postgres.stop]
  cluster.port = await freePort()
  cluster.environment = { ...process.env, PORT: String(cluster.port), POSTGRES: postgres.url, REDIS: redis.url }
  cluster.processes = await Promise.all(Array.from({ length: INSTANCES }, startInstance))
}

async function stop(): Promise<void> {
  for (const child of cluster.processes) child.kill("SIGKILL")
  for (const end of cluster.stop) await end()
}

function startInstance(): Promise<ChildProcess> {
  const child = spawn(process.execPath, [new URL("instance.ts", import.meta.url).pathname], {
    env: cluster.environment,
    stdio: ["ignore", "pipe", "inherit"],
  })
  return new Promise((resolve, reject) => {
    child.stdout.once("data", () => resolve(child))
    child.once("exit", (code) => reject(new Error(`An instance ended with ${code}`)))
  })
}

/** Opens a connection for each request, so that the system spreads them. Retries a dropped connection, as browsers do. */
const port = {
  async handle(request: Request): Promise<Response> {
    const body = request.method === "POST" ? await request.text() : null
    for (let attempt = 0; ; attempt++) {
      try {
        const headers = new Headers(request.headers)
        headers.set("connection", "close")
        const answer = await fetch(request.url, { method: request.method, headers, body, redirect: "manual" })
        const instance = answer.headers.get("x-instance") ?? ""
        cluster.answered.set(instance, (cluster.answered.get(instance) ?? 0) + 1)
        return answer
      } catch (error) {
        if (attempt === 20) throw error
        await pause(20)
      }
    }
  },
}

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

const browser = (jar?: Browser["jar"]): Browser =>
  cookieClient(port, jar && new Map(jar), `http://localhost:${cluster.port}/auth`)

async function ask(each: Browser, email: string): Promise<Response> {
  return each.post("/signin/email", { csrfToken: await each.csrfToken(), email })
}

async function signIn(email: string): Promise<Browser> {
  const each = browser()
  await ask(each, email)
  await each.get((await cluster.mails(email)).at(-1) ?? assert.fail("no mail"))
  return each
}

async function whoIs(each: Browser): Promise<string | null> {
  const answer = await each.get("/session")
  assert.equal(answer.status, 200)
  return ((await answer.json()) as { user?: { email?: string } } | null)?.user?.email ?? null // the endpoint's response
}

const emails = Array.from({ length: PEOPLE }, (_, index) => `person${index}@app.test`)

describeOn("Redis", "three processes on one port, with PostgreSQL,", () => {
  const people = new Map<string, Browser>()
  beforeAll(start)
  afterAll(stop)

  test("a session of one process is valid in all", async () => {
    for (const email of emails) people.set(email, await signIn(email))
    for (const [email, each] of people) for (let read = 0; read < 5; read++) assert.equal(await whoIs(each), email)
    assert.equal([...cluster.answered.keys()].filter(Boolean).length, INSTANCES, "each of them answered")
  })

  test("of 60 parallel uses of a magic link in all processes, one signs in", async () => {
    const asking = browser()
    await ask(asking, "once@app.test")
    const link = (await cluster.mails("once@app.test"))[0] ?? assert.fail("no mail")
    const answers = await Promise.all(Array.from({ length: 60 }, () => browser(asking.jar).get(link)))
    const entered = answers.filter((answer) => !answer.headers.get("location")?.includes("error="))
    assert.equal(entered.length, 1)
  })

  test("all processes share one rate limit", async () => {
    await Promise.all(Array.from({ length: 30 }, () => ask(browser(), "flood@app.test")))
    assert.equal((await cluster.mails("flood@app.test")).length, 5)
  })

  test(
    "one of them is killed under load: no session is lost, nobody sees a failure, and people still sign in",
    { timeout: LOAD + MINUTE },
    async () => {
      const until = Date.now() + LOAD
      const times: number[] = []
      const load = [...people].map(async ([email, each]) => {
        while (Date.now() < until || times.length < READS) {
          const start = performance.now()
          assert.equal(await whoIs(each), email)
          times.push(performance.now() - start)
          if (SOAK_MINUTES) await pause(100) // otherwise each person asks as fast as possible
        }
      })
      const late = new Map<string, Browser>()
      for (let kill = 0; kill < KILLS; kill++) {
        await pause(kill === 0 ? LOAD / KILLS / 3 : LOAD / KILLS)
        const victim = cluster.processes.shift() ?? assert.fail("no process")
        victim.kill("SIGKILL")
        await pause(200)
        cluster.answered.clear()
        const lateEmails = [1, 2].map((number) => `late${kill}.${number}@app.test`)
        await Promise.all(lateEmails.map(async (email) => late.set(email, await signIn(email))))
        assert.equal(cluster.answered.has(String(victim.pid)), false)
        if (SOAK_MINUTES) cluster.processes.push(await startInstance())
      }
      await Promise.all(load)
      for (const [email, each] of late) assert.equal(await whoIs(each), email)
      times.sort((one, other) => one - other)
      const [median, p99] = [0.5, 0.99].map((part) => times[Math.floor(part * times.length)]?.toFixed(1))
      console.log(
        `${times.length} session reads by ${PEOPLE} people on ${INSTANCES} processes, with ${KILLS} killed meanwhile: none was lost. Median ${median} ms, p99 ${p99} ms`,
      )
    },
  )

  test("signing out in one process takes effect in the others at once", async () => {
    const [[, each] = assert.fail("nobody")] = people
    const copies = Array.from({ length: 10 }, () => browser(each.jar))
    await each.post("/signout", { csrfToken: await each.csrfToken() })
    assert.deepEqual(
      await Promise.all(copies.map(whoIs)),
      copies.map(() => null),
    )
  })
})
