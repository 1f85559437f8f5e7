import { email as englishEmail, popup as englishPopup, signInPage as english } from "../view/messages/en.ts"
import { withOverrides } from "../view/messages/fill.ts"
import { emptyNotice, type NoticeProps, type NoticeView } from "../view/notice.ts"
import { safeUrl } from "../view/safe-url.ts"

/** Props of the sign-in page of a user who is already signed in. */
export interface AlreadySignedInProps extends NoticeProps {
  /** The signed-in user, as the session shows them. */
  user: { readonly name?: string | null | undefined; readonly email?: string | null | undefined }
  /** Where the user continues. */
  callbackUrl: string
  /** Where the user signs in with another account. */
  anotherUrl: string
}

/** Returns the view of a user who is already signed in. The user can continue, or use another account. */
export function alreadySignedInView(props: AlreadySignedInProps): NoticeView {
  const { messages, user } = props
  const [strong, more] = [user.name, user.email].filter(Boolean)
  return {
    ...emptyNotice(props, withOverrides(englishPopup, messages?.popup).title, "already-signed-in"),
    strong: strong ?? undefined,
    after: more ? ` · ${more}` : "",
    links: [
      {
        label: withOverrides(englishEmail, messages?.email).confirmPlain,
        href: safeUrl(props.callbackUrl),
        variant: "primary",
      },
      {
        label: withOverrides(english, messages?.signIn).useAnother,
        href: safeUrl(props.anotherUrl),
        variant: undefined,
      },
    ],
  }
}
