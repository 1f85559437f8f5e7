import type { EmailConfig } from "../../providers/types.ts"
import type { Routed } from "../../routed.ts"
import type { Identified } from "../index.ts"
import { forgetRequest, type MailRequest } from "./request.ts"

/** Somebody who has proven the mailbox. */
export function identified(
  routed: Routed,
  provider: EmailConfig,
  { identifier, ...more }: Pick<MailRequest, "identifier" | "callbackUrl" | "remember" | "carry">,
): Identified {
  return {
    identity: {
      user: { email: identifier },
      account: { provider: provider.id, providerAccountId: identifier, type: "email" },
      emailProven: true,
    },
    callbackUrl: more.callbackUrl,
    remember: more.remember,
    carry: more.carry,
    cookies: forgetRequest(routed),
  }
}
