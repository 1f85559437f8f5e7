import * as v from "valibot"
import { accountRecords } from "../../core/proofs/records.ts"
import { sweepExpired } from "../../core/config/background.ts"
import { sha256 } from "../../core/crypto/bytes.ts"
import { openValue, sealOptionsFor, sealValue } from "../../core/crypto/sealed.ts"
import { AuthError } from "../../errors.ts"
import { changeRecord } from "../../core/proofs/change-record.ts"
import { checkEmailCode, createEmailCode, emailCodeState, type EmailCodeTarget } from "../../core/mailbox/email-code.ts"
import type { ActionContext } from "../../core/request/action-context.ts"
import { consumeMailbox } from "../../core/limits/mailbox.ts"
import { deliverCode } from "../../core/steps/email-codes.ts"
import type { ConfirmState } from "./state.ts"

/** Seconds that the state of a code is kept. */
const MAX_AGE = 10 * 60

const sealedState = v.object({ id: v.string(), state: emailCodeState })

type Confirmation = Pick<ConfirmState, "session" | "user" | "address">

/** Sends a code that confirms this session only. Returns the seconds to wait after too many. */
export async function sendConfirmCode(
  context: ActionContext,
  { session, user, address = "" }: Confirmation,
  url: string,
): Promise<number | undefined> {
  const { settings } = context
  const store = accountRecords(context)
  const id = await recordId(context, session.key)
  const record = await store.getAccountRecord("attempt", id)
  const previous = record?.userId === user.id ? await openState(context, { id, data: record.data }) : undefined
  const created = await createEmailCode(settings, target(context, { id, user, address }), previous)
  if ("wait" in created) return created.wait
  const wait = await consumeMailbox(context, address, { isOwner: true })
  if (wait !== undefined) return Math.ceil(wait)
  const data = await sealState(context, { id, state: created.state })
  const codeRecord = { kind: "attempt", id, data, expires: new Date(settings.now() + MAX_AGE * 1000) } as const
  const isReplaced = record !== null && (await store.updateAccountRecord({ ...codeRecord, version: record.version }))
  // An earlier code that expired may be deleted meanwhile
  const isStored = isReplaced || (await store.createAccountRecord({ ...codeRecord, userId: user.id }))
  if (!isStored) throw new AuthError("AttemptExpired", "Another request sent a code")
  sweepExpired(settings)
  await deliverCode(context, { code: created.code, address, url })
  return undefined
}

/** Returns whether a code was sent for this session that has not expired or been used. */
export async function wasCodeSent(context: ActionContext, { session, user }: Confirmation): Promise<boolean> {
  const id = await recordId(context, session.key)
  const record = await accountRecords(context).getAccountRecord("attempt", id)
  const codeState = record?.userId === user.id ? await openState(context, { id, data: record.data }) : undefined
  return codeState !== undefined && codeState.expires > context.settings.now()
}

/** Checks a code and counts the try. A code works once, and only for the session that it was sent for. */
export async function redeemConfirmCode(
  context: ActionContext,
  { session, user, address = "" }: Confirmation,
  code: unknown,
): Promise<boolean> {
  const id = await recordId(context, session.key)
  return changeRecord(accountRecords(context), { kind: "attempt", id }, async (record) => {
    const state = record?.userId === user.id ? await openState(context, record) : undefined
    if (!record || !state) return { result: false }
    const checked = await checkEmailCode(context.settings, target(context, { id, user, address }), { state, code })
    const data = await sealState(context, { id, state: checked.state })
    return { update: { data }, result: checked.correct }
  })
}

const recordId = ({ site }: ActionContext, key: string) => sha256(JSON.stringify(["confirm", site.url, key]))

function target(
  { site }: ActionContext,
  { id, user, address }: { id: string; user: ConfirmState["user"]; address: string },
): EmailCodeTarget {
  return { site: site.url, userId: user.id, attempt: id, purpose: "step-up", address }
}

function sealState(context: ActionContext, value: v.InferOutput<typeof sealedState>): Promise<string> {
  return sealValue(value, { ...sealOptionsFor(context, "confirm record"), maxAge: MAX_AGE })
}

// The id is sealed too, so that a row that was copied to another id opens nothing
async function openState(context: ActionContext, { id, data }: { id: string; data: string }) {
  const { success, output } = v.safeParse(sealedState, await openValue(data, sealOptionsFor(context, "confirm record")))
  return success && output.id === id ? output.state : undefined
}
