import { expectTypeOf, test } from "vitest"
import { Credentials } from "./credentials.ts"
import type { BuiltInProviderType, RedirectableProviderType, RequestInternal } from "./index.ts"
import {
  getProviders,
  signIn,
  signOut,
  type ClientSafeProvider,
  type LiteralUnion,
  type SignInResponse,
} from "./react.ts"

test("the client of next-auth 4 keeps its types", async () => {
  const codes: string[] | undefined = ["1", "2"]
  const rejected = await signIn("credentials", { codes, at: new Date(), redirect: false })
  expectTypeOf(rejected).toEqualTypeOf<SignInResponse | undefined>()
  expectTypeOf(await signIn("github", { callbackUrl: "/" }, { prompt: "login" })).toEqualTypeOf<undefined>()
  expectTypeOf(await signOut({ redirect: false })).toEqualTypeOf<{ url: string }>()
  expectTypeOf(await signOut()).toEqualTypeOf<undefined>()
  expectTypeOf(await getProviders()).toExtend<Record<
    LiteralUnion<BuiltInProviderType, string>,
    ClientSafeProvider
  > | null>()
  expectTypeOf<RedirectableProviderType>().toEqualTypeOf<"email" | "credentials">()
})

test("`authorize` may name the type of its request, as next-auth 4 does", () => {
  type Asked = Pick<RequestInternal, "body" | "query" | "headers" | "method">
  const authorize = (_: unknown, { headers, query }: Asked) => ({
    id: String(query?.["id"]),
    name: headers?.["x-name"],
  })
  Credentials({ credentials: {}, authorize })
  Credentials({ credentials: {}, authorize: (_, request) => (expectTypeOf(request).toExtend<Asked>(), null) })
})
