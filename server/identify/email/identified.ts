import type { EmailConfig } from "../../providers/types.ts"
import type { Routed } from "../../routed.ts"
import type { Identified } from "../index.ts"
import { forgetRequest } from "./request.ts"

/** Somebody who has proven the mailbox. */
export function identified(
  routed: Routed,
  provider: EmailConfig,
  { identifier, callbackUrl }: { identifier: string; callbackUrl: string },
): Identified {
  return {
    identity: {
      user: { email: identifier },
      account: { provider: provider.id, providerAccountId: identifier, type: "email" },
      emailProven: true,
    },
    callbackUrl,
    cookies: forgetRequest(routed),
  }
}
