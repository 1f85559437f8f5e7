"use client"

import {
  accountScreen,
  accountProfileScreen,
  accountEmailScreen,
  accountPasswordScreen,
  accountTwoStepScreen,
  accountPasskeysScreen,
  accountConnectionsScreen,
  accountDevicesScreen,
  accountDangerScreen,
  type AccountProps as Props,
} from "../../account/account.screen.ts"
import type { Slots } from "../render.ts"
import { useScreen } from "../use-screen.ts"

/** Props of the account card and of the cards of its sections, with your own content. */
export type AccountProps = Props & Slots

/** Shows the user's account with all its sections. Loads by itself, unless it gets `details`. */
export function Account(props: AccountProps) {
  return useScreen(accountScreen, props)
}

/** Shows the user's name and picture, with a form that changes them: one section of `Account` as a card. */
export function AccountProfile(props: AccountProps) {
  return useScreen(accountProfileScreen, props)
}

/** Shows the user's email address, with a form that changes it: one section of `Account` as a card. */
export function AccountEmail(props: AccountProps) {
  return useScreen(accountEmailScreen, props)
}

/** Shows whether the user has a password, and changes, adds or removes it: one section of `Account` as a card. */
export function AccountPassword(props: AccountProps) {
  return useScreen(accountPasswordScreen, props)
}

/** Shows the user's second factors and recovery codes: one section of `Account` as a card. */
export function AccountTwoStep(props: AccountProps) {
  return useScreen(accountTwoStepScreen, props)
}

/** Shows the user's passkeys, and adds one: one section of `Account` as a card. */
export function AccountPasskeys(props: AccountProps) {
  return useScreen(accountPasskeysScreen, props)
}

/** Shows every sign-in method that the user has or can link: one section of `Account` as a card. */
export function AccountConnections(props: AccountProps) {
  return useScreen(accountConnectionsScreen, props)
}

/** Shows the devices on which the user is signed in or which are trusted: one section of `Account` as a card. */
export function AccountDevices(props: AccountProps) {
  return useScreen(accountDevicesScreen, props)
}

/** Shows how the user downloads their data and deletes the account: one section of `Account` as a card. */
export function AccountDanger(props: AccountProps) {
  return useScreen(accountDangerScreen, props)
}
