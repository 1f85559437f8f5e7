// Compiled but never run: checks that the frameworks' own types accept what the integrations return
import express, { type RequestHandler } from "express"
import type { GetServerSideProps, NextApiHandler } from "next"
import { NextResponse, type NextProxy, type NextRequest } from "next/server.js"
import type { Session } from "../../client/contract.ts"
import { MemoryAdapter } from "../adapters/memory.ts"
import { defineConfig } from "../index.ts"
import { Auth } from "../migrate/authjs/core.ts"
import { ExpressAuth, getSession } from "./express/index.ts"
import { createAuth } from "../service/auth.ts"
import type { SessionOf } from "../../client/session/state.ts"
import OtherName, {
  AuthError,
  CredentialsSignin,
  customFetch,
  NextAuth,
  type NextAuthConfig,
  type OpenStep,
  type Session as NextSession,
} from "./next/index.ts"

interface OwnSession extends Session {
  role: string
}

const config = defineConfig({
  providers: [],
  callbacks: { session: ({ session }): OwnSession => ({ ...session, role: "member" }) },
})

// Express: a handler, a middleware, and a session of the app's own type
const auth = ExpressAuth(config)
express().use("/auth", auth).all("/auth/*splat", auth).use(auth.session)
export const handler: RequestHandler = async (req, res) => {
  const session = await getSession(req, config)
  const role: string | undefined = session?.role
  res.json({ role, same: (await auth.getSession(req))?.role, failed: (await auth.signIn(req, res))?.failed })
}

export const expressStep: RequestHandler = async (req, res) => {
  const step: OpenStep | null = await auth.openStep(req, res)
  res.json(step?.fields.csrfToken)
}

// Next: every use of `auth`, and both export names
const next = NextAuth(config)
export const same: typeof NextAuth = OtherName
export const proxy: NextProxy = next.auth
export const wrappedProxy: NextProxy = next.auth((request) => {
  const role: string | undefined = request.auth?.role
  return role === undefined ? NextResponse.next() : undefined
})
export const GET: (request: NextRequest, context: { params: Promise<{ id: string }> }) => Promise<Response> = next.auth(
  async (request, { params }: { params: Promise<{ id: string }> }) =>
    Response.json({ id: (await params).id, role: request.auth?.role }),
)
export const api: NextApiHandler = async (request, response) => {
  response.json({ role: (await next.auth(request, response))?.role })
}
export const getServerSideProps: GetServerSideProps = async (context) => ({
  props: { role: (await next.auth(context))?.role ?? null },
})
export async function page(): Promise<string | undefined> {
  return (await next.auth())?.role
}
export async function action(form: FormData): Promise<void> {
  const { failed, fieldErrors } = await next.signIn("credentials", form)
  const url: string = await next.signIn("github", { redirect: false, redirectTo: "/" }, { prompt: "login" })
  const { code } = await next.signIn("acme", form, { prompt: "login" })
  const isPage = form.has("page")
  const maybe: string = await next.signIn("github", { redirect: isPage })
  const left: string = await next.signOut({ redirect: isPage })
  const { fieldErrors: leaving } = await next.signOut(form)
  console.log(code, maybe, left, leaving.redirectTo)
  const gone: string = await next.signOut({ redirect: false })
  const role: string | undefined = (await next.unstable_update({ user: { name: "Ada" } }))?.role
  console.log(failed, fieldErrors.redirectTo, url, gone, role)
}
export async function termsPage(): Promise<string | undefined> {
  const step: OpenStep | null = await next.openStep()
  // @ts-expect-error -- the user isn't signed in
  console.log(step?.session)
  return step?.fields.csrfToken
}
export const confirmed = next.requireAuth({ within: "10m" }, (request) => Response.json(request.auth.user))
export const inAction = async () => (await next.requireAuth({ factors: 2 })).user
// @ts-expect-error -- it may be a failure
export const mayFail = async () => (await next.requireAuth({ redirect: false })).user
NextAuth((request) => ({ ...config, secret: request?.headers.get("x-tenant") ?? "" }))

// The session callback gets the parameters of the configuration's strategy
export const inPlace: Promise<{ id: string | undefined } | null>[] = [
  NextAuth({
    providers: [],
    callbacks: { session: ({ session, token }) => ({ ...session, id: token.sub }) },
  }).auth(),
  NextAuth({
    providers: [],
    adapter: MemoryAdapter(),
    callbacks: { session: ({ session, user }) => ({ ...session, id: user.id }) },
  }).auth(),
]
ExpressAuth({ providers: [], callbacks: { session: ({ session, token }) => ({ ...session, id: token.sub }) } })
ExpressAuth({
  providers: [],
  adapter: MemoryAdapter(),
  callbacks: { session: ({ session, user }) => ({ ...session, id: user.id }) },
})
void Auth(new Request("https://app.test"), {
  providers: [],
  callbacks: { session: ({ session, token }) => ({ ...session, id: token.sub }) },
})

// `authorized` gets Next's own request, also if it is declared before `session`
const early = NextAuth({
  providers: [],
  callbacks: {
    authorized: ({ auth, request }) => auth !== null || request.nextUrl.pathname === "/",
    session: ({ session }): OwnSession => ({ ...session, role: "member" }),
  },
})
export const role: Promise<string | undefined> = early.auth().then((session) => session?.role)
export const apart: NextAuthConfig = {
  providers: [],
  callbacks: { authorized: ({ request }) => request.cookies.has("a") },
}
NextAuth(apart)

// A configuration without its adapter, which middleware shares, as in the guides of Auth.js
const shared = {
  session: { strategy: "jwt" },
  providers: [],
  callbacks: {
    session({ session, token, user }) {
      const id: string = token.sub ?? user.id
      return { ...session, id }
    },
  },
} satisfies NextAuthConfig
NextAuth(shared)
export const sharedId: Promise<string | undefined> = NextAuth({ ...shared, adapter: MemoryAdapter() })
  .auth()
  .then((session) => session?.id)
const late = createAuth({
  providers: [],
  callbacks: {
    authorized: ({ auth }) => auth !== null,
    session: ({ session }): OwnSession => ({ ...session, role: "member" }),
  },
})
export const lateRole: Promise<string | undefined> = late.getSession({ headers: {} }).then((session) => session?.role)

// Every function returns the session's type
export const roles: string[] = [
  ({} as SessionOf<typeof next.auth>).role,
  ({} as SessionOf<typeof next>).role,
  ({} as SessionOf<typeof auth>).role,
  ({} as SessionOf<typeof late>).role,
]

export const upstreamNames: [typeof AuthError, typeof CredentialsSignin, symbol, NextSession | null] = [
  AuthError,
  CredentialsSignin,
  customFetch,
  null,
]
