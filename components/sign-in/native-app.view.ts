import { hiddenFields } from "../view/card.ts"
import {
  account as englishAccount,
  email as englishEmail,
  nativeApp as english,
  signInPage as englishSignIn,
} from "../view/messages/en.ts"
import { fill, withOverrides } from "../view/messages/fill.ts"
import { emphasizeEmail, emptyNotice, type NoticeProps, type NoticeView } from "../view/notice.ts"
import { safeUrl } from "../view/safe-url.ts"

/** Props of the page on which a signed-in user continues to a native app. */
export interface NativeAppProps extends NoticeProps {
  /** The URL that the button posts to. */
  action: string
  /** The app's request, which the form repeats. */
  fields: Readonly<Record<string, string>>
  /** The app's name. */
  app: string
  /** The user's address or name. */
  user: string | undefined
  /** Where a user who cancels goes. */
  cancelUrl: string
  /** Where the user signs in with another account. */
  anotherUrl: string
}

/** Returns the view of a user who continues to a native app, cancels, or uses another account. */
export function nativeAppView(props: NativeAppProps): NoticeView {
  const { app, user, messages } = props
  const words = withOverrides(english, messages?.nativeApp)
  const email = withOverrides(englishEmail, messages?.email)
  return {
    ...emptyNotice(props, fill(words.title, { app }), "native-app"),
    ...(user !== undefined && emphasizeEmail(fill(email.confirmText, { site: app }), user)),
    hint: fill(words.caution, { app }),
    form: {
      action: safeUrl(props.action),
      hidden: hiddenFields({ csrfToken: props.csrfToken, ...props.fields }),
      label: email.confirmPlain,
      busy: props.busy === "form",
    },
    links: [
      {
        label: withOverrides(englishAccount, messages?.account).cancel,
        href: safeUrl(props.cancelUrl),
        variant: "secondary",
      },
      {
        label: withOverrides(englishSignIn, messages?.signIn).useAnother,
        href: safeUrl(props.anotherUrl),
        variant: undefined,
      },
    ],
  }
}
