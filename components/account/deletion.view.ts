import { hiddenFields } from "../view/card.ts"
import {
  account as englishAccount,
  deletion as english,
  deletionMail as englishMail,
  errorPage as englishErrors,
} from "../view/messages/en.ts"
import { fill, withOverrides } from "../view/messages/fill.ts"
import { emptyNotice, type NoticeProps, type NoticeView } from "../view/notice.ts"
import { formatDate } from "./relative-time.view.ts"
import { safeUrl } from "../view/safe-url.ts"

/** Props of the page of a user whose account waits for its deletion. */
export interface DeletionProps extends NoticeProps {
  /** The URL that the button posts to: the account's. */
  action: string
  /** Where the user signs out without keeping the account. */
  signOutUrl: string
  /** The site's name. */
  site: string
  /** When the account is deleted, in milliseconds since the epoch. */
  due: number
  /** The language in which the date is written. */
  lang?: string | undefined
}

/** Returns the view of an account that waits for its deletion. The user can keep it, or sign out. */
export function deletionView(props: DeletionProps): NoticeView {
  const words = withOverrides(english, props.messages?.deletion)
  const date = formatDate(props.due, props.lang, { dateStyle: "long", timeZone: "UTC" })
  const values = { site: props.site, date }
  return {
    ...emptyNotice(props, fill(words.title, values), "deletion"),
    icon: "alert",
    tone: "danger",
    text: fill(words.text, values),
    form: {
      action: safeUrl(props.action),
      hidden: hiddenFields({ csrfToken: props.csrfToken, change: "cancel-deletion" }),
      label: words.keep,
      busy: props.busy === "form",
    },
    links: [
      {
        label: withOverrides(englishAccount, props.messages?.account).signOut,
        href: safeUrl(props.signOutUrl),
        variant: "secondary",
      },
    ],
  }
}

/** Props of the page after a deletion. */
export interface DeletedProps extends NoticeProps {
  /** The site's name. */
  site: string
  /** The site's home page. */
  homeUrl: string
  /** Where the user signs in to keep the account, if it isn't deleted yet. */
  keepUrl?: string | undefined
}

/** Returns the view that tells a user that the account is deleted, or will be. */
export function deletedView(props: DeletedProps): NoticeView {
  const { site, homeUrl, keepUrl, messages } = props
  const words = withOverrides(englishMail, messages?.deletionMail)
  const { home } = withOverrides(englishErrors, messages?.errorPage)
  const { signIn } = withOverrides(englishAccount, messages?.account)
  const link = { label: fill(home, { site }), href: safeUrl(homeUrl) }
  if (keepUrl === undefined)
    return {
      ...emptyNotice(props, fill(words.deleted, { site }), "deletion"),
      links: [{ ...link, variant: "primary" }],
    }
  return {
    ...emptyNotice(props, fill(words.requested, { site }), "deletion"),
    text: words.keepText,
    links: [
      { label: signIn, href: safeUrl(keepUrl), variant: "primary" },
      { ...link, variant: "secondary" },
    ],
  }
}
