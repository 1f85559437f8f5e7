import { requireOperation } from "../../adapters/required.ts"
import { asError } from "../../errors.ts"
import type { VerificationToken } from "../../adapters/contract.ts"
import type { EmailConfig } from "../../providers/types.ts"
import type { ActionContext } from "../request/action-context.ts"
import { readEmailRequest } from "./request.ts"
import { userStore } from "../users/users.ts"

/**
 * Returns the address of a link that contains none. Auth.js accepts such a link if the app's adapter finds the row by
 * its token alone, so the `authjs()` preset does too. With other adapters, the browser that requested the link knows
 * the address.
 */
export async function findLinkAddress(
  context: ActionContext,
  provider: EmailConfig,
  token: string,
): Promise<string | undefined> {
  if (!context.settings.rules.bareLinks) return undefined
  return (await findAddressByToken(context, token)) ?? (await readEmailRequest(context, provider.id))?.identifier
}

// An adapter can only read the row by deleting it. So the row is stored again, until the request that signs in deletes
// it
async function findAddressByToken({ settings, site }: ActionContext, token: string): Promise<string | undefined> {
  const adapter = userStore(settings)
  for (const hash of await settings.hashVerificationToken(token, settings.secrets, site.url)) {
    const row = await readRow(settings.logger, () =>
      requireOperation(adapter, "useVerificationToken")(withoutIdentifier(hash)),
    )
    if (row?.token !== hash) continue
    const { identifier, expires } = row
    await requireOperation(adapter, "createVerificationToken")({ identifier, token: hash, expires })
    return identifier
  }
  return undefined
}

const withoutIdentifier = (token: string) => ({ token }) as VerificationToken // as Auth.js calls it for such a link

// Most adapters need both columns: some return nothing without one, some throw
async function readRow<Row>(
  logger: ActionContext["settings"]["logger"],
  read: () => Row | PromiseLike<Row>,
): Promise<Row | undefined> {
  try {
    return await read()
  } catch (thrown) {
    logger.debug(`The adapter found no link without an address: ${asError(thrown).message}`)
    return undefined
  }
}
