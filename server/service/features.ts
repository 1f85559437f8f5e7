import type { Session } from "../../client/contract.ts"
import type { InstanceMemories } from "../core/config/instance-memory.ts"
import type { ServiceOptions } from "../core/config/service-options.ts"
import { settingsWith, type Settings } from "../core/config/settings.ts"
import type { Routes } from "../core/request/route.ts"
import { WAITING_ROUTES } from "../core/sign-in/waiting-routes.ts"
import type { AuthConfig } from "./config.ts"
import type { Feature } from "../feature.ts"
import { accessTokens } from "../features/access-tokens/index.ts"
import { account } from "../features/account/index.ts"
import { administration } from "../features/administration/index.ts"
import { credentials } from "../features/credentials/index.ts"
import { deviceBound } from "../features/device-bound/index.ts"
import { fedcm } from "../features/fedcm/index.ts"
import { nativeApps } from "../features/native-apps/index.ts"
import { oauth } from "../features/oauth/index.ts"
import { openId } from "../features/open-id/index.ts"
import { passkeys } from "../features/passkeys/index.ts"
import { password } from "../features/password/index.ts"
import { stepUp } from "../features/step-up/index.ts"
import { storedUsers } from "../features/stored-users/index.ts"
import { severalAccounts } from "../features/several-accounts/index.ts"
import { signUp } from "../features/sign-up/index.ts"
import { theme } from "../features/theme/index.ts"
import { twoStep } from "../features/two-step/index.ts"

/**
 * The features, in the order in which they run. Of two that wrap the sessions, the later one is outside: an
 * administrator who acts as a user has that user's session.
 */
export const FEATURES: readonly Feature[] = [
  theme,
  oauth,
  account,
  password,
  credentials,
  passkeys,
  signUp,
  twoStep,
  stepUp,
  openId,
  nativeApps,
  fedcm,
  deviceBound,
  severalAccounts,
  administration,
  storedUsers,
  accessTokens,
]

/** Routes of features that every app has, also if the feature is off. */
export const SHARED_ROUTES: Routes = WAITING_ROUTES

/** Returns the features that a configuration may turn on. In a Worker, `features.worker.ts` replaces this module. */
export const featuresFor = (_config: AuthConfig): readonly Feature[] => FEATURES

/** Fills in what the configuration leaves out, with every feature. */
export const createSettings = <S extends Session>(
  config: AuthConfig<S>,
  serviceOptions?: ServiceOptions,
  memories?: InstanceMemories,
): Settings => settingsWith(FEATURES, config, serviceOptions, memories)
