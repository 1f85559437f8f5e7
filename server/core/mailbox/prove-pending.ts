import { accountRecords } from "../proofs/records.ts"
import type { SetCookie } from "../cookies/options.ts"
import { sha256 } from "../crypto/bytes.ts"
import type { RequestContext } from "../request/auth-request.ts"
import { ensureBrowserBinding } from "../request/sealed-cookie.ts"
import { pendingCookie, type Pending } from "./pending.ts"

/**
 * Stores that this browser proved the mailbox with the emailed link. Only this browser may go on: the browser that
 * asked may be a stranger's. Returns its cookies, or `undefined` if a parallel request changed the record.
 */
export async function provePending(
  context: RequestContext,
  { data, record }: Pending,
): Promise<readonly SetCookie[] | undefined> {
  const { secret, cookies } = ensureBrowserBinding(context)
  const changed = { ...record, data: JSON.stringify({ ...data, browser: await sha256(secret), proven: true }) }
  if (!(await accountRecords(context).updateAccountRecord(changed))) return undefined
  const { purpose, email } = data
  return [...cookies, await pendingCookie.write(context, { purpose, id: record.id, email })]
}
