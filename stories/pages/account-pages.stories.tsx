import { noticeMarkup } from "../../components/view/markup/notice.ts"
import { ACCOUNT_PAGES, type AccountPage } from "./account-pages.fixture.ts"
import { Page } from "./page.tsx"

interface Shown {
  page: AccountPage
}

export default {
  title: "Pages/Account", // Storybook asks for it
  render: ({ page }: Shown, { globals }: { globals: Record<string, unknown> }) => (
    <Page
      key={JSON.stringify([page, globals])}
      markup={(look) => noticeMarkup(ACCOUNT_PAGES[page](look))}
      globals={globals as Record<string, string>} // declared in the preview
    />
  ),
}

const story = (page: AccountPage, name: string) => ({ name, args: { page } satisfies Shown })

export const FactorAdded = story("undo-factor-added", "Undo: authenticator app added")
export const KeyAdded = story("undo-key-added", "Undo: security key added")
export const PasskeyAdded = story("undo-passkey-added", "Undo: passkey added")
export const PasskeyRemoved = story("undo-passkey-removed", "Undo: passkey removed")
export const AccountLinked = story("undo-account-linked", "Undo: sign-in method added")
export const AccountUnlinked = story("undo-account-unlinked", "Undo: sign-in method removed")
export const PasswordChanged = story("undo-password-changed", "Undo: password changed")
export const PasswordAdded = story("undo-password-added", "Undo: password added")
export const PasswordRemoved = story("undo-password-removed", "Undo: password removed")
export const NewDevice = story("undo-new-device", "Undo: new device")
export const EmailChanged = story("undo-email-changed", "Undo: address changed")
export const UndoWaiting = story("undo-waiting", "Undo: waiting")
export const ChangeEmailSent = story("change-email-sent", "Change of email: link sent")
export const ChangeEmailResent = story("change-email-resent", "Change of email: sent again")
export const ChangeEmailWrongCode = story("change-email-wrong-code", "Change of email: wrong code")
export const ChangeEmailTooMany = story("change-email-too-many", "Change of email: too many attempts")
export const ChangeEmailWaiting = story("change-email-waiting", "Change of email: waiting")
export const ChangeEmailConfirm = story("change-email-confirm", "Change of email: page of the link")
export const ChangeEmailConfirmWaiting = story("change-email-confirm-waiting", "Change of email: link, waiting")
export const ChangeEmailLong = story("change-email-long", "Change of email: long address")
export const NativeApp = story("native-app", "Native app: continue")
export const NativeAppWaiting = story("native-app-waiting", "Native app: waiting")
export const NativeAppLong = story("native-app-long", "Native app: long address")
export const KeepAccount = story("keep-account", "Deletion: keep the account")
export const KeepAccountWaiting = story("keep-account-waiting", "Deletion: waiting")
export const KeepAccountLong = story("keep-account-long", "Deletion: long name")
export const AccountDeleted = story("account-deleted", "Deletion: done")
export const AccountDeletedLater = story("account-deleted-later", "Deletion: requested")
