import type { FrameworkName, NewFile } from "./choices.ts"

type FullStackName = Extract<
  FrameworkName,
  "react-router" | "tanstack-start" | "tanstack-start-solid" | "astro" | "nuxt"
>

const tanstackFiles = (ui: "react" | "solid"): NewFile[] => [
  {
    path: "src/routes/auth.$.ts",
    text: `import { createFileRoute } from "@tanstack/${ui}-router"
import { auth } from "../lib/auth.server"

const handle = ({ request }: { request: Request }) => auth.handle(request)

export const Route = createFileRoute("/auth/$")({
  server: { handlers: { GET: handle, POST: handle } },
})
`,
  },
  {
    path: "src/lib/session.ts",
    text: `import { redirect } from "@tanstack/${ui}-router"
import { createServerFn } from "@tanstack/${ui}-start"
import { getRequest, setResponseHeader } from "@tanstack/${ui}-start/server"
import { auth } from "./auth.server"

/** Returns the session, or \`null\` if the user is signed out. Extends it when that is due. */
export const getSession = createServerFn().handler(async () => {
  const { session, cookies } = await auth.refreshSession(getRequest())
  if (cookies.length > 0) setResponseHeader("set-cookie", [...cookies])
  setResponseHeader("cache-control", "private, no-store")
  return session
})

/** Returns the address of the sign-in page: the browser's router sends a script's request, which gets it as JSON. */
const getSignInPage = createServerFn().handler(async () => {
  const { response } = await auth.requireSession(getRequest())
  return String(response?.headers.get("location") ?? (await response?.json()).url)
})

/** For \`beforeLoad\`: returns the session, or sends the user to the sign-in page and back. */
export async function requireSession({ location }: { location: { href: string } }) {
  const session = await getSession()
  if (session) return { session }
  const page = new URL(await getSignInPage())
  page.searchParams.set("callbackUrl", location.href)
  throw redirect({ href: page.href, reloadDocument: true })
}
`,
  },
  {
    path: "src/routes/protected.tsx",
    text: `import { createFileRoute } from "@tanstack/${ui}-router"
import { requireSession } from "../lib/session"

export const Route = createFileRoute("/protected")({
  beforeLoad: requireSession,
  component: Protected,
})

function Protected() {
  const ${ui === "react" ? "{ session }" : "context"} = Route.useRouteContext()
  return (
    <p>
      Hello {${ui === "react" ? "session" : "context().session"}.user?.email}. <a href="/auth/signout">Sign out</a>
    </p>
  )
}
`,
  },
]

/** The files of frameworks that render pages and have no integration. */
export const FULL_STACK_FILES: Readonly<Record<FullStackName, NewFile[]>> = {
  "react-router": [
    {
      path: "app/routes.ts",
      needs: 'route("auth/*", "routes/auth.ts"), route("protected", "routes/protected.tsx")',
      text: `import { type RouteConfig, index, route } from "@react-router/dev/routes"

export default [
  index("routes/home.tsx"),
  route("auth/*", "routes/auth.ts"),
  route("protected", "routes/protected.tsx"),
] satisfies RouteConfig
`,
    },
    {
      path: "app/routes/auth.ts",
      text: `import { auth } from "../auth.server"

export const loader = ({ request }: { request: Request }) => auth.handle(request)
export const action = loader
`,
    },
    {
      path: "app/session.server.ts",
      text: `import { redirectDocument } from "react-router"
import { auth } from "./auth.server"

interface Page {
  request: Request
  /** The page's address. React Router 7 doesn't pass it, because its \`request\` has it. */
  url?: URL
}

/** Returns the session and the headers of its response, or sends the user to the sign-in page and back. */
export async function requireSession({ request, url = new URL(request.url) }: Page) {
  const page = new Request(url, { headers: request.headers })
  const { session, headers, response } = await auth.requireSession(page)
  if (session) return { session, headers }
  // The browser's router sends a script's request, which gets the sign-in page as JSON
  const signInPage = response.headers.get("location") ?? (await response.json()).url
  throw redirectDocument(signInPage, { headers: response.headers })
}
`,
    },
    {
      path: "app/routes/protected.tsx",
      text: `import { data } from "react-router"
import { requireSession } from "../session.server"
import type { Route } from "./+types/protected"

export async function loader(args: Route.LoaderArgs) {
  const { session, headers } = await requireSession(args)
  return data({ email: session.user?.email }, { headers })
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export default function Protected({ loaderData: { email } }: Route.ComponentProps) {
  return (
    <p>
      Hello {email}. <a href="/auth/signout">Sign out</a>
    </p>
  )
}
`,
    },
  ],
  "tanstack-start": tanstackFiles("react"),
  "tanstack-start-solid": tanstackFiles("solid"),
  astro: [
    {
      path: "src/pages/auth/[...path].ts",
      text: `import type { APIRoute } from "astro"
import { auth } from "../../auth"

export const prerender = false
export const ALL: APIRoute = ({ request, clientAddress }) =>
  auth.handle(request, { address: clientAddress })
`,
    },
    {
      path: "src/pages/protected.astro",
      text: `---
import { auth } from "../auth"

export const prerender = false
const { session, headers, response } = await auth.requireSession(Astro.request)
if (response) return response
for (const [name, value] of headers) Astro.response.headers.append(name, value)
---

<p>Hello {session.user?.email}. <a href="/auth/signout">Sign out</a></p>
`,
    },
  ],
  nuxt: [
    {
      path: "server/routes/auth/[...path].ts",
      text: `import { defineEventHandler, toWebRequest } from "h3"
import { auth } from "../../utils/auth"

export default defineEventHandler((event) =>
  auth.handle(toWebRequest(event), { address: event.node.req.socket.remoteAddress }),
)
`,
    },
    {
      path: "server/middleware/session.ts",
      text: `import { appendResponseHeader, defineEventHandler, getRequestURL, setResponseHeader } from "h3"
import type { Session } from "latchkit/server"
import { auth } from "../utils/auth"

declare module "h3" {
  interface H3EventContext {
    session: Session | null
  }
}

export default defineEventHandler(async (event) => {
  if (/^\\/(_nuxt|auth)\\//.test(event.path)) return
  const request = new Request(getRequestURL(event), { headers: event.headers })
  const { session, cookies } = await auth.refreshSession(request)
  event.context.session = session
  for (const cookie of cookies) appendResponseHeader(event, "set-cookie", cookie)
  if (session) setResponseHeader(event, "cache-control", "private, no-store")
})
`,
    },
    {
      path: "app/plugins/session.ts",
      text: `import { defineNuxtPlugin, useRequestEvent, useState } from "#imports"
import { createClient, type Session } from "latchkit"

/** Provides \`$session\`. In the browser, it follows sign-ins and sign-outs in every tab. */
export default defineNuxtPlugin(() => {
  const session = useState<Session | null>("session", () => {
    return useRequestEvent()?.context.session ?? null
  })
  if (import.meta.client) {
    const { store } = createClient({ session: session.value })
    store.subscribe(() => (session.value = store.get().data ?? null))
  }
  return { provide: { session } }
})
`,
    },
    {
      path: "app/middleware/auth.ts",
      text: `import { defineNuxtRouteMiddleware, navigateTo, useNuxtApp, useRuntimeConfig } from "#imports"

export default defineNuxtRouteMiddleware((to) => {
  if (useNuxtApp().$session.value) return
  const subPath = useRuntimeConfig().app.baseURL.replace(/\\/$/, "")
  const query = new URLSearchParams({ callbackUrl: to.fullPath })
  return navigateTo(\`\${subPath}/auth/signin?\${query}\`, { external: true })
})
`,
    },
    {
      path: "app/pages/protected.vue",
      text: `<script setup lang="ts">
definePageMeta({ middleware: "auth" })
const { $session: session } = useNuxtApp()
</script>

<template>
  <p v-if="session">Hello {{ session.user?.email }}. <a href="/auth/signout">Sign out</a></p>
</template>
`,
    },
  ],
}
