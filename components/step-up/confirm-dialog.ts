import { stepUpQuery } from "../../client/api/step-up.ts"
import { clientFor } from "../../client/core/client.ts"
import { loadActionClient } from "../../client/core/client-for.ts"
import { isObject } from "../../client/http/fetch-action.ts"
import { navigate } from "../../client/page/navigate.ts"
import { returnUrl } from "../../client/page/return-url.ts"
import type { ConfirmDetails, ConfirmResponse, StepUpDemand } from "../../client/protocol.ts"
import { confirmScreen, type ConfirmProps } from "./confirm.screen.ts"
import { mountScreen } from "../screens/mount-screen.ts"

/** How the dialog of `stepUp` looks, and which server it asks. */
export type StepUpOptions = Pick<
  ConfirmProps,
  | "actionName"
  | "basePath"
  | "class"
  | "className"
  | "classNames"
  | "dir"
  | "forgotUrl"
  | "lang"
  | "messages"
  | "siteName"
  | "theme"
>

type Client = ReturnType<typeof clientFor>

/** The dialog that is open. The next one waits for it, and often needs no confirmation anymore. */
const QUEUE: { last: Promise<unknown> } = { last: Promise.resolve() }

/** Asks the user to confirm who they are, in a dialog. Resolves to whether they did. */
export function confirmInDialog(demand: StepUpDemand, options: StepUpOptions): Promise<boolean> {
  const turn = QUEUE.last.then(() => confirm(demand, options))
  QUEUE.last = turn.catch(() => undefined) // the caller handles it
  return turn
}

async function confirm(demand: StepUpDemand, { basePath, ...look }: StepUpOptions): Promise<boolean> {
  const client = clientFor({ basePath })
  const query = stepUpQuery(demand)
  const details = await loadDetails(client, query)
  if (details === undefined) return false
  if (details.satisfied) return true
  if (details.methods.length > 0) {
    const response = await requestCode(client, query, details)
    return showDialog(client, { query, details, sent: response, look })
  }
  // Such a user has to sign in again, on a page
  query.set("callbackUrl", returnUrl(client.page))
  navigate(client.page, `${client.base}/confirm?${query}`, "any-origin")
  return new Promise(() => {}) // waits for the next page
}

async function loadDetails({ base, page }: Client, query: URLSearchParams): Promise<ConfirmResponse | undefined> {
  const response = await page
    .fetch(`${base}/confirm?${query}`, {
      headers: { accept: "application/json" },
      cache: "no-store",
      ...(!base.startsWith("/") && { credentials: "include" }),
    })
    .catch(() => undefined)
  const body: unknown = response?.ok ? await response.json().catch(() => undefined) : undefined
  const isDetails = isObject(body) && (body["satisfied"] === true || Array.isArray(body["methods"]))
  return isDetails ? (body as unknown as ConfirmResponse) : undefined // Latchkit wrote the rest of it
}

const RESEND_DELAY = 60

/** Requests the code if the dialog begins with one by email. */
async function requestCode(client: Client, query: URLSearchParams, details: ConfirmDetails): Promise<SentCode> {
  if (details.methods[0] !== "email") return {}
  const { http } = await loadActionClient(client)
  const form = { attempt: details.attempt, method: "email", resend: "1" }
  const response = await http.post(`confirm?${query}`, form).catch(() => ({ error: "Default", retryAfter: undefined }))
  return response.error === undefined
    ? { codeSent: true, resendAfter: RESEND_DELAY }
    : { error: response.error, retryAfter: response.retryAfter }
}

type SentCode = Pick<ConfirmProps, "codeSent" | "error" | "resendAfter" | "retryAfter">

interface DialogOptions {
  query: URLSearchParams
  details: ConfirmDetails
  sent: SentCode
  look: Omit<StepUpOptions, "basePath">
}

function showDialog(client: Client, { query, details, sent, look }: DialogOptions): Promise<boolean> {
  const ending: { resolve?: (confirmed: boolean) => void } = {}
  const finish = (confirmed: boolean) => {
    removeEventListener("popstate", leave)
    dialog.remove()
    ending.resolve?.(confirmed)
  }
  const leave = () => finish(false) // the action belongs to the page that the user left
  const onDone = async (_: string, step: string | undefined) => {
    if (step === undefined) return finish(true)
    const next = await loadDetails(client, query) // another proof is required
    if (next === undefined || next.satisfied) return finish(next !== undefined)
    dialog.restart({ ...propsFor(next), ...(await requestCode(client, query, next)) })
  }
  const propsFor = ({ url: _, ...next }: ConfirmDetails): ConfirmProps => ({
    ...next,
    ...look,
    url: `${client.base}/confirm?${query}`,
    basePath: client.base,
    callbackUrl: returnUrl(client.page),
    idPrefix: "auth-step-up",
    dialog: true,
    onDone: (url, step) => void onDone(url, step),
    onCancel: leave,
  })
  const dialog = mountScreen(confirmScreen, { ...propsFor(details), ...sent })
  addEventListener("popstate", leave)
  return new Promise((resolve) => (ending.resolve = resolve))
}
