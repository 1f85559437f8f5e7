import { createHmac, createSecretKey, type KeyObject } from "node:crypto"
import { MemoryAdapter } from "latchkit/adapters/memory"
import { createAuth, type AuthConfig } from "latchkit/server"
import { enrollAuthenticatorApp } from "latchkit/testing"
import type { Case } from "./measure.ts"

const SITE = "https://app.test/auth"
const JSON_MODE = { accept: "application/json", "x-auth-return-redirect": "1" }

const ONE_DAY = 24 * 60 * 60 * 1000

type Auth = ReturnType<typeof createAuth>

interface PausedResponse {
  stepProps?: { attempt?: string }
}

/** A whole sign-in, from the form to the session, with and without a second factor. Each uses the same stores. */
export async function twoStepCase(): Promise<Case> {
  const time = { now: Date.now() }
  // The clock runs a day for each sign-in, so without this the hourly sweep would be part of each
  const { deleteExpired: _, ...adapter } = MemoryAdapter()
  const config: AuthConfig = {
    adapter,
    secret: "a secret of more than thirty-two characters",
    session: { strategy: "jwt" },
    secondFactor: {},
    rateLimit: false,
    clock: () => time.now,
    providers: [
      {
        ...{ id: "credentials", name: "Email", type: "credentials", credentials: { email: {} } },
        authorize: ({ email }) => adapter.getUserByEmail(String(email)),
      },
    ],
  }
  await adapter.createUser({ id: "grace", name: "Grace", email: "grace@app.test", emailVerified: new Date() })
  const { secret } = await enrollAuthenticatorApp(config, { id: "ada", email: "ada@app.test" }, { url: SITE })
  const key = createSecretKey(fromBase32(secret.replaceAll(" ", ""))) // the user's app costs the server nothing
  const auth = createAuth(config, { env: { AUTH_URL: SITE } })
  return {
    name: "sign-in with an authenticator app, beside one without",
    ours: () => {
      time.now += ONE_DAY // a code works once, and a user has a number of attempts each day
      return signIn(auth, "ada@app.test", codeAt(key, time.now))
    },
    floor: () => signIn(auth, "grace@app.test"),
  }
}

/**
 * Signs in with a form and, if a code is given, with the form of the second step. The response to the first form has
 * what the second one needs. Returns the session.
 */
async function signIn(auth: Auth, email: string, code?: string): Promise<Response> {
  const cookies = new Map<string, string>()
  const send = async (path: string, fields?: Record<string, string>): Promise<Response> => {
    const cookie = [...cookies].map((pair) => pair.join("=")).join("; ")
    const form = fields && { method: "POST", body: new URLSearchParams(fields) }
    const response = await auth.handle(new Request(SITE + path, { headers: { cookie, ...JSON_MODE }, ...form }))
    for (const line of response.headers.getSetCookie()) {
      const [name = "", value = ""] = line.split(";", 1)[0]?.split("=") ?? []
      cookies.set(name, value)
    }
    return response
  }
  const { csrfToken = "" } = (await (await send("/csrf")).json()) as { csrfToken?: string } // the endpoint's response
  const started = (await (await send("/callback/credentials", { csrfToken, email })).json()) as PausedResponse // as above
  if (code !== undefined) {
    const { attempt = "" } = started.stepProps ?? {}
    await send("/step/second-factor", { csrfToken, attempt, method: "totp", code })
  }
  const session = await send("/session")
  if ((await session.clone().json()) === null) throw new Error(`${email} isn't signed in`)
  return session
}

function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) =>
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0"),
  ).join("")
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** Computes the code of a moment (RFC 6238). */
function codeAt(key: KeyObject, now: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(now / 30_000)))
  const mac = createHmac("sha1", key).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 15
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0")
}
