import type { StepResponse } from "../../client/protocol.ts"
import { clientFor } from "../../client/core/client.ts"
import { isObject } from "../../client/http/fetch-action.ts"
import { navigate } from "../../client/page/navigate.ts"
import type { ElementNode } from "../view/node.ts"
import type { CardState } from "../screens/card.ts"
import { enrollTotpScreen } from "../two-step/enroll-totp.screen.ts"
import { startScreen, type Screen, type ScreenPage } from "../screens/screen.ts"
import { secondFactorScreen } from "../two-step/second-factor.screen.ts"
import type { SignInProps } from "./sign-in-props.ts"
import { rendered } from "../two-step/step.ts"

// Each screen is called only with the props of its own step
const SCREENS = { "second-factor": secondFactorScreen, "enroll-totp": enrollTotpScreen } as unknown as Readonly<
  Record<string, Screen<object, object>>
>

type SignInPage = ScreenPage<Omit<SignInProps, "providers">, CardState>

interface PausedSignIn {
  /** The page of the step. */
  url: string
  /** The step, if the response to the sign-in had it. Otherwise it is requested. */
  loaded: StepResponse | undefined
  /** Called when the card shows the sign-in again. */
  restart(): void
}

/**
 * Shows the step that a sign-in waits for, in place of the card's content. A step that has no card here, such as your
 * app's own, opens its page.
 *
 * @returns a function that stops the step
 */
export async function showStep(page: SignInPage, { url, loaded, restart }: PausedSignIn): Promise<() => void> {
  const client = clientFor({ basePath: page.props.basePath })
  const leave = (to: string) => void navigate(client.page, to, "any-origin")
  const step = loaded ?? (await loadStep(client))
  const screen = step && Object.hasOwn(SCREENS, step.step) ? SCREENS[step.step] : undefined
  if (!screen) {
    leave(url)
    return () => undefined
  }
  const running: { stop?: () => void } = {}
  const props = () => ({
    ...page.props,
    ...step,
    action: undefined,
    // Recovery codes and an app's own steps have pages of their own
    onDone: (to: string, next: string | undefined) =>
      next === undefined && page.props.onSignIn ? page.props.onSignIn(to) : leave(to),
    onCancel() {
      running.stop?.()
      restart() // first, so that the sign-in notices where the focus was
      page.set({ step: undefined, busy: undefined, error: undefined })
    },
  })
  const show = (state: object) => page.set({ step: (): ElementNode => screen.markup(props(), state) })
  show(screen.initial)
  await rendered(page.root, "[name=attempt]") // each form of a step has it, and no form of the sign-in does
  const stop = startScreen(screen, { root: page.root, props, show })
  running.stop = stop
  page.root.querySelector<HTMLElement>("[data-part=field] input, .auth-button")?.focus()
  return stop
}

async function loadStep({ base, page }: ReturnType<typeof clientFor>): Promise<StepResponse | undefined> {
  const response = await page.fetch(`${base}/step`, { headers: { accept: "application/json" } }).catch(() => undefined)
  const body: unknown = response?.ok ? await response.json().catch(() => undefined) : undefined
  return isObject(body) && typeof body["step"] === "string" ? (body as unknown as StepResponse) : undefined // Latchkit wrote it
}
