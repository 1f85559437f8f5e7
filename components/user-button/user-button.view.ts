import type { AccountSwitch, BrowserAccount, BrowserAccounts } from "../../client/account-contract.ts"
import type { Session } from "../../client/contract.ts"
import { baseView, hiddenFields } from "../view/card.ts"
import { menuWords, signOutWords } from "../view/words.ts"
import { fill, withOverrides } from "../view/messages/fill.ts"
import type { MessageOverrides } from "../view/messages/types.ts"
import { personView, type PersonView } from "../view/user.ts"
import { safeUrl } from "../view/safe-url.ts"
import type { BaseView, CardProps, HiddenFields } from "../view/types.ts"

/** Props of the signed-in user's menu. */
export interface UserButtonProps extends Omit<CardProps, "siteName" | "page"> {
  /** The result of `useSession`. */
  session: { readonly status: string; readonly data?: Session | null | undefined }
  /** The base path. @default the `SessionProvider`'s, otherwise "/auth" */
  basePath?: string | undefined
  /** Where to go after signing in or out. @default the current page */
  callbackUrl?: string | undefined
  /** The URL of the page with `Account`. Without it, the menu doesn't link to the account. */
  accountUrl?: string | undefined
  /** The app's own menu items, above "Sign out". */
  links?: readonly { readonly label: string; readonly href: string }[] | undefined
  /** Whether to show the name beside the picture. @default false */
  showName?: boolean | undefined
  /**
   * The accounts that this browser is signed in to, from `GET accounts` or `auth.listAccounts`. `true` fetches them
   * when the user reaches for the menu. The server needs `session.maxAccounts`.
   *
   * @default one account
   */
  accounts?: BrowserAccounts | boolean | undefined
  /** Whether a form is being sent: the sign-out, or the form of that account's id. */
  busy?: boolean | string | undefined
  /** Whether the sign-out failed, or why a switch did. */
  failed?: boolean | "switch" | "ended" | undefined
  /** Your own sentences, which replace the built-in ones one by one. */
  messages?: MessageOverrides | undefined
}

/** A form of the menu, with one button. */
export interface MenuFormView {
  readonly label: string
  readonly action: string
  readonly hidden: HiddenFields
  readonly busy: boolean
}

/** The content of the signed-in user's menu. */
export interface UserButtonView extends BaseView {
  readonly kind: "user-button"
  readonly status: "loading" | "authenticated" | "unauthenticated"
  readonly person: PersonView
  readonly showName: boolean
  readonly scripted: boolean
  readonly links: readonly { readonly label: string; readonly href: string; readonly icon: "person" | undefined }[]
  /** The browser's other accounts. `undefined` if it has one account at most. */
  readonly accounts:
    | {
        readonly label: string
        readonly others: readonly (MenuFormView & { readonly person: PersonView })[]
        readonly add: { readonly label: string; readonly href: string } | undefined
        /** Signs out of the active account only. */
        readonly signOut: MenuFormView | undefined
      }
    | undefined
  readonly signOut: MenuFormView
  readonly signIn: { readonly label: string; readonly href: string }
  readonly alert: string | undefined
}

/** Returns the view of the signed-in user's menu. For an anonymous user it is the sign-in link. */
export function userButtonView(props: UserButtonProps): UserButtonView {
  const words = withOverrides(menuWords, props.messages?.account)
  const base = props.basePath ?? "/auth"
  const person = personView(props.session.data?.user ?? {})
  const back = props.callbackUrl === undefined ? "" : `?${new URLSearchParams({ callbackUrl: props.callbackUrl })}`
  const { status } = props.session
  const account =
    props.accountUrl === undefined
      ? []
      : [{ label: words.manage, href: safeUrl(props.accountUrl), icon: "person" as const }]
  const links = (props.links ?? []).map(({ label, href }) => ({ label, href: safeUrl(href), icon: undefined }))
  const accounts = accountsView(props, base, `${base}/signin${back}`)
  return {
    ...baseView(props, fill(words.menu, { name: person.name })),
    kind: "user-button",
    status: status === "authenticated" || status === "unauthenticated" ? status : "loading",
    person,
    showName: props.showName ?? false,
    scripted: props.scripted ?? false,
    links: [...account, ...links],
    accounts,
    signOut: {
      label: accounts?.signOut ? words.signOutAll : words.signOut,
      action: safeUrl(`${base}/signout`),
      hidden: hiddenFields({ csrfToken: props.csrfToken, callbackUrl: props.callbackUrl }),
      busy: props.busy === true,
    },
    signIn: { label: words.signIn, href: safeUrl(`${base}/signin${back}`) },
    alert: alertText(props, words),
  }
}

function alertText({ failed, messages }: UserButtonProps, words: typeof menuWords): string | undefined {
  if (failed === "ended") return words.accountEnded
  if (failed === "switch") return words.failed
  return failed ? withOverrides(signOutWords, messages?.signOut).failed : undefined
}

function accountsView(props: UserButtonProps, base: string, signInUrl: string): UserButtonView["accounts"] {
  if (!props.accounts) return undefined
  const words = withOverrides(menuWords, props.messages?.account)
  const { accounts, canAdd } = props.accounts === true ? { accounts: [], canAdd: true } : props.accounts
  const form = ({ id }: BrowserAccount, change: AccountSwitch, label: string): MenuFormView => ({
    label,
    action: safeUrl(`${base}/accounts`),
    hidden: hiddenFields({ csrfToken: props.csrfToken, callbackUrl: props.callbackUrl, change, id }),
    busy: props.busy === id,
  })
  const active = accounts.find((account) => account.active)
  const others = accounts.filter((account) => !account.active)
  return {
    label: words.switchAccount,
    others: others.map((account) => ({ ...form(account, "switch", words.switchAccount), person: personView(account) })),
    add: canAdd ? { label: words.addAccount, href: safeUrl(signInUrl) } : undefined,
    signOut: active && others.length > 0 ? form(active, "sign-out", words.signOut) : undefined,
  }
}
