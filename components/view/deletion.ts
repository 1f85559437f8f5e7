import { hiddenFields } from "./card.ts"
import { account as englishAccount, deletion as english } from "./messages/en.ts"
import { fill, withOverrides } from "./messages/fill.ts"
import { emptyNotice, type NoticeProps, type NoticeView } from "./notice.ts"
import { safeUrl } from "./safe-url.ts"

/** Props of the page of a user whose account waits for its deletion. */
export interface DeletionProps extends NoticeProps {
  /** The URL that the button posts to: the account's. */
  action: string
  signOutUrl: string
  /** The site's name. */
  site: string
  /** When the account is deleted, in milliseconds since the epoch. */
  due: number
  lang?: string | undefined
}

/** Returns the view of an account that waits for its deletion. The user can keep it, or sign out. */
export function deletionView(props: DeletionProps): NoticeView {
  const words = withOverrides(english, props.messages?.deletion)
  const date = new Intl.DateTimeFormat(props.lang, { dateStyle: "long", timeZone: "UTC" }).format(props.due)
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
