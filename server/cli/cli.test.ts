import { spawn } from "node:child_process"
import { createServer } from "node:http"
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { runCommand } from "./run.ts"

const workspace = { cwd: "" }
beforeEach(async () => void (workspace.cwd = await mkdtemp(join(tmpdir(), "latchkit-cli-"))))
afterEach(() => rm(workspace.cwd, { recursive: true, force: true }))

/** Runs the command as a developer does. */
async function runProcess(words: readonly string[], env: Record<string, string> = {}) {
  const child = startProcess(words, env)
  const output = { out: "", err: "" }
  child.stdout.on("data", (chunk) => (output.out += String(chunk)))
  child.stderr.on("data", (chunk) => (output.err += String(chunk)))
  const code = await new Promise<number | null>((done) => child.on("close", done))
  return { code, ...output }
}

function startProcess(words: readonly string[], env: Record<string, string> = {}) {
  const { PATH = "", NODE_COMPILE_CACHE } = process.env
  const environment: Record<string, string | undefined> = { PATH, NODE_COMPILE_CACHE, ...env }
  return spawn(process.execPath, [resolve("server/cli/index.ts"), ...words], {
    cwd: workspace.cwd,
    env: environment as NodeJS.ProcessEnv, // Next's types require NODE_ENV, but a command may run without it
  })
}

/** Runs a command that loads no module of the app. */
async function run(words: readonly string[]) {
  const output = { out: "", err: "" }
  const terminal = {
    out: (text: string) => void (output.out += text),
    err: (text: string) => void (output.err += text),
  }
  const code = await runCommand(words, { terminal, env: {}, cwd: workspace.cwd })
  return { code, ...output }
}

const writeProjectFile = (name: string, text: string) => writeFile(join(workspace.cwd, name), text)
const readProjectFile = (name: string) => readFile(join(workspace.cwd, name), "utf8")

test("lists the commands if none is given", async () => {
  const { code, out } = await runProcess([])
  expect(code).toBe(0)
  for (const name of ["init", "add", "secret", "doctor", "migrate", "schema", "rotate"]) expect(out).toContain(name)
})

test("names an unknown command", async () => {
  expect(await runProcess(["sercet"])).toMatchObject({ code: 2, err: expect.stringMatching(/^✗ .*"sercet"/) })
})

describe.each(["init", "add", "secret", "doctor", "migrate", "migrate authjs", "schema", "rotate"])("%s", (command) => {
  test("--help prints the usage, in the same form as the other commands", async () => {
    const { code, out } = await run([...command.split(" "), "--help"])
    expect(code).toBe(0)
    const [first = "", empty, ...rest] = out.replaceAll(/\n {10,}/g, " ").split("\n") // a description may go on in the next line
    expect(first.startsWith(`latchkit ${command} `)).toBe(true)
    expect(empty).toBe("")
    const options = rest.filter((line) => /^ {2}(?:--|<)/.test(line))
    expect(options.length).toBeGreaterThan(0)
    const columns = options.map((line) => /^ {2}\S+ {2,}/.exec(line)?.[0].length)
    expect(new Set(columns).size).toBe(1) // the descriptions begin in one column
    for (const line of options) expect(line).toMatch(/\.$/)
    expect(out).not.toMatch(/\(default/i)
  })

  test("an unknown flag fails, and leads to the usage", async () => {
    const { code, err } = await run([...command.split(" "), "--nope"])
    expect(code).toBeGreaterThan(0)
    const name = command.split(" ")[0]
    expect(err).toBe(`✗ Unknown option '--nope'.\n\nNext:\n  1. See its flags: npx latchkit ${name} --help\n`)
  })
})

test("a command ends its work if the pipe of its output closes, as that of `| head -1` does", async () => {
  await writeProjectFile("package.json", JSON.stringify({ dependencies: { express: "5" } }))
  const child = startProcess(["init", "--no-install", "--yes"])
  const stderr = child.stderr.toArray()
  child.stdout.destroy()
  expect(await new Promise((done) => child.on("exit", done))).toBe(0)
  expect((await stderr).join("")).toBe("")
  expect(await readProjectFile(".env")).toContain("AUTH_SECRET")
})

describe("secret", () => {
  test("prints a new secret each time", async () => {
    const secrets = [await run(["secret"]), await run(["secret"])].map(({ out }) => out.trim())
    for (const secret of secrets) expect(secret).toMatch(/^[\w-]{43}$/)
    expect(secrets[0]).not.toBe(secrets[1])
  })

  test("writes the secret, and keeps the rest of the file", async () => {
    await writeProjectFile(".env", "# mine\nDATABASE_URL=x")
    expect((await run(["secret", "--write"])).out).toBe(
      "✓ .env has a new secret, AUTH_SECRET.\n\nNext:\n  1. Load it when your app starts. Node's option: --env-file=.env.\n  2. Restart your app.\n",
    )
    expect(await readProjectFile(".env")).toMatch(/^# mine\nDATABASE_URL=x\nAUTH_SECRET=[\w-]{43}\n$/)
  })

  test("says how an app of Express loads the file", async () => {
    await writeProjectFile("package.json", JSON.stringify({ dependencies: { express: "5" } }))
    expect((await run(["secret", "--write"])).out).toContain("1. Start your app: node --env-file=.env server.ts\n")
  })

  test("says how SvelteKit loads the file, unless the app's module does", async () => {
    await writeProjectFile("package.json", JSON.stringify({ dependencies: { "@sveltejs/kit": "2" } }))
    expect((await run(["secret", "--write"])).out).toContain('process.loadEnvFile(".env").\n  2. Restart your app.')
    await writeProjectFile("auth.ts", 'import { SvelteKitAuth } from "latchkit/sveltekit"\nprocess.loadEnvFile()')
    expect((await run(["secret", "--write"])).out).toMatch(/Next:\n {2}1\. Restart your app\.\n$/)
  })

  test("rotates: numbers the new secret, and keeps the older ones", async () => {
    await run(["secret", "--write", ".env.local"])
    const [first] = (await readProjectFile(".env.local")).split("\n")
    await run(["secret", "--write", ".env.local"])
    const lines = (await readProjectFile(".env.local")).trim().split("\n")
    expect(lines).toEqual([first, expect.stringMatching(/^AUTH_SECRET_1=[\w-]{43}$/)])
  })

  test("rejects a fifth secret, and loses nothing", async () => {
    for (let turn = 0; turn < 4; turn++) await run(["secret", "--write"])
    const before = await readProjectFile(".env")
    expect(await run(["secret", "--write"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("AUTH_SECRET_3"),
    })
    expect(await readProjectFile(".env")).toBe(before)
  })
})

describe("doctor", () => {
  const SECRET = "dK3o9Qp1zX7uWc5eRt2yUi8oPa4sDf6g"
  const GOOD = { AUTH_SECRET: SECRET, AUTH_URL: "https://acme.test", NODE_ENV: "production" }
  const credentials = `{ id: "password", name: "Password", type: "credentials", credentials: {}, authorize: () => null }`
  const config = (providers: string) =>
    writeProjectFile("auth.config.mjs", `export const config = { providers: [${providers}] }`)

  test("finds no problem in a valid configuration", async () => {
    await config(credentials)
    const { code, out } = await runProcess(["doctor", "auth.config.mjs"], GOOD)
    expect(out).toContain("✓ The site is https://acme.test, and Latchkit's base URL is https://acme.test/auth.")
    expect(out).toContain("__Host-latchkit.session-token")
    expect(out).toContain("No problems found.")
    expect(code).toBe(0)
  })

  test("names a missing secret and an unknown site, and fails", async () => {
    await config(credentials)
    const { code, out } = await runProcess(["doctor", "auth.config.mjs"], { NODE_ENV: "production" })
    expect(out).toMatch(/✗ Missing secret: `AUTH_SECRET` is not set/)
    expect(out).toMatch(/✗ AUTH_URL is not set/)
    expect(code).toBe(1)
    const weak = { AUTH_SECRET: "short", AUTH_URL: "http://acme.test", NODE_ENV: "production" }
    const found = await runProcess(["doctor", "auth.config.mjs"], weak)
    expect(found.out).toMatch(/✗ .*AUTH_SECRET/)
    expect(found.out).toMatch(/[✗!] .*https/)
  })

  test("names a provider without a client id, and checks the others", async () => {
    const github = `{ id: "github", name: "GitHub", type: "oauth", authorization: "https://a/a", token: "https://a/t", userinfo: "https://a/u" }`
    await config([github, credentials].join())
    const { code, out } = await runProcess(["doctor", "auth.config.mjs"], GOOD)
    expect(out).toMatch(/✗ The provider "github" has no `clientId`: set AUTH_GITHUB_ID\. Latchkit leaves it out/)
    expect(out).toContain("✓ Password (credentials)")
    expect(out).not.toContain("callback/github")
    expect(code).toBe(1)
  })

  test.each<[string, Record<string, string>, RegExp]>([
    ["nothing is set", {}, /^! .*by the address of the connection.*Set AUTH_TRUSTED_PROXIES/m],
    [
      "the host header of a proxy is trusted",
      { AUTH_TRUST_HOST: "true", AUTH_TRUSTED_PROXIES: "0" },
      /^! .*X-Forwarded-For isn't/m,
    ],
    [
      "there is no proxy",
      { AUTH_TRUSTED_PROXIES: "0" },
      /^✓ .*by the address of the connection\. AUTH_TRUSTED_PROXIES says/m,
    ],
    [
      "there is one proxy",
      { AUTH_TRUSTED_PROXIES: "1" },
      /^✓ .*the last entry of X-Forwarded-For, because AUTH_TRUSTED_PROXIES is 1/m,
    ],
    ["there are two", { AUTH_TRUSTED_PROXIES: "2" }, /^✓ .*entry 2 from the end of X-Forwarded-For/m],
    ["the platform is Vercel", { VERCEL: "1" }, /^✓ .*because VERCEL is set/m],
    ["it is development", { NODE_ENV: "development" }, /^✓ Rate limits are off/m],
  ])("reports the source of the client's address: %s", async (_, env, said) => {
    await config(credentials)
    expect((await runProcess(["doctor", "auth.config.mjs"], { ...GOOD, ...env })).out).toMatch(said)
  })

  test("reports that the configuration sets the source", async () => {
    await writeProjectFile(
      "own.mjs",
      `export default { providers: [], rateLimit: { address: (headers) => headers.get("x-real-ip") } }`,
    )
    expect((await runProcess(["doctor", "own.mjs"], GOOD)).out).toContain(
      "✓ Rate limits count a client by the address that `rateLimit.address` returns.",
    )
    await writeProjectFile("two.mjs", `export default { providers: [], rateLimit: { trustedProxies: 2 } }`)
    expect((await runProcess(["doctor", "two.mjs"], GOOD)).out).toContain("because rateLimit.trustedProxies is 2")
  })

  test("prints the endpoints of native apps, and warns about sessions that can't be revoked", async () => {
    await writeProjectFile(
      "native.mjs",
      `export default { providers: [], nativeApps: { phone: { redirectUris: ["https://acme.test/phone"] } } }`,
    )
    const { out } = await runProcess(["doctor", "native.mjs"], GOOD)
    expect(out).toMatch(/✓ Native apps \(phone\) open https:\/\/acme\.test\/auth\/authorize/)
    expect(out).toContain("Native apps get sealed sessions, which no user can revoke")
  })

  test("prints each provider's redirect URI, and loads its issuer's metadata", async () => {
    const server = createServer((request, response) => {
      const { port } = server.address() as { port: number } // it listens on TCP
      const issuer = `http://localhost:${port}`
      response.setHeader("content-type", "application/json")
      const known = request.url === "/.well-known/openid-configuration"
      const at = (path: string) => `${issuer}${path}`
      response.statusCode = known ? 200 : 404
      response.end(
        JSON.stringify({ issuer, authorization_endpoint: at("/a"), token_endpoint: at("/t"), jwks_uri: at("/j") }),
      )
    })
    await new Promise<void>((done) => server.listen(0, "localhost", done))
    const { port } = server.address() as { port: number } // it listens on TCP
    const oidc = (id: string, issuer: string) =>
      `{ id: "${id}", name: "${id}", type: "oidc", clientId: "c", clientSecret: "s", issuer: "${issuer}", endSession: true }`
    const oauth = `{ id: "own", name: "own", type: "oauth", clientId: "c", clientSecret: "s", issuer: "http://localhost:9/own", authorization: "http://localhost:9/a", token: "http://localhost:9/t", userinfo: "http://localhost:9/u" }`
    await config([oidc("here", `http://localhost:${port}`), oidc("gone", "http://localhost:9/none"), oauth].join())
    const { code, out } = await runProcess(["doctor", "auth.config.mjs", "--base-path", "/api/auth"], GOOD)
    server.close()
    expect(out).toContain("✓ here: register the redirect URI https://acme.test/api/auth/callback/here")
    expect(out).toContain("✓ here: register the post-logout redirect URI https://acme.test/api/auth/signout/here")
    expect(out).toContain("! here: the issuer has no end_session_endpoint")
    expect(out).not.toMatch(/✗ (?:here|own)/) // a sign-in with `own` needs no metadata, as with GitHub Enterprise
    expect(out).toContain("✗ gone: the issuer's metadata could not be loaded")
    expect(code).toBe(1)
  })

  test("an issuer's metadata can't control the terminal (threat 250)", async () => {
    const server = createServer((_, response) => {
      response
        .setHeader("content-type", "application/json")
        .end(JSON.stringify({ issuer: "\u001b]0;owned\u0007\nfine" }))
    })
    await new Promise<void>((done) => server.listen(0, "localhost", done))
    const { port } = server.address() as { port: number } // it listens on TCP
    const issuer = `http://localhost:${port}`
    await config(`{ id: "evil", name: "evil", type: "oidc", clientId: "c", clientSecret: "s", issuer: "${issuer}" }`)
    const { out } = await runProcess(["doctor", "auth.config.mjs"], GOOD)
    server.close()
    expect(out).toContain("is for issuer \\u001b]0;owned\\u0007\\u000afine")
    // eslint-disable-next-line no-control-regex -- these must not be in the output
    expect(out).not.toMatch(/[\u001b\u0007]/)
  })

  test("names a cookie that browsers would reject", async () => {
    await writeProjectFile(
      "own.mjs",
      `export default { providers: [], cookies: { sessionToken: { options: { domain: "acme.test" } } } }`,
    )
    expect((await runProcess(["doctor", "own.mjs"], GOOD)).out).toMatch(/✗ The cookie __Host-latchkit\.session-token/)
  })

  test("names a passkey domain that browsers reject, because it is a public suffix", async () => {
    const passkeys = (id: string, domain: string) =>
      `{ id: "${id}", name: "${id}", type: "webauthn", relyingParty: { id: "${domain}" } }`
    await config([passkeys("shared", "vercel.app"), passkeys("own", "acme.vercel.app")].join())
    const { code, out } = await runProcess(["doctor", "auth.config.mjs"], {
      ...GOOD,
      AUTH_URL: "https://acme.vercel.app",
    })
    expect(out).toContain('✗ shared: browsers reject the `relyingParty.id` "vercel.app"')
    expect(out).not.toContain("✗ own: ")
    expect(code).toBe(1)
    const atSuffix = await runProcess(["doctor", "auth.config.mjs"], { ...GOOD, AUTH_URL: "https://vercel.app" })
    expect(atSuffix.out).toContain("✓ shared (webauthn)") // browsers accept a page's own host
  })

  test("names the expected exports of a module without a configuration", async () => {
    await writeProjectFile("empty.mjs", "export const nothing = 1")
    expect(await runProcess(["doctor", "empty.mjs"], GOOD)).toMatchObject({
      code: 2,
      err: expect.stringContaining("empty.mjs has no configuration"),
    })
  })
})

test("an older Node is told to the developer before anything is written", async () => {
  const older = `Object.defineProperty(process,"versions",{value:{...process.versions,node:"20.20.2"}})`
  const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(older)}` }
  const { code, out, err } = await runProcess(["init", "--yes"], env)
  expect({ code, out }).toEqual({ code: 2, out: "" })
  expect(err).toBe(
    "✗ Node is too old: this is Node 20.20.2, and Latchkit needs 22.13 or later. Install a newer one from https://nodejs.org.\n",
  )
})
