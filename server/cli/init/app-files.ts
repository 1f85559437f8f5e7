import type { Choices, FrameworkName, NewFile } from "./choices.ts"
import { FULL_STACK_FILES } from "./full-stack-files.ts"
import { HONO_WORKER_FILES, RUNTIME_FILES } from "./runtime-files.ts"
import { SERVER_FILES } from "./server-files.ts"

/** Returns the files that connect Latchkit to the app, and a page for signed-in users. */
export function appFiles({ framework, usesHono }: Choices): NewFile[] {
  return framework === "workers" && usesHono ? HONO_WORKER_FILES : FILES[framework]
}

const FILES: Readonly<Record<FrameworkName, NewFile[]>> = {
  next: [
    {
      path: "app/api/auth/[...path]/route.ts",
      text: `import { handlers } from "../../../../auth"

export const { GET, POST } = handlers
`,
    },
    {
      path: "app/protected/page.tsx",
      text: `import Link from "next/link"
import { Suspense } from "react"
import { requireAuth } from "../../auth"

export default function Page() {
  return (
    <Suspense>
      <Greeting />
    </Suspense>
  )
}

async function Greeting() {
  const session = await requireAuth({ redirectTo: "/protected" })
  return (
    <p>
      Hello {session.user?.email}. <Link href="/api/auth/signout" prefetch={false}>Sign out</Link>
    </p>
  )
}
`,
    },
  ],
  sveltekit: [
    {
      path: "src/hooks.server.ts",
      text: `export { handle } from "./auth"
`,
    },
    {
      path: "src/routes/protected/+page.server.ts",
      text: `import { requireAuth } from "../../auth"
import type { PageServerLoad } from "./$types"

export const load: PageServerLoad = async (event) => ({ session: await requireAuth(event) })
`,
    },
    {
      path: "src/routes/protected/+page.svelte",
      text: `<script lang="ts">
  let { data } = $props()
</script>

<p>Hello {data.session.user?.email}. <a href="/auth/signout" data-sveltekit-reload>Sign out</a></p>
`,
    },
  ],
  "solid-start": [
    {
      path: "src/routes/api/auth/[...path].ts",
      text: `export { GET, POST } from "../../../auth"
`,
    },
    {
      path: "src/routes/protected.tsx",
      text: `import { createAsync, query } from "@solidjs/router"
import { Show } from "solid-js"
import { getRequestEvent } from "solid-js/web"
import { requireAuth } from "../auth"

const member = query(async () => {
  "use server"
  const event = getRequestEvent()
  if (!event) throw new Error("There is no request")
  const session = await requireAuth(event, { redirectTo: "/protected" })
  if (!(session instanceof Response)) return session
  if (session.status !== 401) throw session // leads to the sign-in page
  event.response.status = 401 // for a script
  return null
}, "member")

export default function Protected() {
  const session = createAsync(() => member(), { deferStream: true })
  return (
    <Show when={session()}>
      {(found) => (
        <p>
          Hello {found().user?.email}.{" "}
          <a href="/api/auth/signout" rel="external">
            Sign out
          </a>
        </p>
      )}
    </Show>
  )
}
`,
    },
  ],
  qwik: [
    {
      path: "src/routes/plugin@auth.ts",
      text: `import { isServer } from "@builder.io/qwik"
import { QwikAuth$ } from "latchkit/qwik"

// isServer keeps the configuration out of the browser's build
export const { onRequest, useSession, useSignIn, useSignOut } = QwikAuth$(async () =>
  isServer ? (await import("../auth")).config : { providers: [] },
)
`,
    },
    {
      path: "src/routes/protected/index.tsx",
      text: `import { component$ } from "@builder.io/qwik"
import { routeLoader$ } from "@builder.io/qwik-city"
import { requireAuth } from "latchkit/qwik"

export const useMember = routeLoader$((event) => requireAuth(event))

export default component$(() => {
  const session = useMember()
  return (
    <p>
      Hello {session.value.user?.email}. <a href="/auth/signout">Sign out</a>
    </p>
  )
})
`,
    },
  ],
  ...FULL_STACK_FILES,
  ...SERVER_FILES,
  ...RUNTIME_FILES,
}
