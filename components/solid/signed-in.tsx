/** @jsxImportSource solid-js */
import { Show, type JSX } from "solid-js"
import { useSession } from "../../client/solid.tsx"

/** Props of `SignedIn` and `SignedOut`. */
export interface SignedInProps {
  /** Your own content. */
  children?: JSX.Element
  /** Shown while the session is loading. @default nothing */
  fallback?: JSX.Element
}

/** Renders its children if the user is signed in. */
export const SignedIn = (props: SignedInProps) => contentFor("authenticated", props)

/** Renders its children if no user is signed in. */
export const SignedOut = (props: SignedInProps) => contentFor("unauthenticated", props)

function contentFor(shown: "authenticated" | "unauthenticated", props: SignedInProps) {
  const session = useSession()
  return (
    <Show
      when={session().status === shown}
      fallback={<Show when={session().status === "loading"}>{props.fallback}</Show>}
    >
      {props.children}
    </Show>
  )
}
