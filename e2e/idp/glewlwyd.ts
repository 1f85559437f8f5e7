import { generateKeyPairSync, pbkdf2Sync, randomBytes } from "node:crypto"
import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { DatabaseSync, type SQLInputValue } from "node:sqlite"
import { dataFolder, freePort, installed, startProcess } from "../databases/processes.ts"

const PROGRAM = installed("glewlwyd")
const SCHEMA = "/usr/share/dbconfig-common/data/glewlwyd/install/pgsql"
const MODULES = "/usr/lib/glewlwyd"
const ADMIN = { username: "admin", password: "the administrator's password" }
const SCOPES = ["openid", "profile", "email"]

/** Whether Debian's package `glewlwyd` is installed. */
export const HAS_GLEWLWYD = PROGRAM !== undefined

/** A relying party to register. */
export interface GlewlwydClient {
  client_id: string
  client_secret: string
  redirect_uri: string[]
  post_logout_redirect_uris: string[]
  backchannel_logout_uri: string
}

/** A user to create. */
export interface GlewlwydUser {
  username: string
  password: string
  name: string
  email: string
}

/** A browser at the provider. Each call sends its cookies, and resolves to the response. */
type Visit = (method: string, path: string, body?: object) => Promise<Response>

/** A running Glewlwyd. */
export interface Glewlwyd {
  issuer: string
  /** Signs the user in, allows the client, and returns the URL that the provider redirects to. */
  authorize(url: string, user: GlewlwydUser, client: GlewlwydClient): Promise<URL>
  /** Follows a logout URL as the last user, confirms it, and returns the URL that the provider redirects to. */
  endSession(url: string): Promise<URL>
  stop(): Promise<void>
}

/**
 * Starts Glewlwyd on a free loopback port: an OpenID provider in C, from Debian. Its tests need no browser, because
 * they send what its pages would send.
 *
 * @throws {Error} if it isn't installed, or rejects a client or a user
 */
export async function startGlewlwyd(clients: GlewlwydClient[], users: GlewlwydUser[]): Promise<Glewlwyd> {
  const [port, folder] = [await freePort(), await dataFolder("glewlwyd")]
  const origin = `http://127.0.0.1:${port}`
  await createDatabase(join(folder, "database"))
  await writeFile(join(folder, "glewlwyd.conf"), configuration(port, folder))
  const server = await startProcess(PROGRAM ?? "", [`--config-file=${join(folder, "glewlwyd.conf")}`], port, folder)
  const admin = openBrowser(`${origin}/api`)
  await admin("POST", "/auth/", ADMIN)
  await admin("POST", "/mod/plugin/", { module: "oidc", name: "oidc", enabled: true, parameters: plugin(origin) })
  for (const client of clients) await admin("POST", "/client/", { ...CLIENT, ...client })
  for (const user of users) await admin("POST", "/user/", { ...user, enabled: true, scope: SCOPES })
  const user = openBrowser(`${origin}/api`)
  return {
    issuer: `${origin}/api/oidc`,
    async authorize(url, { username, password }, client) {
      await user("POST", "/auth/", { username, password })
      await user("PUT", `/auth/grant/${client.client_id}/`, { scope: SCOPES.join(" ") })
      const response = await user("GET", `${url}&g_continue`) // its page adds this after the consent
      return new URL(response.headers.get("location") ?? "")
    },
    async endSession(url) {
      const page = new URL((await user("GET", url)).headers.get("location") ?? "")
      await user("DELETE", `/oidc/session/${page.searchParams.get("sid")}/`)
      return new URL(page.searchParams.get("callback_url") ?? "")
    },
    stop: server.stop,
  }
}

function openBrowser(base: string): Visit {
  const cookies = new Map<string, string>()
  return async (method, path, body) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ")
    const url = path.startsWith("http") ? path : base + path
    const headers = { cookie, ...(body && { "content-type": "application/json" }) }
    const response = await fetch(url, { method, headers, body: body ? JSON.stringify(body) : null, redirect: "manual" })
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    if (response.status < 400) return response
    throw new Error(`${method} ${url}: Glewlwyd responded with ${response.status}. ${await response.text()}`)
  }
}

/** Creates an SQLite database from the package's schema for PostgreSQL, with the administrator. */
async function createDatabase(path: string): Promise<void> {
  const schema = (await readFile(SCHEMA, "utf8")).replaceAll("SERIAL PRIMARY KEY", "INTEGER PRIMARY KEY")
  const database = new DatabaseSync(path)
  database.exec(schema.replaceAll("NOW()", "CURRENT_TIMESTAMP"))
  const insert = (table: string, row: Record<string, SQLInputValue>) => {
    const marks = Object.keys(row).map(() => "?")
    return database
      .prepare(`INSERT INTO ${table} (${Object.keys(row).join(", ")}) VALUES (${marks.join(", ")})`)
      .run(...Object.values(row)).lastInsertRowid
  }
  for (const scope of ["g_admin", ...SCOPES]) insert("g_scope", { gs_name: scope, gs_display_name: scope })
  for (const [prefix, table, format] of [
    ["gumi", "g_user_module_instance", {}],
    ["gcmi", "g_client_module_instance", CLIENT_FIELDS],
  ] as const) {
    const parameters = JSON.stringify({ "use-glewlwyd-connection": true, "data-format": format })
    const row = { _module: "database", _order: 0, _name: "database", _parameters: parameters }
    insert(table, Object.fromEntries(Object.entries(row).map(([name, value]) => [prefix + name, value])))
  }
  const admin = insert("g_user", { gu_username: ADMIN.username, gu_enabled: 1 })
  const salt = randomBytes(8).toString("hex")
  const hash = Buffer.concat([pbkdf2Sync(ADMIN.password, salt, 1000, 32, "sha256"), Buffer.from(salt)])
  insert("g_user_password", { gu_id: admin, guw_password: hash.toString("base64") })
  insert("g_user_scope_user", { gu_id: admin, gus_id: insert("g_user_scope", { gus_name: "g_admin" }) })
  database.close()
}

const LISTS = ["redirect_uri", "post_logout_redirect_uris", "authorization_type", "token_endpoint_auth_method"]
const TEXTS = ["client_secret", "backchannel_logout_uri"]
const CLIENT_FIELDS = Object.fromEntries(
  [...LISTS, ...TEXTS].map((name) => [name, { multiple: LISTS.includes(name), read: true, write: true }]),
)
const CLIENT = {
  enabled: true,
  confidential: true,
  scope: SCOPES,
  authorization_type: ["code", "refresh_token"],
  token_endpoint_auth_method: ["client_secret_basic"],
}

function configuration(port: number, folder: string): string {
  const settings = {
    port,
    bind_address: "127.0.0.1",
    external_url: `http://127.0.0.1:${port}`,
    login_url: "login.html",
    api_prefix: "api",
    log_mode: "console",
    log_level: "NONE",
    cookie_secure: 0,
    admin_scope: "g_admin",
    hash_algorithm: "SHA512",
    user_module_path: `${MODULES}/user`,
    user_middleware_module_path: `${MODULES}/user`,
    client_module_path: `${MODULES}/client`,
    user_auth_scheme_module_path: `${MODULES}/scheme`,
    plugin_module_path: `${MODULES}/plugin`,
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${JSON.stringify(value)}`)
  return [...lines, `database={type="sqlite3";path="${join(folder, "database")}"};`].join("\n")
}

function plugin(origin: string) {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 })
  const key = { ...privateKey.export({ format: "jwk" }), kid: "key-1", alg: "RS256", use: "sig" }
  return {
    iss: `${origin}/api/oidc`,
    "jwks-private": JSON.stringify({ keys: [key] }),
    "default-kid": key.kid,
    "jwks-show": true,
    "subject-type": "public",
    "access-token-duration": 2, // so that a test can wait for it
    "refresh-token-duration": 3600,
    "code-duration": 60,
    "refresh-token-rolling": true,
    "refresh-token-one-use": "always",
    "auth-type-code-enabled": true,
    "auth-type-refresh-enabled": true,
    "allowed-scope": SCOPES,
    "pkce-allowed": true,
    "pkce-required": true,
    "name-claim": "on-demand",
    "name-claim-scope": ["profile"],
    "email-claim": "on-demand",
    "email-claim-scope": ["email"],
    "scope-claim": "no",
    "session-management-allowed": true,
    "session-cookie-name": "GLEWLWYD_OIDC_SID",
    "session-cookie-expiration": 3600,
    "back-channel-logout-allowed": true,
  }
}
