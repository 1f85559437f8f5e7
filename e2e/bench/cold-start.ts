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

/** Measures a process that handles one request, from start to exit, without Node's own time. Returns medians in milliseconds. */
export async function coldStarts(): Promise<{ ours: number; peer: number }> {
  const { encode } = await import("latchkit/jwt")
  const tokens = {
    ours: await encode({
      token: { sub: "1", aud: "https://app.test/auth" },
      secret,
      salt: "__Host-latchkit.session-token",
    }),
    peer: await peerEncode({ token: { sub: "1" }, secret, salt: COOKIE }),
  }
  const runs: Record<"empty" | "ours" | "peer", number[]> = { empty: [], ours: [], peer: [] }
  for (let round = 0; round < RUNS; round++) {
    runs.empty.push(timed("", ""))
    runs.ours.push(timed(OURS, tokens.ours))
    runs.peer.push(timed(PEER, tokens.peer))
  }
  const empty = median(runs.empty) ?? 0
  return { ours: (median(runs.ours) ?? 0) - empty, peer: (median(runs.peer) ?? 0) - empty }
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
