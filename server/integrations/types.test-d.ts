// Compiled, never run: the frameworks' own types take what the integrations give
import express, { type RequestHandler } from "express"
import type { GetServerSideProps, NextApiHandler } from "next"
import { NextResponse, type NextProxy, type NextRequest } from "next/server.js"
import type { Session } from "../../client/contract.ts"
import { MemoryAdapter } from "../adapters/memory.ts"
import { Auth, defineConfig } from "../index.ts"
import { ExpressAuth, getSession } from "./express/index.ts"
import OtherName, { NextAuth } from "./next/index.ts"

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

// Next: `auth` in each of its uses, and both names
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
  const gone: string = await next.signOut({ redirect: false })
  const role: string | undefined = (await next.unstable_update({ user: { name: "Ada" } }))?.role
  console.log(failed, fieldErrors.redirectTo, url, gone, role)
}
NextAuth((request) => ({ ...config, secret: request?.headers.get("x-tenant") ?? "" }))

// The session callback is given what the configuration's strategy has
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
