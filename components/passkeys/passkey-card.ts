import type { PasskeyResult } from "../../client/actions/types.ts"
import type { MessageOverrides } from "../view/messages/types.ts"
import type { CardState } from "../screens/card.ts"
import type { ScreenPage } from "../screens/screen.ts"
import { connectionError } from "../screens/native-forms.ts"

/** The props that passkeys use. */
export interface PasskeyProps {
  /** The base path. @default the `SessionProvider`'s, otherwise "/auth" */
  basePath?: string | undefined
  /** Sentences that replace the language's own. */
  messages?: MessageOverrides | undefined
  /** Where the user goes after the sign-in. */
  callbackUrl?: string | undefined
  /** Whether to stay signed in, if there is no checkbox. */
  remember?: boolean | undefined
  /** Called after a sign-in, instead of navigating to its URL. */
  onSignIn?: ((url: string) => void) | undefined
}

export type PasskeyPage = ScreenPage<PasskeyProps, CardState>

/** Returns the error that a card shows for a failed request. */
export function passkeyCardError({ error }: PasskeyResult): string | undefined {
  if (error === "RequestFailed") return connectionError()
  return error === "Cancelled" || error === "StepUpRequired" ? undefined : error // both mean that the user canceled
}
