import type { EmailConfig } from "../../providers/types.ts"
import type { Routed } from "../../routed.ts"
import type { Identified } from "../index.ts"
import { forgetRequest, type MailRequest } from "./request.ts"

/** Somebody who has proven the mailbox. */
export function identified(
  routed: Routed,
  provider: EmailConfig,
  { identifier, callbackUrl, remember }: Pick<MailRequest, "identifier" | "callbackUrl" | "remember">,
): Identified {
  return {
    identity: {
      user: { email: identifier },
      account: { provider: provider.id, providerAccountId: identifier, type: "email" },
      emailProven: true,
    },
    callbackUrl,
    remember,
    cookies: forgetRequest(routed),
  }
}
