import { createElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { createComponent, renderToString } from "solid-js/web"
import { render } from "svelte/server"
import { fromStore, get } from "svelte/store"
import { expect, test } from "vitest"

import { createPageClient } from "../client/core/create-client.ts"
import { ada, createTestService } from "../client/core/service.fixture.ts"
import { SessionProvider } from "../client/react.tsx"
import { SessionProvider as SolidProvider } from "../client/solid.tsx"
import { fakeBrowser } from "../server/testing/tabs.ts"
import { useSessionValue, useUser } from "./react/use-session-value.ts"
import { useUser as useSolidUser } from "./solid/use-user.ts"
import { toReadable } from "./svelte/to-readable.ts"
import SvelteUser from "./user.fixture.svelte"

type Props = Parameters<typeof SessionProvider>[0]

const ReactUser = () => {
  const isNobody = useSessionValue(({ data }) => data === null)
  return `${useUser()?.name} ${isNobody}`
}
const SolidUser = () => {
  const user = useSolidUser()
  return `${user()?.name} ${user() === null}`
}
const rendered = {
  React: (props: Props) => renderToStaticMarkup(createElement(SessionProvider, props, createElement(ReactUser))),
  Solid: ({ session }: Props) =>
    renderToString(() =>
      createComponent(SolidProvider, {
        session,
        get children() {
          return createComponent(SolidUser, {})
        },
      }),
    ),
  Svelte: ({ session }: Props) => render(SvelteUser, { props: { session } }).body.replaceAll(/<!--.*?-->/g, ""),
}

test.each(Object.entries(rendered))("in %s useUser returns the user, null or undefined", (_, html) => {
  expect(html({ session: ada })).toBe("Ada false")
  expect(html({ session: null })).toBe("undefined true")
  expect(html({})).toBe("undefined false")
})

test("code outside a Svelte component reads the session with Svelte's own functions", async () => {
  const service = createTestService({ ...ada, expires: new Date(Date.now() + 3600_000).toISOString() })
  const { store, load } = createPageClient({ page: fakeBrowser(service).open() })
  const session = toReadable(store)
  expect([get(session).status, fromStore(session).current.status]).toEqual(["loading", "loading"])
  const seen: string[] = []
  const stop = session.subscribe(({ status }) => seen.push(status))
  await (await load()).store.settled()
  expect(seen).toEqual(["loading", "authenticated"])
  expect(get(session).data?.user?.name).toBe("Ada")
  stop()
})
