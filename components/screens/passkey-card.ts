import type { PasskeyResult } from "../../client/actions/types.ts"
import type { CardState } from "./card.ts"
import type { ScreenPage } from "./screen.ts"
import { connectionError } from "./start-card.ts"

/** What passkeys need of a card's props. */
export interface PasskeyProps {
  basePath?: string | undefined
  callbackUrl?: string | undefined
  /** Whether to stay signed in, where no box asks. */
  remember?: boolean | undefined
  /** Called after a sign-in, instead of going to its URL. */
  onSignIn?: ((url: string) => void) | undefined
}

export type PasskeyPage = ScreenPage<PasskeyProps, CardState>

/** What a card shows of a request that came to nothing. */
export function passkeyCardError({ error }: PasskeyResult): string | undefined {
  if (error === "RequestFailed") return connectionError()
  return error === "Cancelled" ? undefined : error
}
