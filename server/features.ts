import { accessTokens as accessTokensRow } from "./features/access-tokens/index.ts"
import { account as accountRow } from "./features/account/index.ts"
import { administration as administrationRow } from "./features/administration/index.ts"
import { deviceBound as deviceBoundRow } from "./features/device-bound/index.ts"
import { fedcm as fedcmRow } from "./features/fedcm/index.ts"
import { nativeApps as nativeAppsRow } from "./features/native-apps/index.ts"
import { oauth as oauthRow } from "./features/oauth/index.ts"
import { openId as openIdRow } from "./features/open-id/index.ts"
import { severalAccounts as severalAccountsRow } from "./features/several-accounts/index.ts"
import { stepUp as stepUpRow } from "./features/step-up/index.ts"
import { storedUsers as storedUsersRow } from "./features/stored-users/index.ts"
import { theme as themeRow } from "./features/theme/index.ts"
import { twoStep as twoStepRow } from "./features/two-step/index.ts"
import { bringOAuth } from "./brings.ts"
import type { ImportedFeature } from "./types.ts"

export type { ImportedFeature }

// The type of the rows is internal
/** Tokens for the APIs of providers: `auth.getAccessToken`. */
export const accessTokens: ImportedFeature = accessTokensRow
/** The account: its page and its changes. */
export const account: ImportedFeature = accountRow
/** Administration: `auth.users`, and acting as a user. */
export const administration: ImportedFeature = administrationRow
/** Sessions that are bound to a device. */
export const deviceBound: ImportedFeature = deviceBoundRow
/** Sign-in with the browser's own account chooser. */
export const fedcm: ImportedFeature = fedcmRow
/** Sign-in to native apps. */
export const nativeApps: ImportedFeature = nativeAppsRow
/** OAuth 2.0. Functions such as `GitHub()` bring it. */
export const oauth: ImportedFeature = oauthRow
/** OpenID Connect, and extensions of OAuth 2.0. Functions such as `Google()` bring it. */
export const openId: ImportedFeature = { ...openIdRow, ...bringOAuth() }
/** Several accounts in one browser. */
export const severalAccounts: ImportedFeature = severalAccountsRow
/** The page where a signed-in user confirms who they are. */
export const stepUp: ImportedFeature = stepUpRow
/** Users in the database of an adapter. */
export const storedUsers: ImportedFeature = storedUsersRow
/** The option `theme`. */
export const theme: ImportedFeature = themeRow
/** Two-step verification. */
export const twoStep: ImportedFeature = twoStepRow
