import { clientFor } from "../../client/core/client.ts"
import { createFetchAction, isObject } from "../../client/http/fetch-action.ts"
import { errorMessage } from "../view/error-message.ts"
import type { SignInProps as Props } from "../view/sign-in-props.ts"
import type { CardState } from "./card.ts"
import type { ScreenPage } from "./screen.ts"
import { knownProps, signInPropsPath } from "./known-sign-in-props.ts"
import type { SignInProps } from "./sign-in-props.ts"
import { connectionError } from "./start-card.ts"
import { startSignIn } from "./start-sign-in.ts"
import { rendered } from "./step.ts"

type Page = ScreenPage<SignInProps, CardState>

const isCardProps = (body: unknown): body is Props => isObject(body) && Array.isArray(body["providers"])

/** Where the browser remembers the card's height in pixels, so that the next page keeps its place. */
const HEIGHT_KEY = "latchkit.card-height"

/** Requests the props of the sign-in card, renders it, and adds its behavior. */
export function loadSignIn(page: Page): () => void {
  const ended = new AbortController()
  const { signal } = ended
  const { root } = page
  const running: { stop?: () => void } = {}

  async function load(): Promise<void> {
    page.set({ sentence: undefined })
    try {
      const { early } = clientFor({ basePath: page.props.basePath })
      const { body } = await createFetchAction(early)(signInPropsPath(), isCardProps, { signal })
      if (signal.aborted) return
      page.set({ loaded: body })
    } catch {
      if (!signal.aborted) page.set({ sentence: errorMessage(connectionError(), { messages: page.props.messages }) })
      return
    }
    await rendered(root, "[data-part=methods]") // the empty card has no such part
    if (signal.aborted) return
    keepHeight(root)
    running.stop = startSignIn(withLoadedProps(page))
  }
  const retry = ({ target }: Event) => {
    if (target instanceof Element && target.closest("[data-retry]")) void load()
  }
  root.addEventListener("click", retry, { signal })
  addEventListener("online", () => page.state.loaded ?? void load(), { signal })
  root.style.minBlockSize = `${knownHeight()}px`
  void load()
  return () => {
    ended.abort()
    running.stop?.()
  }
}

// Its getters stay live
function withLoadedProps(page: Page): ScreenPage<Props & SignInProps, CardState> {
  const get = () => knownProps(page.props, page.state)
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
