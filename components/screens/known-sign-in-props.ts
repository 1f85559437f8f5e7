import type { SignInProps as Props } from "../view/sign-in-props.ts"
import type { CardState } from "./card.ts"
import type { SignInProps } from "./sign-in-props.ts"

/** Returns the app's own props, completed with those that the card requested. `undefined` until there are providers. */
export function knownProps(props: SignInProps, { loaded }: CardState): (SignInProps & Props) | undefined {
  const { providers } = props
  if (providers) return { ...props, providers }
  if (!loaded) return undefined
  const own = Object.fromEntries(Object.entries(props).filter(([, value]) => value !== undefined))
  return { ...loaded, ...own, messages: { ...loaded.messages, ...props.messages } }
}

/** The parameters of the page that the card's props depend on. */
const PARAMETERS = ["callbackUrl", "code", "email", "error"]

/** Returns the path of the request for the card's props, with the parameters of this page. */
export function signInPropsPath(): string {
  const given = [...new URLSearchParams(location.search)].filter(([name]) => PARAMETERS.includes(name))
  return given.length === 0 ? "sign-in-props" : `sign-in-props?${new URLSearchParams(given)}`
}
