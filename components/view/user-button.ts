import type { Session } from "../../client/contract.ts"
import { cardView, hiddenFields } from "./card.ts"
import { account as english, signOut as englishSignOut } from "./messages/en.ts"
import { fill, withOverrides } from "./messages/fill.ts"
import type { MessageOverrides } from "./messages/types.ts"
import { personView, type PersonView } from "./user.ts"
import { safeUrl } from "./safe-url.ts"
import type { CardProps, CardView, HiddenFields } from "./types.ts"

/** Props of the signed-in user's menu. */
export interface UserButtonProps extends Omit<CardProps, "siteName" | "page"> {
  /** The result of `useSession`. */
  session: { readonly status: string; readonly data?: Session | null | undefined }
  /** The base path. @default "/auth" */
  basePath?: string | undefined
  /** Where to go after signing in or out. @default the current page */
  callbackUrl?: string | undefined
  /** The URL of the page with `Account`. Without it, the menu doesn't link to the account. */
  accountUrl?: string | undefined
  /** The app's own menu items, above "Sign out". */
  links?: readonly { readonly label: string; readonly href: string }[] | undefined
  /** Whether to show the name beside the picture. @default false */
  showName?: boolean | undefined
  busy?: boolean | undefined
  /** Whether the sign-out failed. */
  failed?: boolean | undefined
  messages?: MessageOverrides | undefined
}

export interface UserButtonView extends CardView {
  readonly kind: "user-button"
  readonly status: "loading" | "authenticated" | "unauthenticated"
  readonly person: PersonView
  readonly showName: boolean
  readonly scripted: boolean
  readonly links: readonly { readonly label: string; readonly href: string; readonly icon: "person" | undefined }[]
  readonly signOut: {
    readonly label: string
    readonly action: string
    readonly hidden: HiddenFields
    readonly busy: boolean
  }
  readonly signIn: { readonly label: string; readonly href: string }
  readonly alert: string | undefined
}

/** Returns the view of the signed-in user's menu. For an anonymous user it is the sign-in link. */
export function userButtonView(props: UserButtonProps): UserButtonView {
  const words = withOverrides(english, props.messages?.account)
  const base = props.basePath ?? "/auth"
  const person = personView(props.session.data?.user ?? {})
  const back = props.callbackUrl === undefined ? "" : `?${new URLSearchParams({ callbackUrl: props.callbackUrl })}`
  const { status } = props.session
  const account = props.accountUrl === undefined ? [] : [{ label: words.manage, href: safeUrl(props.accountUrl), icon: "person" as const }] // prettier-ignore
  const links = (props.links ?? []).map(({ label, href }) => ({ label, href: safeUrl(href), icon: undefined }))
  return {
    ...cardView(props, fill(words.menu, { name: person.name })),
    kind: "user-button",
    status: status === "authenticated" || status === "unauthenticated" ? status : "loading",
    person,
    showName: props.showName ?? false,
    scripted: props.scripted ?? false,
    links: [...account, ...links],
    signOut: {
      label: words.signOut,
      action: safeUrl(`${base}/signout`),
      hidden: hiddenFields({ csrfToken: props.csrfToken, callbackUrl: props.callbackUrl }),
      busy: props.busy ?? false,
    },
    signIn: { label: words.signIn, href: safeUrl(`${base}/signin${back}`) },
    alert: props.failed ? withOverrides(englishSignOut, props.messages?.signOut).failed : undefined,
  }
}
