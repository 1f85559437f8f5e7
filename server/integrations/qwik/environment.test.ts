import type { RequestEventCommon } from "@builder.io/qwik-city"
import { expect, test } from "vitest"
import { GitHub } from "../../providers/catalogue/github.ts"
import { createOnRequest } from "./event.ts"

const BINDINGS: Record<string, string> = {
  AUTH_SECRET: "s".repeat(32),
  AUTH_URL: "https://app.test",
  AUTH_GITHUB_ID: "id",
  AUTH_GITHUB_SECRET: "secret",
}

test("reads the variables that Qwik City passes on, such as a Worker's bindings", async () => {
  const onRequest = createOnRequest(() => ({
    providers: [GitHub],
    logger: { warn: () => {} },
  }))
  const event = {
    request: new Request("https://app.test/auth/providers"),
    env: { get: (name: string) => BINDINGS[name] },
    sharedMap: new Map(),
    params: {},
    send: (response: Response) => response,
  } as unknown as RequestEventCommon // the parts that the plugin reads
  const sent = await onRequest(event).catch((thrown: unknown) => thrown)
  expect(sent).toBeInstanceOf(Response)
  expect(await (sent as Response).json()).toMatchObject({
    github: { callbackUrl: "https://app.test/auth/callback/github" },
  }) // as above
})
