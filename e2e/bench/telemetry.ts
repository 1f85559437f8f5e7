import { createAuth, type AuthConfig } from "latchkit/server"
import { openTelemetry } from "latchkit/opentelemetry"
import { mintSession } from "latchkit/testing"
import type { Pair } from "./overhead.ts"

const SITE = "https://app.test"
const config: AuthConfig = {
  ...{ providers: [], secret: "a secret of more than thirty-two characters", basePath: "/auth" },
  logger: { error: () => undefined, warn: () => undefined, debug: () => undefined },
}

/** `GET session` with OpenTelemetry and without, and a pair of two equal handlers, which shows what the machine adds. */
export async function telemetryPairs(): Promise<Pair[]> {
  process.env["AUTH_URL"] = SITE
  const { headers } = await mintSession(config, { id: "1", name: "Ada Lovelace" }, { url: `${SITE}/auth` })
  const request = () => new Request(`${SITE}/auth/session`, { headers })
  const [plain, twin] = [createAuth(config), createAuth(config)]
  const observed = createAuth({ ...config, telemetry: openTelemetry() })
  for (const auth of [plain, twin, observed])
    if (!(await (await auth.handle(request())).text()).includes("Ada"))
      throw new Error("The session that was minted opens nothing")
  const less = () => plain.handle(request())
  return [
    { name: "with OpenTelemetry", more: () => observed.handle(request()), less },
    { name: "two equal handlers", more: () => twin.handle(request()), less },
  ]
}
