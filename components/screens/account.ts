import { changeAccount, getAccount } from "../../client/api/account.ts"
import { clientFor } from "../../client/core/client.ts"
import { ACCOUNT_CHANGES, type AccountDetails } from "../../client/account-contract.ts"
import { navigate } from "../../client/page/navigate.ts"
import { passkey } from "../../client/api/passkey.ts"
import { signIn } from "../../client/api/sign-in.ts"
import { signOut } from "../../client/api/sign-out.ts"
import { accountView, type AccountDone, type AccountProps as ViewProps } from "../view/account.ts"
import { accountMarkup } from "../view/markup/account.ts"
import { initialCardState, type CardState } from "./card.ts"
import { startDisclosures } from "./disclosures.ts"
import { onPasskeyClick } from "./passkey-button.ts"
import { passkeyCardError } from "./passkey-card.ts"
import type { Screen, ScreenPage } from "./screen.ts"
import { startCard, textFields, connectionError } from "./start-card.ts"

export interface AccountProps extends ViewProps {
  /** Called with the account after each change, so that the app can store it. */
  onChange?: ((details: AccountDetails | null) => void) | undefined
}

export interface AccountState extends CardState {
  /** The server's last response. `undefined` before the first request. */
  readonly answer: AccountDetails | null | undefined
  /** The `details` prop at the time of that response. Newer `details` replace it. */
  readonly since: AccountProps["details"]
  readonly unanswered: boolean
  readonly done: false | AccountDone
  /** The current time in milliseconds. */
  readonly now: number | undefined
}

type Page = ScreenPage<AccountProps, AccountState>

export const accountScreen: Screen<AccountProps, AccountState> = {
  initial: { ...initialCardState, answer: undefined, since: undefined, unanswered: false, done: false, now: undefined },
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
      if (target instanceof Element && target.closest("[data-retry]")) void loadAccount(page)
    }
    page.root.addEventListener("click", retry, { signal: ended.signal })
    const stop = startCard(page, (form) => submitForm(form, page))
    onPasskeyClick(page, ended.signal, () => void addPasskey(page, ended.signal))
    page.set({ now: Date.now() })
    if (page.props.details === undefined && !page.props.unanswered) void loadAccount(page)
    return () => {
      ended.abort()
      stop()
    }
  },
}

const basePathOption = ({ basePath }: AccountProps) => (basePath === undefined ? {} : { basePath })

async function loadAccount(page: Page): Promise<void> {
  page.set({ unanswered: false })
  const since = page.props.details
  try {
    page.set({ answer: await getAccount(basePathOption(page.props)), since })
  } catch {
    page.set({ unanswered: true }) // the card shows the error, with a button to try again
  }
}

async function addPasskey(page: Page, signal: AbortSignal): Promise<void> {
  if (page.state.busy !== undefined) return
  page.set({ busy: "add-passkey", error: undefined, done: false })
  const result = await passkey.register({ ...basePathOption(page.props), signal })
  if (signal.aborted) return
  if (result.ok) await loadAccount(page)
  page.set({ busy: undefined, error: passkeyCardError(result), done: result.ok && { change: "add-passkey", name: "" } })
  if (result.ok) page.props.onChange?.(page.state.answer ?? null)
}

function submitForm(form: HTMLFormElement, page: Page): Promise<Partial<AccountState>> {
  const provider = form.getAttribute("data-link")
  if (provider !== null) return submitLink(provider, page)
  return form.getAttribute("data-part") === "sign-out" ? submitSignOut(page) : submitChange(form, page)
}

async function submitLink(provider: string, { props }: Page): Promise<Partial<AccountState>> {
  const { basePath, callbackUrl } = props
  const { ok, url } = await signIn(provider, { callbackUrl, redirect: false, basePath })
  if (ok && navigate(clientFor({ basePath }).page, url, true)) return new Promise(() => {}) // busy until the next page
  return { error: connectionError() }
}

async function submitSignOut({ props }: Page): Promise<Partial<AccountState>> {
  const { ok } = await signOut({ basePath: props.basePath })
  return ok ? {} : { error: connectionError() }
}

async function submitChange(form: HTMLFormElement, page: Page): Promise<Partial<AccountState>> {
  page.set({ done: false })
  const since = page.props.details
  const { change: requested, id, name } = textFields(form)
  const knownChange = ACCOUNT_CHANGES.find((one) => one === requested)
  if (!knownChange) return { error: "NotFound" }
  const details = { ...(id !== undefined && { id }), ...(name !== undefined && { name }) }
  const { ok, account, error } = await changeAccount(knownChange, { ...basePathOption(page.props), ...details })
  if (!ok) return { error }
  const row = form.closest(".auth-row")?.querySelector(".auth-row-title bdi")?.textContent ?? ""
  const section = form.closest<HTMLElement>("[data-part] > *, section")?.closest("section")
  restoreFocus(form, knownChange === "rename-passkey" ? undefined : section)
  page.props.onChange?.(account)
  return { answer: account, since, error: undefined, done: { change: knownChange, name: name ?? row } }
}

// The changed row keeps the focus. If it is gone, the heading of its section gets it
function restoreFocus(form: HTMLFormElement, left: Element | null | undefined): void {
  const opened = form.closest("details")
  if (opened) opened.open = false
  if (left) left.querySelector<HTMLElement>("[tabindex='-1']")?.focus()
  else opened?.querySelector("summary")?.focus()
}
