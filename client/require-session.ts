import type { AuthClient } from "./client.ts"
import { navigate } from "./page.ts"

/** What `useSession` can be told. */
export interface UseSessionOptions {
  /** Sends a visitor who is not signed in to the sign-in page. @default false */
  required?: boolean | undefined
  /** Called instead of that. */
  onUnauthenticated?: (() => void) | undefined
}

/** Does what `required` asks for; call it whenever the status changes. */
export function requireSession({ base, page, store }: AuthClient, options: UseSessionOptions = {}): void {
  if (!options.required || store.leaving || store.get().status !== "unauthenticated") return
  if (options.onUnauthenticated) return options.onUnauthenticated()
  const query = new URLSearchParams({ error: "SessionRequired", callbackUrl: page.location?.href ?? "/" })
  navigate(page, `${base}/signin?${query}`, true)
}
