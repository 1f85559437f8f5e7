import { expect, expectTypeOf, test } from "vitest"

import type { Session } from "../contract.ts"
import { useSession } from "../react.tsx"
import type { SessionOf } from "./state.ts"
import type { SignInResult } from "../actions/types.ts"
import type { UseSession } from "../use-session.ts"

interface MySession extends Session {
  role: "admin" | "reader"
}

interface Service {
  getSession(request: Request, more: { deep: boolean }): Promise<MySession | null>
}

test("infers the session type from the server configuration, without module augmentation", () => {
  expectTypeOf<SessionOf<Service>>().toEqualTypeOf<MySession>()
  const useMySession = useSession<SessionOf<Service>>
  expect(useMySession).toBe(useSession)
  expectTypeOf<ReturnType<typeof useMySession>>().toEqualTypeOf<UseSession<MySession>>()
})

test("narrows the data by the status", () => {
  const read = (state: UseSession<MySession>) => {
    if (state.status === "authenticated") expectTypeOf(state.data).toEqualTypeOf<MySession>()
    else expectTypeOf(state.data).toEqualTypeOf<null | undefined>()
  }
  expectTypeOf(read).toBeFunction()
  const required = () => useSession<MySession>({ required: true })
  expectTypeOf(required).toBeFunction()
  expectTypeOf<ReturnType<typeof required>["status"]>().toEqualTypeOf<"loading" | "authenticated">()
})

test("a result that isn't ok has an error and no URL, or a step and its page", () => {
  expectTypeOf<Extract<SignInResult, { error: string }>["url"]>().toEqualTypeOf<null>()
  expectTypeOf<Extract<SignInResult, { step: string }>["url"]>().toEqualTypeOf<string>()
  expectTypeOf<Extract<SignInResult, { ok: true }>["url"]>().toEqualTypeOf<string>()
})
