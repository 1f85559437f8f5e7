import { accountCardView, type AccountProps, type Section } from "../account/account-card.view.ts"
import { accountView } from "../account/account.view.ts"
import { dangerSection } from "../account/sections/danger.view.ts"
import { devicesSection } from "../account/sections/devices.view.ts"
import { emailSection } from "../account/sections/email.view.ts"
import { methodsSection } from "../account/sections/methods.view.ts"
import { passkeysSection } from "../account/sections/passkeys.view.ts"
import { passwordSection } from "../account/sections/password.view.ts"
import { profileSection } from "../account/sections/profile.view.ts"
import { twoStepSection } from "../account/sections/two-step.view.ts"
import { markOf } from "../view/marks/index.ts"
import { accountMarkup } from "../account/account.markup.ts"
import { inRoot, withIds } from "./root.ts"

export type { AccountProps }

/** Returns only the account card. Its forms post to Latchkit and return to `callbackUrl`. */
export function accountCard(props: AccountProps): string {
  return inRoot(accountMarkup(accountView({ marks: markOf, scriptless: true, ...withIds(props) })), props)
}

const sectionCard = (props: AccountProps, section: Section) =>
  inRoot(
    accountMarkup(accountCardView({ marks: markOf, scriptless: true, ...withIds(props) }, [section], section)),
    props,
  )

/**
 * Returns a card with the user's name and picture, with a form that changes them: one section of {@link accountCard}.
 */
export const accountProfileCard = (props: AccountProps): string => sectionCard(props, profileSection)

/** Returns a card with the user's email address, with a form that changes it: one section of {@link accountCard}. */
export const accountEmailCard = (props: AccountProps): string => sectionCard(props, emailSection)

/**
 * Returns a card with whether the user has a password, and changes, adds or removes it: one section of
 * {@link accountCard}.
 */
export const accountPasswordCard = (props: AccountProps): string => sectionCard(props, passwordSection)

/** Returns a card with the user's second factors and recovery codes: one section of {@link accountCard}. */
export const accountTwoStepCard = (props: AccountProps): string => sectionCard(props, twoStepSection)

/** Returns a card with the user's passkeys, and adds one: one section of {@link accountCard}. */
export const accountPasskeysCard = (props: AccountProps): string => sectionCard(props, passkeysSection)

/** Returns a card with every sign-in method that the user has or can link: one section of {@link accountCard}. */
export const accountConnectionsCard = (props: AccountProps): string => sectionCard(props, methodsSection)

/**
 * Returns a card with the devices on which the user is signed in or which are trusted: one section of
 * {@link accountCard}.
 */
export const accountDevicesCard = (props: AccountProps): string => sectionCard(props, devicesSection)

/**
 * Returns a card with how the user downloads their data and deletes the account: one section of {@link accountCard}.
 */
export const accountDangerCard = (props: AccountProps): string => sectionCard(props, dangerSection)
