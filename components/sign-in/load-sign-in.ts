import { clientFor } from "../../client/core/client.ts"
import { createFetchAction, isObject } from "../../client/http/fetch-action.ts"
import type { Page as ClientPage } from "../../client/page/page.ts"
import { returnUrl } from "../../client/page/return-url.ts"
import { requestErrorMessage } from "../view/request-error-message.ts"
import { signInRetry } from "./sign-in-retry.markup.ts"
import type { SignInProps as Props } from "./sign-in-props.view.ts"
import type { CardState } from "../screens/card.ts"
import { continueState } from "../screens/kept-state.ts"
import type { ScreenPage } from "../screens/screen.ts"
import type { SignInProps } from "./sign-in-props.ts"
import { connectionError } from "../screens/native-forms.ts"
import { startSignIn } from "./start-sign-in.ts"
import { rendered } from "../two-step/step.ts"

type Page = ScreenPage<SignInProps, CardState>

const isCardProps = (body: unknown): body is Props => isObject(body) && Array.isArray(body["providers"])

/** The parameters of the page that the card's props depend on. */
const PARAMETERS = ["callbackUrl", "code", "email", "error", "step"]

/** Where the browser remembers the card's height in pixels, so that the next page keeps its place. */
const HEIGHT_KEY = "latchkit.card-height"

/** Requests the props of the sign-in card, renders it, and adds its behavior. */
export function loadSignIn(page: Page, start: (page: Page) => () => void = startSignIn): () => void {
  const ended = new AbortController()
  const { signal } = ended
  const { root } = page
  const running: { stop?: () => void } = {}
  const keepState = continueState(page)

  async function load(): Promise<void> {
    page.set({ step: undefined })
    try {
      const { early } = clientFor({ basePath: page.props.basePath })
      const { body } = await createFetchAction(early)(signInPropsPath(early.page), isCardProps, { signal })
      if (signal.aborted) return
      page.set({ complete: (props) => withLoaded(props, body) })
    } catch {
      if (!signal.aborted) showRetry()
      return
    }
    await rendered(root, "form, [data-passkey]") // the empty card has neither
    if (signal.aborted) return
    keepHeight(root)
    run()
  }
  function run(): void {
    running.stop = start(withLoadedProps(page))
  }
  function showRetry(): void {
    const problem = requestErrorMessage(connectionError(), { messages: page.props.messages })
    if (!signal.aborted) page.set({ step: () => signInRetry(page.props, problem) })
  }
  const retry = ({ target }: Event) => {
    if ((target as Element).closest("[data-retry]")) void load() // the target of a click is an element
  }
  root.addEventListener("click", retry, { signal })
  addEventListener("online", () => page.state.complete ?? void load(), { signal })
  if (page.state.complete) run()
  else {
    root.style.minBlockSize = `${knownHeight()}px`
    void load()
  }
  return () => {
    keepState()
    ended.abort()
    running.stop?.()
  }
}

// The request for the card's props, with the parameters of this page, to which the user returns unless it names another
function signInPropsPath(page: ClientPage): string {
  const parameters = [...new URLSearchParams(location.search)].filter(([name]) => PARAMETERS.includes(name))
  return `sign-in-props?${new URLSearchParams([...parameters, ["page", returnUrl(page)]])}`
}

// The app's own props take precedence
function withLoaded(props: SignInProps, loaded: Props): Props {
  const own = Object.fromEntries(Object.entries(props).filter(([, value]) => value !== undefined))
  return { ...loaded, ...own, messages: { ...loaded.messages, ...props.messages } }
}

// Its getters stay live
function withLoadedProps(page: Page): ScreenPage<Props & SignInProps, CardState> {
  const get = () => page.state.complete?.(page.props)
  return Object.create(page, { props: { get } }) as ScreenPage<Props & SignInProps, CardState> // it has the providers from now on
}

function keepHeight(root: HTMLElement): void {
  root.style.minBlockSize = ""
  try {
    localStorage.setItem(HEIGHT_KEY, String(root.offsetHeight))
  } catch {
    // a page without storage
  }
}

function knownHeight(): number {
  try {
    const height = Number(localStorage.getItem(HEIGHT_KEY))
    return height > 0 && height < 2000 ? height : 0
  } catch {
    return 0
  }
}
