// Compiled but never run: checks that the types of SvelteKit, SolidStart and Qwik City accept what the integrations
// return
import type { RequestEvent as QwikEvent, RequestHandler as QwikHandler } from "@builder.io/qwik-city"
import type { APIEvent, APIHandler } from "@solidjs/start/server"
import type { Actions, RequestEvent, ServerLoad } from "@sveltejs/kit"
import { sequence, type Handle } from "@sveltejs/kit/hooks"
import type { Session } from "../../client/contract.ts"
import type { SessionOf } from "../../client/session/state.ts"
import { MemoryAdapter } from "../adapters/memory.ts"
import { defineConfig } from "../index.ts"
import {
  QwikAuth$,
  getSession as qwikEventSession,
  getSessionData as qwikSession,
  openStep,
  signInProps,
  updateSession,
  type OpenStep,
} from "./qwik/index.ts"
import { SolidAuth, getSession as solidSession } from "./solid-start/index.ts"
import { SvelteKitAuth } from "./sveltekit/index.ts"

interface OwnSession extends Session {
  role: string
}

const config = defineConfig({
  providers: [],
  callbacks: { session: ({ session }): OwnSession => ({ ...session, role: "member" }) },
})

// SvelteKit: a hook, also in a sequence; form actions; a load function
const kit = SvelteKitAuth(config)
export const handle: Handle = kit.handle
export const chained: Handle = sequence(kit.handle, ({ event, resolve }) => resolve(event))
export const actions: Actions = { signIn: kit.signIn, signOut: kit.signOut }
export const load: ServerLoad = async (event) => ({ card: await kit.signInProps(event) })
export async function kitRole(event: RequestEvent): Promise<string | undefined> {
  const failure = await kit.signIn(event)
  console.log(failure.data.fieldErrors.redirectTo, failure.data.formErrors)
  return (await kit.updateSession(event, { user: { name: "Ada" } }))?.role
}
export const stepLoad: ServerLoad = async (event) => ({ fields: (await kit.openStep(event))?.fields })
export async function kitConfirmed(event: RequestEvent): Promise<string> {
  const found = await kit.requireAuth(event, { within: 600, redirect: false })
  return "error" in found ? found.url : (await kit.requireAuth(event, { within: "10m", factors: 2 })).role
}
SvelteKitAuth(({ platform }) => ({ ...config, secret: String(platform) }))

// SolidStart: the two handlers of an API route, and the session of a request
const solid = SolidAuth({ ...config, prefix: "/auth" })
export const GET: APIHandler = solid.GET
export const POST: APIHandler = solid.POST
export async function solidRole(event: APIEvent): Promise<string | undefined> {
  const answer = await solid.signIn(event, new FormData())
  console.log(answer instanceof Response ? answer.status : answer.fieldErrors.providerId)
  return (await solidSession(event.request, config))?.role
}

export async function solidStep(event: APIEvent): Promise<string | undefined> {
  return (await solid.openStep(event))?.step
}
export async function solidConfirmed(event: APIEvent): Promise<Response | string> {
  const found = await solid.requireAuth(event, { phishingResistant: true })
  // @ts-expect-error -- it may be a response
  console.log(found.role)
  return found instanceof Response ? found : found.role
}

// Qwik City: a plugin's handler, a loader of the session, two actions
const qwik = QwikAuth$(() => config)
export const onRequest: QwikHandler = qwik.onRequest
export async function qwikRole(event: QwikEvent): Promise<string | undefined> {
  const { csrfToken } = await signInProps(event)
  const step: OpenStep | null = await openStep(event)
  const { cookie, data } = await qwikSession(event.request, config)
  console.log(
    step?.fields,
    csrfToken,
    cookie,
    (await updateSession(event, {}))?.user?.name,
    (await qwikEventSession(event))?.user,
  )
  return data?.role
}
export function qwikState(): (string | boolean | undefined)[] {
  const failure = qwik.useSignIn().value
  return [qwik.useSession().value?.role, failure?.failed, ...(failure?.fieldErrors?.redirectTo ?? [])]
}

// The session callback gets the parameters of the configuration's strategy
const adapter = MemoryAdapter()
export async function ids(event: RequestEvent & APIEvent): Promise<(string | undefined)[]> {
  const stored = SvelteKitAuth({
    providers: [],
    adapter,
    callbacks: { session: ({ session, user }) => ({ ...session, id: user.id }) },
  })
  const sealed = SolidAuth({
    providers: [],
    callbacks: { session: ({ session, token }) => ({ ...session, id: token.sub }) },
  })
  const ofEvent = QwikAuth$(() => ({
    providers: [],
    adapter,
    callbacks: { session: ({ session, user }) => ({ ...session, id: user.id }) },
  }))
  return [
    (await stored.updateSession(event, {}))?.id,
    (await sealed.updateSession(event, {}))?.id,
    ofEvent.useSession().value?.id,
  ]
}

// Every function of the integrations returns the session's type
export const roles: string[] = [
  ({} as SessionOf<typeof kit>).role,
  ({} as SessionOf<typeof solid>).role,
  ({} as SessionOf<typeof qwik>).role,
]
