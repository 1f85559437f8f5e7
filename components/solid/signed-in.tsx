/** @jsxImportSource solid-js */
import { Show, type JSX } from "solid-js"
import { useSession } from "../../client/solid.tsx"

/** Props of `SignedIn` and `SignedOut`. */
export interface SignedInProps {
  /** Your own content. */
  children?: JSX.Element
}

/** Renders its children if the user is signed in. */
export function SignedIn(props: SignedInProps) {
  const session = useSession()
  return <Show when={session().status === "authenticated"}>{props.children}</Show>
}

/** Renders its children if no user is signed in. While loading, renders nothing. */
export function SignedOut(props: SignedInProps) {
  const session = useSession()
  return <Show when={session().status === "unauthenticated"}>{props.children}</Show>
}
