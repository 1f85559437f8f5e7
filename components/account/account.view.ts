import { accountCardView, type AccountProps, type AccountView, type Section } from "./account-card.view.ts"
import { dangerSection } from "./sections/danger.view.ts"
import { devicesSection } from "./sections/devices.view.ts"
import { emailSection } from "./sections/email.view.ts"
import { methodsSection } from "./sections/methods.view.ts"
import { passkeysSection } from "./sections/passkeys.view.ts"
import { passwordSection } from "./sections/password.view.ts"
import { profileSection } from "./sections/profile.view.ts"
import { twoStepSection } from "./sections/two-step.view.ts"

export type { AreaView } from "./account-rows.view.ts"
export type { AccountDone, AccountProps, AccountView, SectionView } from "./account-card.view.ts"

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
