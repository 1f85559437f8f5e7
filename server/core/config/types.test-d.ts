import { describe, expectTypeOf, test } from "vitest"
import type { Session, User } from "../../../client/contract.ts"
import type { SessionOf } from "../../../client/session/state.ts"
import type { AdapterUser } from "../../adapters/contract.ts"
import { MemoryAdapter } from "../../adapters/memory.ts"
import type { SessionStrategyName } from "./callbacks.ts"
import { createAuth, defineConfig, type JWT, type SessionCallbackParams } from "../../index.ts"

const adapter = MemoryAdapter()

describe("the session callback gets", () => {
  test("the token without an adapter", () => {
    createAuth({
      providers: [],
      callbacks: {
        session(params) {
          expectTypeOf(params).toEqualTypeOf<SessionCallbackParams<JWT, "jwt">>()
          expectTypeOf(params.token).toEqualTypeOf<JWT>()
          expectTypeOf(params).not.toHaveProperty("user")
          return params.session
        },
      },
    })
  })

  test("the token with the jwt strategy, with or without an adapter", () => {
    createAuth({
      providers: [],
      adapter,
      session: { strategy: "jwt", maxAge: 60 },
      callbacks: {
        session(params) {
          expectTypeOf(params).toEqualTypeOf<SessionCallbackParams<JWT, "jwt">>()
          return params.session
        },
      },
    })
  })

  test("the stored user with an adapter", () => {
    const config = defineConfig({
      providers: [],
      adapter,
      session: { maxAge: 60 },
      callbacks: {
        session({ session, user, trigger }) {
          expectTypeOf(user).toEqualTypeOf<AdapterUser>()
          expectTypeOf(trigger).toEqualTypeOf<"update" | undefined>()
          return session
        },
      },
    })
    createAuth(config)
  })

  test("both if the type of the strategy is either, as in Auth.js", () => {
    createAuth({
      providers: [],
      adapter,
      session: { strategy: "jwt" as SessionStrategyName },
      callbacks: {
        session(params) {
          expectTypeOf(params).toEqualTypeOf<SessionCallbackParams>()
          expectTypeOf(params.token).toEqualTypeOf<JWT>()
          expectTypeOf(params.user).toEqualTypeOf<AdapterUser>()
          return params.session
        },
      },
    })
  })

  test("and a user to write to, as in Auth.js", () => {
    const auth = createAuth({
      providers: [],
      callbacks: {
        session({ session, token }) {
          session.user.id = token.sub ?? ""
          return session
        },
      },
    })
    expectTypeOf(auth.getSession).returns.resolves.toExtend<{ user: User } | null>()
  })

  test("both in a configuration that is created for each request", () => {
    createAuth((request) => ({
      providers: [],
      secret: request?.headers.get("x-tenant") ?? "",
      callbacks: {
        session(params) {
          expectTypeOf(params.session).toEqualTypeOf<Session & { user: User }>()
          expectTypeOf(params.token).toExtend<JWT>()
          return { ...params.session, tenant: "a" }
        },
      },
    }))
  })
})

describe("the server's session", () => {
  test("has the user's id with stored sessions, without a callback and with one", () => {
    const auth = createAuth({ providers: [], adapter })
    expectTypeOf(auth.getSession).returns.resolves.toExtend<{ user: { id: string } } | null>()
    const named = createAuth({
      providers: [],
      adapter,
      callbacks: { session: ({ session }) => ({ ...session, user: { name: "Ada" }, role: "editor" }) },
    })
    expectTypeOf(named.getSession).returns.resolves.toExtend<{
      user: { id: string; name: string }
      role: string
    } | null>()
  })

  test("is not the client's, which has what the callback shows", () => {
    const auth = createAuth({ providers: [], adapter })
    expectTypeOf<SessionOf<typeof auth>>().toEqualTypeOf<Session>()
    expectTypeOf(auth.getSession).returns.resolves.not.toEqualTypeOf<SessionOf<typeof auth> | null>()
  })

  test("has an id with sealed sessions only if the callback adds it", () => {
    const sealed = createAuth({ providers: [] })
    expectTypeOf(sealed.getSession).returns.resolves.toEqualTypeOf<Session | null>()
  })
})

describe("the result of a callback", () => {
  test("is the session that Latchkit returns", () => {
    const auth = createAuth({
      providers: [],
      callbacks: { session: ({ session, token }) => ({ ...session, id: token.sub, role: "member" as const }) },
    })
    expectTypeOf(auth.getSession).returns.resolves.toEqualTypeOf<SessionOf<typeof auth> | null>()
    expectTypeOf<SessionOf<typeof auth>["role"]>().toEqualTypeOf<"member">()
    expectTypeOf<SessionOf<typeof auth>["id"]>().toEqualTypeOf<string | undefined>()
    expectTypeOf<SessionOf<typeof auth>>().toExtend<Session>()
    expectTypeOf<SessionOf<typeof auth>>().not.toHaveProperty("token")
  })

  test("may add the user's id, even if it may be undefined", () => {
    const auth = createAuth({
      providers: [],
      callbacks: { session: ({ session, token }) => ({ ...session, user: { ...session.user, id: token.sub } }) },
    })
    expectTypeOf(auth.getSession).returns.resolves.toEqualTypeOf<SessionOf<typeof auth> | null>()
    expectTypeOf<SessionOf<typeof auth>["user"]["id"]>().toEqualTypeOf<string | undefined>()
  })

  test("is the token that the session callback gets", () => {
    const auth = createAuth({
      providers: [],
      callbacks: {
        jwt: ({ token, account }) => ({ ...token, provider: account?.provider ?? "none" }),
        session({ session, token }) {
          expectTypeOf(token.provider).toEqualTypeOf<string>()
          return { ...session, provider: token.provider }
        },
      },
    })
    expectTypeOf(auth.getSession).returns.resolves.toEqualTypeOf<SessionOf<typeof auth> | null>()
    expectTypeOf<SessionOf<typeof auth>["provider"]>().toEqualTypeOf<string>()
    createAuth({
      providers: [],
      session: { strategy: "jwt" },
      callbacks: {
        jwt: async ({ token, trigger }) => (trigger === "update" ? null : { ...token, level: 2 }),
        async session({ session, token }) {
          expectTypeOf(token.level).toEqualTypeOf<number>()
          return session
        },
      },
    })
  })

  test("is a session, and a token or null", () => {
    type Callbacks = NonNullable<Parameters<typeof defineConfig>[0]["callbacks"]>
    expectTypeOf<() => { user: string }>().not.toExtend<Callbacks["session"]>()
    expectTypeOf<() => string>().not.toExtend<Callbacks["jwt"]>()
    expectTypeOf<() => null>().toExtend<Callbacks["jwt"]>()
  })
})
