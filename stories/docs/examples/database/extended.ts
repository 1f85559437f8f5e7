import type { Adapter } from "latchkit/adapters"
import { adapter as base } from "./sqlite.ts"

export const adapter: Adapter = {
  ...base,
  // Store no provider tokens
  linkAccount: ({ access_token: _, refresh_token: __, ...account }) =>
    base.linkAccount(account),
}
