import { ACCOUNT_SECTIONS } from "./account.view.ts"
import { dangerSection } from "./sections/danger.view.ts"
import { devicesSection } from "./sections/devices.view.ts"
import { emailSection } from "./sections/email.view.ts"
import { methodsSection } from "./sections/methods.view.ts"
import { passkeysSection } from "./sections/passkeys.view.ts"
import { passwordSection } from "./sections/password.view.ts"
import { profileSection } from "./sections/profile.view.ts"
import { twoStepSection } from "./sections/two-step.view.ts"
import { accountCardScreen } from "./account-card.screen.ts"

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
