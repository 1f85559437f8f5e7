import type { RequestEvent } from "@sveltejs/kit"
import { afterEach, expect, onTestFinished, test, vi } from "vitest"
import { GitHub } from "../../providers/catalogue/github.ts"
import { kitEnvironment, readKitEnvironment, type KitEnvironment } from "./environment.ts"
import { SvelteKitAuth } from "./index.ts"

afterEach(() => void vi.unstubAllEnvs())

const absent = () => Promise.reject(new Error("Cannot find the module"))

test.each<[string, Parameters<typeof readKitEnvironment>[0], KitEnvironment]>([
  [
    "version 2",
    {
      variables: async () => ({ AUTH_SECRET: "s" }),
      paths: async () => ({ base: "/shop" }),
    },
    { env: { AUTH_SECRET: "s" }, base: "/shop" },
  ],
  [
    "version 3, whose variables may have other types",
    {
      variables: async () => ({ AUTH_SECRET: "s", PORT: 1 }),
      paths: async () => ({ resolve: () => "/shop/" }),
    },
    { env: { AUTH_SECRET: "s" }, base: "/shop" },
  ],
  ["an app at the root", { variables: async () => ({}), paths: async () => ({ base: "" }) }, { env: {}, base: "" }],
  ["no SvelteKit", { variables: absent, paths: absent }, { env: {}, base: "" }],
])("reads the variables and the base path of %s", async (_, modules, expected) => {
  expect(await readKitEnvironment(modules)).toEqual(expected)
})

test("is empty while SvelteKit prerenders", async () => {
  const get = () => {
    throw new Error("Cannot read values from $env/dynamic/private while prerendering")
  }
  const variables = async () => new Proxy({ type: "private" }, { get })
  expect((await readKitEnvironment({ variables, paths: absent })).env).toEqual({})
})

test("configures Latchkit: the secret, providers and the path of the app's pages", async () => {
  const before = { ...kitEnvironment }
  onTestFinished(() => void Object.assign(kitEnvironment, before))
  const env = {
    AUTH_SECRET: "s".repeat(32),
    AUTH_GITHUB_ID: "id",
    AUTH_GITHUB_SECRET: "secret",
    AUTH_URL: "https://app.test",
  }
  Object.assign(kitEnvironment, { env, base: "/shop" })
  const { handle } = SvelteKitAuth({
    providers: [GitHub],
    pages: { signIn: "/enter" },
    logger: { warn: () => {} },
  })
  const get = (path: string) => {
    const url = new URL(path, "https://app.test")
    const event = {
      request: new Request(url),
      url,
      locals: {},
    } as unknown as RequestEvent // the parts that the hook reads
    return handle({
      event,
      resolve: () => new Response("the app's own page", { status: 404 }),
    })
  }
  expect(await (await get("/shop/auth/providers")).json()).toMatchObject({
    github: { callbackUrl: "https://app.test/shop/auth/callback/github" },
  })
  expect((await get("/shop/auth/signin")).headers.get("location")).toMatch("https://app.test/shop/enter?")
})
