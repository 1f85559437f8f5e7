import { createHash, randomBytes } from "node:crypto"
import { once } from "node:events"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

/** Signs the user in with the system's browser. Returns the session token. */
export async function signIn(
  openBrowser: (url: string) => unknown,
  auth = "https://acme.example/auth",
) {
  const verifier = randomBytes(32).toString("base64url")
  const state = randomBytes(16).toString("base64url")
  const server = createServer().listen(0, "127.0.0.1") // any free port, on this computer only
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  const redirectUri = `http://127.0.0.1:${port}/signed-in`
  try {
    const request = new URLSearchParams({
      response_type: "code",
      client_id: "acme-cli",
      redirect_uri: redirectUri,
      state,
      code_challenge: createHash("sha256").update(verifier).digest("base64url"),
      code_challenge_method: "S256",
    })
    openBrowser(`${auth}/authorize?${request}`)
    const [{ url = "" }, response] = (await once(server, "request")) as [
      IncomingMessage,
      ServerResponse,
    ]
    response.setHeader("connection", "close").end("You can close this page.")
    const returned = new URL(url, redirectUri).searchParams
    if (returned.get("state") !== state || returned.get("iss") !== auth)
      throw new Error("Another app sent this")
    const code = returned.get("code")
    if (!code) throw new Error(`Not signed in: ${returned.get("error_description") ?? ""}`)
    return await exchange(auth, {
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
    })
  } finally {
    server.close()
  }
}

async function exchange(auth: string, fields: Record<string, string>) {
  const body = new URLSearchParams({
    grant_type: "authorization_code",
    client_id: "acme-cli",
    ...fields,
  })
  const response = await fetch(`${auth}/token`, { method: "POST", body })
  if (!response.ok) throw new Error(`Not signed in: ${await response.text()}`)
  const { access_token: token } = (await response.json()) as {
    access_token: string
    expires_in: number
  }
  return token
}
