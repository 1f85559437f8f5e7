import { createAsync, query, useLocation } from "@solidjs/router"
import { Show } from "solid-js"
import { Account } from "latchkit/solid"
import "latchkit/auth.css"
import { accountProps } from "../auth.ts"
import { member, requested } from "../session.ts"

const card = query(async (page: string) => {
  "use server"
  return accountProps(requested(), page)
}, "account")

export const route = { preload: () => member("/settings") }

export default function Settings() {
  const location = useLocation()
  const current = createAsync(() => member("/settings"), { deferStream: true })
  const props = createAsync(() => card(location.pathname + location.search), { deferStream: true })
  return (
    <Show when={current()}>
      <Show when={props()}>{(known) => <Account {...known()} />}</Show>
    </Show>
  )
}
