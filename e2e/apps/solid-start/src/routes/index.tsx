import { createAsync } from "@solidjs/router"
import { Show } from "solid-js"
import { session } from "../session.ts"

export const route = { preload: () => session() }

export default function Home() {
  const current = createAsync(() => session(), { deferStream: true })
  return (
    <>
      <h1>Everybody can read this</h1>
      <Show when={current()} fallback={<p>You are signed out.</p>}>
        {(data) => (
          <p>
            Signed in as <strong>{data().user?.name}</strong>.
          </p>
        )}
      </Show>
    </>
  )
}
