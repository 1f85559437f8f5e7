import { createAsync } from "@solidjs/router"
import { Show } from "solid-js"
import { member } from "../session.ts"

export const route = { preload: () => member("/protected") }

export default function Protected() {
  const current = createAsync(() => member("/protected"), { deferStream: true })
  return (
    <Show when={current()}>
      <h1>Members only</h1>
      <p>The tide turns at noon.</p>
    </Show>
  )
}
