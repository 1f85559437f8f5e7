import { ACCOUNT_SECTIONS } from "../view/account.ts"
import { dangerSection } from "../view/account-sections/danger.ts"
import { devicesSection } from "../view/account-sections/devices.ts"
import { emailSection } from "../view/account-sections/email.ts"
import { methodsSection } from "../view/account-sections/methods.ts"
import { passkeysSection } from "../view/account-sections/passkeys.ts"
import { passwordSection } from "../view/account-sections/password.ts"
import { profileSection } from "../view/account-sections/profile.ts"
import { twoStepSection } from "../view/account-sections/two-step.ts"
import { accountCardScreen } from "./account-card.ts"

export type { AccountProps, AccountState } from "./account-state.ts"

/** Shows the account, and loads and changes it. */
export const accountScreen = /* @__PURE__ */ accountCardScreen(ACCOUNT_SECTIONS)

// An app that shows one section loads only that one
export const accountProfileScreen = /* @__PURE__ */ accountCardScreen([profileSection], profileSection)
export const accountEmailScreen = /* @__PURE__ */ accountCardScreen([emailSection], emailSection)
export const accountPasswordScreen = /* @__PURE__ */ accountCardScreen([passwordSection], passwordSection)
export const accountTwoStepScreen = /* @__PURE__ */ accountCardScreen([twoStepSection], twoStepSection)
export const accountPasskeysScreen = /* @__PURE__ */ accountCardScreen([passkeysSection], passkeysSection)
export const accountConnectionsScreen = /* @__PURE__ */ accountCardScreen([methodsSection], methodsSection)
export const accountDevicesScreen = /* @__PURE__ */ accountCardScreen([devicesSection], devicesSection)
export const accountDangerScreen = /* @__PURE__ */ accountCardScreen([dangerSection], dangerSection)
