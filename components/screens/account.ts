import { changeAccount, getAccount } from "../../client/account.ts"
import { clientOf } from "../../client/client.ts"
import { ACCOUNT_CHANGES, type AccountDetails } from "../../client/contract.ts"
import { navigate } from "../../client/navigate.ts"
import { passkey } from "../../client/passkey.ts"
import { signIn } from "../../client/sign-in.ts"
import { signOut } from "../../client/sign-out.ts"
import { accountView, type AccountDone, type AccountProps as ViewProps } from "../view/account.ts"
import { accountMarkup } from "../view/markup/account.ts"
import { atRest, type CardState } from "./card.ts"
import { startDisclosures } from "./disclosures.ts"
import { onPasskeyButton } from "./passkey-button.ts"
import { shownError } from "./passkey-card.ts"
import type { Screen, ScreenPage } from "./screen.ts"
import { startCard, textsOf, unreachable } from "./start-card.ts"

export interface AccountProps extends ViewProps {
  /** Called with what a change left, so that the app can keep it. */
  onChange?: ((details: AccountDetails | null) => void) | undefined
}

export interface AccountState extends CardState {
  /** What the service answered last; undefined where it was not asked. */
  readonly answer: AccountDetails | null | undefined
  /** The `details` that were given when it answered: newer ones are shown instead. */
  readonly since: AccountProps["details"]
  readonly unanswered: boolean
  readonly done: false | AccountDone
  /** Milliseconds. */
  readonly now: number | undefined
}

type Page = ScreenPage<AccountProps, AccountState>

export const accountScreen: Screen<AccountProps, AccountState> = {
  initial: { ...atRest, answer: undefined, since: undefined, unanswered: false, done: false, now: undefined },
  markup({ onChange: _, ...props }, { scripted, hasPasskeys, busy, error, answer, since, unanswered, done, now }) {
    const isNewer = answer !== undefined && since === props.details
    return accountMarkup(
      accountView({
        ...props,
        scripted,
        hasPasskeys,
        details: isNewer ? answer : props.details,
        unanswered: props.unanswered ?? unanswered,
        busy: props.busy ?? busy,
        error: error ?? (isNewer ? undefined : props.error),
        done: props.done ?? done,
        now: props.now ?? now,
      }),
    )
  },
  start(page) {
    const ended = new AbortController()
    startDisclosures(page.root, ended.signal)
    const retry = ({ target }: Event) => {
      if (target instanceof Element && target.closest("[data-retry]")) void load(page)
    }
    page.root.addEventListener("click", retry, { signal: ended.signal })
    const stop = startCard(page, (form) => send(form, page))
    onPasskeyButton(page, ended.signal, () => void addPasskey(page, ended.signal))
    page.set({ now: Date.now() })
    if (page.props.details === undefined && !page.props.unanswered) void load(page)
    return () => {
      ended.abort()
      stop()
    }
  },
}

const where = ({ basePath }: AccountProps) => (basePath === undefined ? {} : { basePath })

async function load(page: Page): Promise<void> {
  page.set({ unanswered: false })
  const since = page.props.details
  try {
    page.set({ answer: await getAccount(where(page.props)), since })
  } catch {
    page.set({ unanswered: true }) // said on the card, with a button to try again
  }
}

async function addPasskey(page: Page, signal: AbortSignal): Promise<void> {
  if (page.state.busy !== undefined) return
  page.set({ busy: "add-passkey", error: undefined, done: false })
  const result = await passkey.register({ ...where(page.props), signal })
  if (signal.aborted) return
  if (result.ok) await load(page)
  page.set({ busy: undefined, error: shownError(result), done: result.ok && { change: "add-passkey", name: "" } })
  if (result.ok) page.props.onChange?.(page.state.answer ?? null)
}

function send(form: HTMLFormElement, page: Page): Promise<Partial<AccountState>> {
  const provider = form.getAttribute("data-link")
  if (provider !== null) return link(provider, page)
  return form.getAttribute("data-part") === "sign-out" ? leave(page) : change(form, page)
}

async function link(provider: string, { props }: Page): Promise<Partial<AccountState>> {
  const { basePath, callbackUrl } = props
  const { ok, url } = await signIn(provider, { callbackUrl, redirect: false, basePath })
  if (ok && navigate(clientOf({ basePath }).page, url, true)) return new Promise(() => {}) // busy until the next page
  return { error: unreachable() }
}

async function leave({ props }: Page): Promise<Partial<AccountState>> {
  const { ok } = await signOut({ basePath: props.basePath })
  return ok ? {} : { error: unreachable() }
}

async function change(form: HTMLFormElement, page: Page): Promise<Partial<AccountState>> {
  page.set({ done: false })
  const since = page.props.details
  const { change: wanted, id, name } = textsOf(form)
  const known = ACCOUNT_CHANGES.find((one) => one === wanted)
  if (!known) return { error: "NotFound" }
  const details = { ...(id !== undefined && { id }), ...(name !== undefined && { name }) }
  const { ok, account, error } = await changeAccount(known, { ...where(page.props), ...details })
  if (!ok) return { error }
  const row = form.closest(".auth-row")?.querySelector(".auth-row-title bdi")?.textContent ?? ""
  const section = form.closest<HTMLElement>("[data-part] > *, section")?.closest("section")
  finish(form, known === "rename-passkey" ? undefined : section)
  page.props.onChange?.(account)
  return { answer: account, since, error: undefined, done: { change: known, name: name ?? row } }
}

// The row that was acted on stays, or it goes and takes the focus with it: its section's heading is where one goes on from
function finish(form: HTMLFormElement, left: Element | null | undefined): void {
  const opened = form.closest("details")
  if (opened) opened.open = false
  if (left) left.querySelector<HTMLElement>("[tabindex='-1']")?.focus()
  else opened?.querySelector("summary")?.focus()
}
