import { required } from "../../adapters/required.ts"
import { asError } from "../../errors.ts"
import type { VerificationToken } from "../../adapters/contract.ts"
import type { EmailConfig } from "../../providers/types.ts"
import type { Routed } from "../../sessions/action-context.ts"
import { rememberedRequest } from "./request.ts"
import { adapterOf } from "./tokens.ts"

/**
 * Returns the address of a link that names none. Auth.js accepts such a link if the app's adapter finds the row by its token
 * alone, so the `authjs()` preset does too. With other adapters, the browser that requested the link knows the address.
 */
export async function addressOfLink(routed: Routed, provider: EmailConfig, token: string): Promise<string | undefined> {
  if (routed.settings.compat !== "authjs") return undefined
  return (await lookedUp(routed, token)) ?? (await rememberedRequest(routed, provider.id))?.identifier
}

// An adapter's one way to read the row is to use it up: it is stored again, and used up by the request that signs in
async function lookedUp({ settings, site }: Routed, token: string): Promise<string | undefined> {
  const adapter = adapterOf(settings)
  for (const hash of await settings.hashVerificationToken(token, settings.secrets, site.url)) {
    const row = await rowOf(settings.logger, () => required(adapter, "useVerificationToken")(withoutIdentifier(hash)))
    if (row?.token !== hash) continue
    const { identifier, expires } = row
    await required(adapter, "createVerificationToken")({ identifier, token: hash, expires })
    return identifier
  }
  return undefined
}

const withoutIdentifier = (token: string) => ({ token }) as VerificationToken // as Auth.js calls it for such a link

// Most adapters need both columns: some return nothing without one, some throw
async function rowOf<Row>(
  logger: Routed["settings"]["logger"],
  read: () => Row | PromiseLike<Row>,
): Promise<Row | undefined> {
  try {
    return await read()
  } catch (thrown) {
    logger.debug(`The adapter found no link without an address: ${asError(thrown).message}`)
    return undefined
  }
}
