import type { AccountSwitch, BrowserAccount, BrowserAccounts } from "../account-contract.ts"
import type { Session } from "../contract.ts"
import { RequestError } from "../http/errors.ts"
import { hasString, isObject } from "../http/fetch-action.ts"
import { createHttp } from "../http/http.ts"
import { isSession } from "../http/is-session.ts"
import { navigate } from "../page/navigate.ts"
import { returnUrl } from "../page/return-url.ts"
import { sessionVersion } from "../page/session-version.ts"
import { baseMemory } from "../session/seed.ts"
import type { AccountsState, AccountSwitchOptions, AccountSwitchResult, ActionClient, FullClient } from "./types.ts"
import { LOADING_ACCOUNTS } from "./types.ts"

/** How often a request is repeated that a sign-in, a switch or a sign-out has overtaken. */
const MAX_REPEATS = 5

/** The accounts of this browser. They are fetched with the first listener, and again whenever the session changes. */
export class AccountsStore {
  readonly #client: ActionClient
  readonly #listeners = new Set<() => void>()
  #state: AccountsState = LOADING_ACCOUNTS
  /** The version and the user that the accounts belong to. */
  #key: string | undefined
  /** The version of accounts that arrived before their session. */
  #earlyVersion: string | undefined
  /** Increases with each request, so that an older response is ignored. */
  #turn = 0
  #stop: (() => void) | undefined

  constructor(client: FullClient) {
    this.#client = { ...client, http: createHttp(client) }
  }

  get = (): AccountsState => this.#state

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    if (this.#listeners.size === 1) {
      const { page, base, store } = this.#client
      const stops = [
        store.subscribe(() => this.#follow()),
        // A sign-out of another account changes the version only, and the store doesn't notify of that
        baseMemory(page, base).cell?.watch(() => this.#follow()),
      ]
      this.#stop = () => stops.forEach((stop) => stop?.())
      this.#follow()
    }
    return () => {
      if (this.#listeners.delete(listener) && !this.#listeners.size) this.#stop?.()
    }
  }

  /** Fetches the accounts. @throws {RequestError} */
  async load(): Promise<BrowserAccounts> {
    const { http, page } = this.#client
    const turn = ++this.#turn
    for (let repeats = 0; ; repeats++) {
      const version = sessionVersion(page)
      const { body } = await http.account("accounts")
      const accounts = parseAccounts(body)
      if (repeats < MAX_REPEATS && sessionVersion(page) !== version) continue
      if (turn === this.#turn) this.#show(accounts)
      return accounts
    }
  }

  /** Switches to an account, or signs out of it. */
  async change(change: AccountSwitch, id: string, options: AccountSwitchOptions = {}): Promise<AccountSwitchResult> {
    const { page, store } = this.#client
    const { redirect = true, redirectTo = returnUrl(page) } = options
    const wasActive = this.#state.accounts?.find((account) => account.id === id)?.active
    try {
      const { body, version } = await this.#post(change, id)
      const accounts = parseAccounts(body)
      const session = body?.["session"]
      if (!isSession<Session>(session)) throw new RequestError("accounts", 200)
      this.#turn++
      this.#show(accounts)
      store.applySwitch({ session, version })
      if (redirect && (change === "switch" || wasActive !== false)) navigate(page, redirectTo)
      return { ok: true, session, accounts: accounts.accounts }
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      store.hint() // the server may have switched, although its response was lost
      this.#follow("always")
      return { ok: false, error: error.status === 404 ? "NotFound" : "RequestFailed" }
    }
  }

  async #post(change: AccountSwitch, id: string): ReturnType<ActionClient["http"]["account"]> {
    const post = () => this.#client.http.account("accounts", { change, id })
    let response = await post()
    // The response to another tab may have replaced the CSRF token
    if (hasString(response.body, "error") && response.body.error === "MissingCSRF") response = await post()
    if (hasString(response.body, "error")) throw new RequestError("accounts", response.status)
    return response
  }

  /** Hides accounts of another version or another active user, and fetches them. */
  #follow(when: "changed" | "always" = "changed"): void {
    const key = this.#currentKey
    // The session may arrive after its accounts, and an open menu must not lose them
    if (this.#isSessionOfAccounts()) this.#key = key
    if (when === "changed" && key === this.#key) return
    const turn = this.#turn + 1
    if (key !== this.#key) this.#set(LOADING_ACCOUNTS)
    this.#key = key
    if (!this.#listeners.size) return
    this.load().catch((error: Error) => {
      if (turn === this.#turn) this.#set({ ...this.#state, error })
    })
  }

  get #currentKey(): string {
    const { data } = this.#client.store.get()
    const { id, email } = data?.user ?? {}
    return JSON.stringify([sessionVersion(this.#client.page), id ?? email ?? !data])
  }

  #isSessionOfAccounts(): boolean {
    const { page, store } = this.#client
    const isEarly = this.#earlyVersion !== undefined && this.#earlyVersion === sessionVersion(page)
    if (store.get().status !== "loading") this.#earlyVersion = undefined
    return isEarly && Boolean(store.get().data) && this.#state.accounts?.some(({ active }) => active) === true
  }

  #show({ accounts, canAdd }: BrowserAccounts): void {
    this.#key = this.#currentKey
    const { page, store } = this.#client
    this.#earlyVersion = store.get().status === "loading" ? sessionVersion(page) : undefined
    this.#set({ status: "ready", accounts, canAdd, error: null })
  }

  #set(state: AccountsState): void {
    if (state === this.#state) return
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}

const isText = (value: unknown): boolean => value === null || typeof value === "string"

const isAccount = (value: unknown): value is BrowserAccount =>
  hasString(value, "id") &&
  "active" in value &&
  ["name", "email", "image"].every((key) => isText(Reflect.get(value, key)))

function parseAccounts(body: unknown): BrowserAccounts {
  if (!isObject(body) || !Array.isArray(body["accounts"]) || !body["accounts"].every(isAccount))
    throw new RequestError("accounts", 200)
  return { accounts: body["accounts"], canAdd: body["canAdd"] === true }
}
