import type { RequestEvent } from "@sveltejs/kit"
import { NextAuth } from "latchkit/next"
import { createAuth, type AuthConfig } from "latchkit/server"
import { SolidAuth } from "latchkit/solid-start"
import { SvelteKitAuth } from "latchkit/sveltekit"
import { mintSession } from "latchkit/testing"
import type { Case } from "./measure.ts"

const SITE = "https://app.test"
const config: AuthConfig = { providers: [], secret: "a secret of more than thirty-two characters", basePath: "/auth" } // for every contestant
const silent = { error: () => undefined, warn: () => undefined, debug: () => undefined }

/**
 * Measures `GET session` through an integration's code and through the bare handler, both without the framework. In a framework's
 * server the ratio is smaller, because the framework's own time adds to both.
 */
export async function integrationCases(): Promise<Case[]> {
  process.env["AUTH_URL"] = SITE
  const settings = { ...config, logger: silent }
  const { headers } = await mintSession(settings, { id: "1", name: "Ada Lovelace" }, { url: `${SITE}/auth` })
  const request = () => new Request(`${SITE}/auth/session`, { headers })
  const bare = createAuth(settings)
  const next = NextAuth(settings)
  const kit = SvelteKitAuth(settings)
  const solid = SolidAuth({ ...settings, prefix: "/auth" })
  const resolve = () => new Response()
  const floor = () => bare.handle(request())
  if (!(await (await floor()).text()).includes("Ada")) throw new Error("The session that was minted opens nothing")
  const event = () => ({ request: request(), locals: {}, getClientAddress: () => "::1" }) as unknown as RequestEvent // only the properties that the hook reads
  return [
    { name: "Next's route handler", ours: () => next.handlers.GET(request()), floor },
    { name: "SvelteKit's hook", ours: () => kit.handle({ event: event(), resolve }), floor },
    { name: "SolidStart's API route", ours: () => solid.GET({ request: request() }), floor },
  ]
}
