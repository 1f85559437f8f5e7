import { spawnSync } from "node:child_process"
import { encode as peerEncode } from "@auth/core/jwt"
import { median } from "./measure.ts"

const secret = "a secret of more than thirty-two characters"
const COOKIE = "__Secure-authjs.session-token"
const RUNS = 9

// Both as their guides set up a server in production: with one provider, and the setting that each would otherwise warn about
const OURS = `
const { createAuth } = await import("latchkit/server")
const { default: GitHub } = await import("latchkit/providers/github")
const auth = createAuth(
  { providers: [GitHub({ clientId: "id", clientSecret: "secret" })], secret: process.env.SECRET },
  { env: { AUTH_URL: "https://app.test/auth", AUTH_TRUSTED_PROXIES: "0" } },
)
await (await auth.handle(new Request("https://app.test/auth/session", { headers: { cookie: "__Host-latchkit.session-token=" + process.env.TOKEN } }))).text()`

const PEER = `
const { Auth } = await import("@auth/core")
const { default: GitHub } = await import("@auth/core/providers/github")
const config = {
  providers: [GitHub({ clientId: "id", clientSecret: "secret" })],
  secret: process.env.SECRET,
  trustHost: true,
  basePath: "/auth",
}
await (await Auth(new Request("https://app.test/auth/session", { headers: { cookie: "${COOKIE}=" + process.env.TOKEN } }), config)).text()`

/** A request, the cryptography of one token and a response, with nothing but Node's own modules. */
const FLOOR = `
const { createDecipheriv, createHmac, hkdfSync } = await import("node:crypto")
const request = new Request("https://app.test/auth/session", { headers: { cookie: process.env.TOKEN } })
const key = Buffer.from(hkdfSync("sha256", process.env.SECRET, "salt", "info", 64))
createHmac("sha512", key.subarray(32)).update(request.headers.get("cookie")).digest()
createDecipheriv("aes-256-cbc", key.subarray(0, 32), Buffer.alloc(16)).update(Buffer.alloc(256))
await Response.json({ expires: new Date().toISOString() }).text()`

interface ColdStarts {
  ours: number
  peer: number
  floor: number
}

/** Measures a process that handles one request, from start to exit, without an empty Node's time. Returns medians in milliseconds. */
export async function coldStarts(): Promise<ColdStarts> {
  const { encode } = await import("latchkit/jwt")
  const tokens = {
    ours: await encode({
      token: { sub: "1", aud: "https://app.test/auth" },
      secret,
      salt: "__Host-latchkit.session-token",
    }),
    peer: await peerEncode({ token: { sub: "1" }, secret, salt: COOKIE }),
  }
  const runs: Record<"empty" | keyof ColdStarts, number[]> = { empty: [], ours: [], peer: [], floor: [] }
  for (let round = 0; round < RUNS; round++) {
    runs.empty.push(timed("", ""))
    runs.ours.push(timed(OURS, tokens.ours))
    runs.peer.push(timed(PEER, tokens.peer))
    runs.floor.push(timed(FLOOR, tokens.ours))
  }
  const empty = median(runs.empty) ?? 0
  const beyondEmpty = (times: readonly number[]) => (median(times) ?? 0) - empty
  return { ours: beyondEmpty(runs.ours), peer: beyondEmpty(runs.peer), floor: beyondEmpty(runs.floor) }
}

function timed(script: string, token: string): number {
  const start = performance.now()
  const env = { ...process.env, SECRET: secret, TOKEN: token }
  const { status, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
    env,
    encoding: "utf8",
  })
  if (status !== 0) throw new Error(stderr)
  return performance.now() - start
}
