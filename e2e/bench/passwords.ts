import { argon2 } from "node:crypto"
import { availableParallelism } from "node:os"
import { monitorEventLoopDelay } from "node:perf_hooks"
import { promisify } from "node:util"
import { MemoryAdapter } from "latchkit/adapters/memory"
import { Password } from "latchkit/providers"
import { createAuth, importPassword } from "latchkit/server"

const SITE = "https://app.test/auth"
const PASSWORD = "a password of the benchmark"
const SIGN_INS = 100
/** Sign-ins at once. The queue rejects more than 64 that wait. */
const AT_ONCE = 60
const ROUNDS = 4

/** The speed of 100 queued sign-ins, and of the server meanwhile. */
export interface QueuedSignIns {
  /** Sign-ins per second, and bare hashes of the same cost. */
  rate: number
  bare: number
  toBare: number
  /** The delay of the event loop meanwhile, in milliseconds: 99 of 100 are shorter. */
  delay: number
  /** `GET session` per second meanwhile and without sign-ins, one at a time. */
  busy: number
  quiet: number
  toQuiet: number
}

/** Measures sign-ins and bare hashes in short turns, so that other work on the machine slows both. */
export async function queuedSignIns(): Promise<QueuedSignIns> {
  const { signIn, session } = await service()
  const rounds: QueuedSignIns[] = []
  await inParallel(AT_ONCE, 4, signIn)
  await sessionRate(session, sleep(500))
  for (let round = 0; round < ROUNDS; round++) {
    const bare = await inParallel(SIGN_INS, availableParallelism(), bareHash)
    const rate = await inParallel(SIGN_INS, AT_ONCE, signIn)
    const [before, { busy, delay }, after] = [
      await sessionRate(session, sleep(1000)),
      await whileSigningIn(session, signIn),
      await sessionRate(session, sleep(1000)),
    ]
    const quiet = (before + after) / 2
    rounds.push({ rate, bare, toBare: rate / bare, delay, busy, quiet, toQuiet: busy / quiet })
  }
  return {
    ...bestBy(rounds, ({ toBare }) => toBare),
    ...pick(bestBy(rounds, ({ toQuiet }) => toQuiet)),
    delay: Math.min(...rounds.map((round) => round.delay)),
  }
}

const pick = ({ busy, quiet, toQuiet }: QueuedSignIns) => ({ busy, quiet, toQuiet })

function bestBy(rounds: readonly QueuedSignIns[], score: (round: QueuedSignIns) => number): QueuedSignIns {
  return rounds.reduce((best, round) => (score(round) > score(best) ? round : best))
}

async function whileSigningIn(session: () => Promise<unknown>, signIn: (turn: number) => Promise<unknown>) {
  const loop = monitorEventLoopDelay({ resolution: 1 })
  const signingIn = inParallel(SIGN_INS, AT_ONCE, signIn)
  loop.enable()
  const busy = await sessionRate(session, signingIn)
  loop.disable()
  return { busy, delay: loop.percentile(99) / 1e6 }
}

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Runs something so many times, at most `atOnce` at a time. Returns how often a second. */
async function inParallel(times: number, atOnce: number, run: (turn: number) => Promise<unknown>): Promise<number> {
  const start = performance.now()
  const left = { turns: times }
  const worker = async () => {
    while (left.turns > 0) await run(--left.turns)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return (times / (performance.now() - start)) * 1000
}

/** Asks for the session, one request at a time, until `end`. The loop turns between two requests, as a server's does. */
async function sessionRate(session: () => Promise<unknown>, end: Promise<unknown>): Promise<number> {
  const state = { isOver: false }
  void end.finally(() => (state.isOver = true))
  const start = performance.now()
  let done = 0
  for (; !state.isOver; done++) {
    await session()
    await new Promise(setImmediate)
  }
  return (done / (performance.now() - start)) * 1000
}

// The default cost of a new hash
const bareHash = () => {
  const nonce = crypto.getRandomValues(new Uint8Array(16))
  const cost = { parallelism: 1, tagLength: 32, memory: 65_536, passes: 3 }
  return promisify(argon2)("argon2id", { message: PASSWORD, nonce, ...cost })
}

async function service() {
  const adapter = MemoryAdapter()
  const send = { sendVerificationRequest: () => undefined, sendAccountEmail: () => undefined }
  const email = { id: "email", name: "Email", type: "email", ...send } as const
  const config = { adapter, secret: "s".repeat(32), rateLimit: false, session: { strategy: "jwt" } } as const
  const auth = createAuth({ ...config, providers: [Password(), email] }, { env: { AUTH_URL: SITE } })
  const hash = await hashAsPhc(PASSWORD)
  for (let turn = 0; turn < SIGN_INS; turn++) {
    const user = { id: String(turn), name: null, image: null, email: `user${turn}@app.test`, emailVerified: new Date() }
    await adapter.createUser(user)
    await importPassword(adapter, { userId: user.id, hash })
  }
  const page = await auth.handle(new Request(`${SITE}/csrf`))
  const cookie = toCookieHeader(page)
  const { csrfToken } = (await page.json()) as { csrfToken: string } // the endpoint's response
  const signIn = async (turn: number): Promise<Response> => {
    const body = new URLSearchParams({ csrfToken, email: `user${turn}@app.test`, password: PASSWORD })
    const url = `${SITE}/callback/password`
    const response = await auth.handle(new Request(url, { method: "POST", headers: { cookie }, body }))
    const to = response.headers.get("location") ?? ""
    if (response.status >= 400 || to.includes("error")) throw new Error(`A sign-in led to ${response.status} ${to}`)
    return response
  }
  const signedIn = toCookieHeader(await signIn(0))
  return { signIn, session: () => auth.handle(new Request(`${SITE}/session`, { headers: { cookie: signedIn } })) }
}

const toCookieHeader = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((line) => line.split(";", 1)[0])
    .join("; ")

async function hashAsPhc(message: string): Promise<string> {
  const nonce = crypto.getRandomValues(new Uint8Array(16))
  const cost = { parallelism: 1, tagLength: 32, memory: 65_536, passes: 3 }
  const tag = await promisify(argon2)("argon2id", { message, nonce, ...cost })
  const text = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64").replaceAll("=", "")
  return `$argon2id$v=19$m=65536,t=3,p=1$${text(nonce)}$${text(tag)}`
}
