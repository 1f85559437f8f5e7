import { accountCardView, type AccountProps, type AccountView, type Section } from "./account-card.ts"
import { dangerSection } from "./account-sections/danger.ts"
import { devicesSection } from "./account-sections/devices.ts"
import { emailSection } from "./account-sections/email.ts"
import { methodsSection } from "./account-sections/methods.ts"
import { passkeysSection } from "./account-sections/passkeys.ts"
import { passwordSection } from "./account-sections/password.ts"
import { profileSection } from "./account-sections/profile.ts"
import { twoStepSection } from "./account-sections/two-step.ts"

export type { AreaView } from "./account-rows.ts"
export type { AccountDone, AccountProps, AccountView, SectionView } from "./account-card.ts"

/** The sections of the account page, in order. */
export const ACCOUNT_SECTIONS: readonly Section[] = [
  profileSection,
  emailSection,
  passwordSection,
  twoStepSection,
  passkeysSection,
  methodsSection,
  devicesSection,
  dangerSection,
]

/** Returns the view of the account page. */
export function accountView(props: AccountProps): AccountView {
  return accountCardView(props, ACCOUNT_SECTIONS)
}
