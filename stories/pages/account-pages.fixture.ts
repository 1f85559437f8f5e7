import { changeEmailView } from "../../components/account/change-email.view.ts"
import { deletedView, deletionView } from "../../components/account/deletion.view.ts"
import { nativeAppView } from "../../components/sign-in/native-app.view.ts"
import type { NoticeProps, NoticeView } from "../../components/view/notice.ts"
import { undoView, type UndoEvent } from "../../components/account/undo.view.ts"

/** The parts of a page that Storybook's toolbar decides. */
export type PageLook = Pick<NoticeProps, "messages" | "dir" | "theme" | "idPrefix"> & { lang?: string | undefined }

/** Returns the view of a page in one state. */
export type PageView = (look: PageLook) => NoticeView

const AT = Date.UTC(2026, 5, 9, 7, 41)
const site = { siteName: "Acme", csrfToken: "t" }

const undo =
  (event: UndoEvent, more: object = {}): PageView =>
  (look) =>
    undoView({ ...look, ...site, site: "Acme", action: "/auth/undo", fields: { token: "t" }, at: AT, event, ...more })

const changeEmail =
  (more: object): PageView =>
  (look) =>
    changeEmailView({ ...look, ...site, email: "ada@analytical.example", ...more })

const deletion =
  (more: object = {}): PageView =>
  (look) =>
    deletionView({
      ...{ ...look, ...site, site: "Acme", action: "/auth/account", signOutUrl: "/auth/signout", due: AT },
      ...more,
    })

const deleted =
  (more: object = {}): PageView =>
  (look) =>
    deletedView({ ...look, ...site, site: "Acme", homeUrl: "/", ...more })

const nativeApp =
  (more: object = {}): PageView =>
  (look) =>
    nativeAppView({
      ...{ ...look, ...site, app: "Acme for phones", user: "ada@analytical.example", action: "/auth/authorize" },
      ...{ fields: { client_id: "phone" }, cancelUrl: "/auth/authorize", anotherUrl: "/auth/signin" },
      ...more,
    })

const phone = { device: { type: "phone", browser: "Safari", system: "iPhone" }, place: "Lyon" }

/** The pages of a signed-in user that only Latchkit's own routes render, in every state. */
export const ACCOUNT_PAGES = {
  "undo-factor-added": undo("factor-added", { factor: "totp" }),
  "undo-key-added": undo("factor-added", { factor: "passkey" }),
  "undo-passkey-added": undo("passkey-added"),
  "undo-passkey-removed": undo("passkey-removed"),
  "undo-account-linked": undo("account-linked", { provider: "GitHub" }),
  "undo-account-unlinked": undo("account-unlinked", { provider: "GitHub" }),
  "undo-password-changed": undo("password-changed"),
  "undo-password-added": undo("password-added"),
  "undo-password-removed": undo("password-removed"),
  "undo-new-device": undo("new-device", phone),
  "undo-email-changed": undo("email-changed"),
  "undo-waiting": undo("email-changed", { busy: "form" }),
  "change-email-sent": changeEmail({ status: "sent", resendAfter: 42 }),
  "change-email-resent": changeEmail({ status: "sent", resent: true }),
  "change-email-wrong-code": changeEmail({ status: "sent", error: "InvalidCode" }),
  "change-email-too-many": changeEmail({ status: "sent", error: "RateLimited", retryAfter: 600 }),
  "change-email-waiting": changeEmail({ status: "sent", busy: "code" }),
  "change-email-confirm": changeEmail({ status: "confirm", token: "t" }),
  "change-email-confirm-waiting": changeEmail({ status: "confirm", token: "t", busy: "form" }),
  "change-email-long": changeEmail({ status: "confirm", email: `${"augusta.ada.".repeat(4)}@example.com` }),
  "native-app": nativeApp(),
  "native-app-waiting": nativeApp({ busy: "form" }),
  "native-app-long": nativeApp({ user: `${"augusta.ada.".repeat(4)}@example.com` }),
  "keep-account": deletion(),
  "keep-account-waiting": deletion({ busy: "form" }),
  "keep-account-long": deletion({ site: "The Federation of Extraordinarily Long-Named Societies" }),
  "account-deleted": deleted(),
  "account-deleted-later": deleted({ keepUrl: "/auth/signin" }),
} satisfies Readonly<Record<string, PageView>>

/** The name of a page in one state. */
export type AccountPage = keyof typeof ACCOUNT_PAGES
