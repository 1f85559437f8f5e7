import { account as english } from "../../../components/view/messages/en.ts"
import { withOverrides } from "../../../components/view/messages/fill.ts"
import { loadCredentials } from "../../core/methods/sign-in-methods.ts"
import type { StoredPassword } from "../../core/users/security-state.ts"
import { mayReset } from "./stored-password.ts"
import { messagesFor } from "../../core/request/language.ts"
import { toPlainText } from "../../core/request/plain-text.ts"
import { usableProviders } from "../../core/request/public-provider.ts"
import { pageUrl } from "../../core/request/redirect-url.ts"
import type { ActionContext } from "../../core/request/action-context.ts"
import { userStore } from "../../core/users/users.ts"
import { sendLater } from "../../core/mailbox/account-email.ts"
import { LINK_MAX_AGE, type PendingEmail } from "../../core/mailbox/pending.ts"
import { findPassword } from "./sign-in.ts"

/** Returns whether a reset sets this user's password. A disabled user can't sign in, so no link is sent. */
export function mayGetReset({ settings }: Pick<ActionContext, "settings">, stored: StoredPassword | null): boolean {
  if (stored?.disabledAt !== undefined) return false
  return mayReset(stored) || settings.passwords?.resetAddsPassword === true
}

interface ResetEmail {
  /** The address that asked. */
  email: string
  secrets: PendingEmail
  /** Returns the address as it is stored, or `undefined` if the link would set no password. */
  find(): Promise<string | undefined>
}

/**
 * Emails the link and the code of a reset, or the sign-in methods of a user without a password. Whatever differs
 * between users is looked up after the response, so that it takes equally long for all.
 */
export function emailReset(context: ActionContext, { email, secrets: { token, code }, find }: ResetEmail): void {
  const { site, settings } = context
  const expires = new Date(settings.now() + LINK_MAX_AGE * 1000)
  const kind = "reset-password"
  const reset = { kind, url: `${site.url}/${kind}?token=${token}`, code, expires } as const
  sendLater(context, {
    kind,
    async load() {
      const identifier = await find()
      return identifier === undefined ? noPasswordEmail(context, email) : { ...reset, identifier }
    },
  })
}

async function noPasswordEmail(context: ActionContext, address: string) {
  const { settings } = context
  const { user, stored } = await findPassword(context, address)
  if (!user || stored?.disabledAt !== undefined || mayGetReset(context, stored)) return undefined
  const { passkeys: passkeyLabel } = withOverrides(english, (await messagesFor(context)).account)
  const { accounts, passkeys } = await loadCredentials(settings, userStore(settings), user.id)
  const methods = usableProviders(settings).flatMap(({ id, name, type }) => {
    if (type === "webauthn") return passkeys?.length ? [passkeyLabel] : []
    const isOwn = type === "email" || accounts?.some((linked) => linked.provider === id && linked.type === type)
    return isOwn ? [toPlainText(name, 120)] : [] // a tenant may have named its provider
  })
  const url = pageUrl(context, "signIn")
  return { kind: "no-password", identifier: user.email, url, methods: [...new Set(methods)] } as const
}
