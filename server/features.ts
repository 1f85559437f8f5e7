/** The features that a Worker lists in `features`, unless its providers and its adapter bring them. */
export { account } from "./features/account/index.ts"
export { administration } from "./features/administration/index.ts"
export { deviceBound } from "./features/device-bound/index.ts"
export { fedcm } from "./features/fedcm/index.ts"
export { nativeApps } from "./features/native-apps/index.ts"
export { severalAccounts } from "./features/several-accounts/index.ts"
export { stepUp } from "./features/step-up/index.ts"
export { twoStep } from "./features/two-step/index.ts"
