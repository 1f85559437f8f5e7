/** @jsxImportSource solid-js */
import { Show, type JSX } from "solid-js"
import { useSession } from "../../client/solid.tsx"

interface Children {
  children?: JSX.Element
}

/** Shows its children to who is signed in. */
export function SignedIn(props: Children) {
  const session = useSession()
  return <Show when={session().status === "authenticated"}>{props.children}</Show>
}

/** Shows its children to who is not signed in; while that is not known, to nobody. */
export function SignedOut(props: Children) {
  const session = useSession()
  return <Show when={session().status === "unauthenticated"}>{props.children}</Show>
}
