import type * as all from "./brings.ts"
import { account } from "./features/account/index.ts"
import { oauth } from "./features/oauth/index.ts"
import { openId } from "./features/open-id/index.ts"
import { credentials } from "./features/credentials/index.ts"
import { passkeys } from "./features/passkeys/index.ts"
import { password } from "./features/password/index.ts"
import { signUp } from "./features/sign-up/index.ts"
import { storedUsers } from "./features/stored-users/index.ts"
import { theme } from "./features/theme/index.ts"
import { stepUp } from "./features/step-up/index.ts"

export const BROUGHT: typeof all.BROUGHT = Symbol.for("latchkit.features") as typeof all.BROUGHT // the same symbol

// Functions, because a bundler keeps a list that it can't prove unused. Emails about a password link to the account
export const bringPasswords: typeof all.bringPasswords = () => ({
  [BROUGHT]: [theme, account, password, signUp, stepUp],
})
export const bringCredentials: typeof all.bringCredentials = () => ({ [BROUGHT]: [credentials] })
export const bringPasskeys: typeof all.bringPasskeys = () => ({ [BROUGHT]: [theme, account, passkeys, signUp, stepUp] })
export const bringOAuth: typeof all.bringOAuth = () => ({ [BROUGHT]: [oauth] })
export const bringOpenId: typeof all.bringOpenId = () => ({ [BROUGHT]: [oauth, openId] })
export const bringStoredUsers: typeof all.bringStoredUsers = () => ({ [BROUGHT]: forUsers() })
export const bringPreset: typeof all.bringPreset = () => ({ [BROUGHT]: [...forUsers(), credentials, oauth, openId] })
const forUsers = () => [theme, storedUsers, account, stepUp]

/** None: 60 kB, which a Worker without passkeys doesn't need. */
export const loadFoundLibrary: typeof all.loadFoundLibrary = undefined

/** None: 160 kB, which few configurations need. */
export const loadFoundSuffixes: typeof all.loadFoundSuffixes = undefined
