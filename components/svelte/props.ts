import type { Snippet } from "svelte"
import type { AuthClientOptions } from "../../client/core/client.ts"
import type { Screen } from "../screens/screen.ts"
import type {
  ProviderButtonProps as ButtonScreenProps,
  SignInProps as SignInScreenProps,
} from "../sign-in/sign-in-props.ts"
import type { SignInFlow } from "../sign-in/sign-in-flow.ts"
import type { SignOutProps as SignOutScreenProps } from "../sign-out/sign-out.screen.ts"
import type { UserButtonProps as UserScreenProps } from "../user-button/user-button.screen.ts"
import type { Enhance, Enhanced, Slots } from "./render.ts"

/** Props of one sign-in method without a card, with your own content. */
export type ProviderButtonProps = ButtonScreenProps & Slots & Enhanced

/** Props of the sign-in card, with your own content. */
export type SignInProps = SignInScreenProps &
  Slots &
  Enhanced & {
    /** The path of SvelteKit's sign-in action, which Auth.js has too. */
    signInPage?: string
    /** How the card asks: `identifierFirst` of `latchkit/identifier-first`. @default all methods at once */
    flow?: SignInFlow | undefined
  }

/** Props of the sign-out card, with your own content. */
export type SignOutProps = SignOutScreenProps &
  Slots &
  Enhanced & {
    /** The path of SvelteKit's sign-out action, which Auth.js has too. */
    signOutPage?: string
  }

/** Props of the signed-in user's menu, with your own content. */
export type UserButtonProps = Omit<UserScreenProps, "session"> & Slots

/** Props of `SignedIn` and `SignedOut`. */
export interface SignedInProps {
  /** Your own content. */
  children?: Snippet
  /** Shown while the session is loading. @default nothing */
  fallback?: Snippet
}

/** Props of `SessionProvider`: the client's options, and what gets the session. */
export type SessionProviderProps = AuthClientOptions & {
  /** The part of your app that gets the session. */
  children?: Snippet
}

/** Props of `Screen`. */
export interface ScreenProps<Props, State> {
  /** The screen to render. */
  screen: Screen<Props, State>
  /** The screen's own props. */
  of: Props
  /** Svelte's `use:` action for every form of the card: SvelteKit's `enhance`. */
  enhance?: Enhance | undefined
}
