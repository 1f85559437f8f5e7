import { Auth, type AuthConfig as PeerConfig } from "@auth/core"
import PeerGitHub from "@auth/core/providers/github"
import { betterAuth } from "better-auth"
import { getMigrations } from "better-auth/db/migration"
import { Kysely } from "kysely"
import { MemoryAdapter } from "latchkit/adapters/memory"
import { postgresDialect, SqlAdapter, sqliteDialect } from "latchkit/adapters/sql"
import { createAuth, type AuthConfig } from "latchkit/server"
import { DatabaseSync } from "node:sqlite"
import pg from "pg"
import { startPostgres } from "../databases/servers.ts"
import { adapterCases } from "./adapters.ts"
import type { Case } from "./measure.ts"

const SITE = "https://app.test/auth"
const secret = "a secret of more than thirty-two characters"
const ada = { id: crypto.randomUUID(), name: "Ada Lovelace", email: "ada@example.com", emailVerified: new Date() }
const password = "a long password that is in no list"

type Ask = () => Promise<Response>

/** Two ways to read a session: by HTTP request, and with the helper for the app's own pages. */
interface SignedIn {
  ask: Ask
  read: () => Promise<unknown>
}

/** Session reads of a signed-in user with the database strategy. Each case names its `peer` and `floor`. */
export async function databaseCases(): Promise<{ cases: Case[]; stop(): Promise<void> }> {
  const postgres = await startPostgres()
  const pool = new pg.Pool({ connectionString: postgres.url, max: 1 }).on("error", () => undefined) // one connection for both contestants
  const single = [await memoryCase(), await sqliteCase(), ...(await postgresCases(pool))]
  const adapters = await adapterCases({ pool, url: postgres.url, user: ada, signedIn })
  const cases = [...single, ...adapters.cases]
  return {
    cases,
    async stop() {
      await adapters.stop()
      await pool.end()
      await postgres.stop()
    },
  }
}

/** More tokens than Latchkit caches hashes of. */
const USERS = 1100

/** Creates a service with an adapter that stores Ada. She signs in on many devices, which send requests in turns. */
async function signedIn(adapter: NonNullable<AuthConfig["adapter"]>, devices = 1): Promise<SignedIn> {
  const authorize = () => ada
  const credentials = { id: "credentials", name: "Password", type: "credentials", credentials: {}, authorize } as const
  const auth = createAuth({ providers: [credentials], secret, adapter }, { env: { AUTH_URL: SITE } })
  const cookies: string[] = []
  while (cookies.length < devices) cookies.push(await signIn(auth))
  const turn = { next: 0 }
  const next = (): string => cookies[turn.next++ % devices] ?? ""
  const headers = new Headers({ cookie: next() })
  return {
    ask: await proven(() => auth.handle(new Request(`${SITE}/session`, { headers: { cookie: next() } }))),
    read: () => auth.getSession({ headers: devices > 1 ? { cookie: next() } : headers }),
  }
}

async function signIn(auth: ReturnType<typeof createAuth>): Promise<string> {
  const first = await auth.handle(new Request(`${SITE}/csrf`))
  const { csrfToken } = (await first.json()) as { csrfToken: string } // the endpoint's response
  const form = { method: "POST", headers: { cookie: toCookieHeader(first) }, body: new URLSearchParams({ csrfToken }) }
  return toCookieHeader(await auth.handle(new Request(`${SITE}/callback/credentials`, form)))
}

async function memoryCase(): Promise<Case> {
  const [ours, theirs] = [MemoryAdapter(), MemoryAdapter()]
  const sessionToken = "0123456789abcdef0123456789abcdef"
  for (const adapter of [ours, theirs]) await adapter.createUser(ada)
  await theirs.createSession({ sessionToken, userId: ada.id, expires: new Date(Date.now() + 30 * 86_400_000) })
  const config: PeerConfig = {
    providers: [PeerGitHub({ clientId: "id", clientSecret: "secret" })], // it stores no session rows for an app with passwords only
    adapter: theirs as NonNullable<PeerConfig["adapter"]>, // the same nineteen operations
    session: { strategy: "database" },
    secret,
    trustHost: true,
    basePath: "/auth",
  }
  const cookie = `__Secure-authjs.session-token=${sessionToken}`
  return {
    name: "GET session, memory adapter, beside @auth/core",
    ours: (await signedIn(ours)).ask,
    peer: await proven(() => Auth(new Request(`${SITE}/session`, { headers: { cookie } }), config)),
  }
}

async function sqliteCase(): Promise<Case> {
  const adapter = SqlAdapter(new Kysely<object>({ dialect: sqliteDialect(new DatabaseSync(":memory:")) }))
  await adapter.migrate()
  await adapter.createUser(ada)
  const options = {
    database: new DatabaseSync(":memory:"),
    secret,
    baseURL: "https://app.test",
    emailAndPassword: { enabled: true },
  }
  const { runMigrations } = await getMigrations(options)
  await runMigrations()
  const peer = betterAuth(options)
  const { headers } = await peer.api.signUpEmail({ body: { ...ada, password }, returnHeaders: true })
  const cookie = linesIn(headers)
  return {
    name: "GET session, node:sqlite, beside better-auth",
    ours: (await signedIn(adapter)).ask,
    peer: await proven(() =>
      peer.handler(new Request("https://app.test/api/auth/get-session", { headers: { cookie } })),
    ),
  }
}

// The floor is only the adapter's session query, prepared on the same connection
async function postgresCases(pool: pg.Pool): Promise<Case[]> {
  const asked: { text: string; values: unknown[] }[] = []
  const watched = {
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect()
      return {
        query: (query: { name?: string; text: string; values: unknown[] }) => (asked.push(query), client.query(query)),
        release: (destroy?: boolean) => client.release(destroy),
      }
    },
  }
  const spied = SqlAdapter(new Kysely<object>({ dialect: postgresDialect(watched) }))
  await spied.migrate()
  await spied.createUser(ada)
  const { ask } = await signedIn(spied)
  asked.length = 0
  const { headers: responseHeaders } = await ask()
  // Expired rows are deleted at the same time, in the background
  const [{ text, values } = { text: "", values: [] }, ...more] = asked.filter((query) =>
    query.text.startsWith("select"),
  )
  if (more.length > 0) throw new Error(`A session read is ${more.length + 1} queries`)
  const ours = await signedIn(SqlAdapter(new Kysely<object>({ dialect: postgresDialect(pool) })))
  const users = await signedIn(SqlAdapter(new Kysely<object>({ dialect: postgresDialect(pool) })), USERS)
  const floor = () => pool.query({ name: "bare", text, values })
  const cookie = "0123456789abcdef0123456789abcdef"
  const queryBetween = async () => {
    const request = new Request(`${SITE}/session`, { headers: { cookie } })
    const found = await floor()
    return new Response(JSON.stringify(found.rows), {
      headers: responseHeaders,
      status: request.headers.has("cookie") ? 200 : 401,
    })
  }
  return [
    { name: "GET session, PostgreSQL, beside its bare prepared query", ours: ours.ask, floor },
    { name: "session helper, PostgreSQL, beside the same query", ours: ours.read, floor },
    { name: "GET session, PostgreSQL, another user each time", ours: users.ask, floor },
    { name: "session helper, PostgreSQL, another user each time", ours: users.read, floor },
    { name: "that query between a `Request` and a `Response`, without Latchkit", ours: queryBetween, floor },
  ]
}

function toCookieHeader(answer: Response): string {
  return linesIn(answer.headers)
}

function linesIn(headers: Headers): string {
  return headers
    .getSetCookie()
    .map((line) => line.split(";", 1)[0])
    .join("; ")
}

/** Checks the response, because a contestant with a wrong response would be faster. */
async function proven(ask: Ask): Promise<Ask> {
  const text = await (await ask()).text()
  if (!text.includes(ada.email)) throw new Error(`This is not Ada's session: ${text.slice(0, 200)}`)
  return ask
}
