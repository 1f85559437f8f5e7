import { expectTypeOf } from "vitest"

import { createClient, getSession, sessionQueryOptions, type Session, type SessionOf } from "latchkit"
import { SessionProvider, useAuthClient, useSession, useSuspenseSession } from "latchkit/react"
import { useSession as useQwikSession, type SessionProviderProps } from "latchkit/qwik"
import { SessionProvider as SolidProvider, useSession as useSolidSession } from "latchkit/solid"
import { provideSession, useSession as useSvelteSession } from "latchkit/svelte"
import { auth } from "./auth.ts"

type Registered = SessionOf<typeof auth>
type Data = Registered | null | undefined

interface Special extends Session {
  special: true
}

/** Checks the types of an app that fills in `Register`, and writes no type anywhere else. */
export async function App() {
  const session = await auth()
  expectTypeOf<Registered["user"]>().toExtend<object>() // without `Register`, it may be undefined
  expectTypeOf(useSession().data).toEqualTypeOf<Data>()
  expectTypeOf(useSession({ required: true }).data).toEqualTypeOf<Registered | undefined>()
  expectTypeOf(useSession().update).returns.resolves.toEqualTypeOf<Registered | null>()
  expectTypeOf(useSuspenseSession()).toEqualTypeOf<Registered | null>()
  expectTypeOf(useAuthClient().store.get().data).toEqualTypeOf<Data>()
  expectTypeOf(useSolidSession()().data).toEqualTypeOf<Data>()
  expectTypeOf(useSvelteSession().current.data).toEqualTypeOf<Data>()
  expectTypeOf(useQwikSession().data).toEqualTypeOf<Data>()
  expectTypeOf(createClient().store.get().data).toEqualTypeOf<Data>()
  expectTypeOf(getSession()).resolves.toEqualTypeOf<Registered | null>()
  expectTypeOf(sessionQueryOptions().queryFn).returns.resolves.toEqualTypeOf<Registered | null>()
  // An explicit type replaces it
  expectTypeOf(useSession<Special>().data).toEqualTypeOf<Special | null | undefined>()
  expectTypeOf(createClient<Special>().store.get().data).toEqualTypeOf<Special | null | undefined>()
  // Every provider takes the session that the server returns, and no other
  provideSession({ session })
  SolidProvider({ session })
  expectTypeOf(session).toExtend<SessionProviderProps["session"]>()
  // @ts-expect-error -- the registered session has a user
  provideSession({ session: { expires: "" } })
  return <SessionProvider session={session} />
}
