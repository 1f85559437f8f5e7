import type { Adapter } from "../adapters/contract.ts"
import { good, problem, type Finding } from "../core/config/finding.ts"
import type { Settings } from "../core/config/settings.ts"
import { asError } from "../errors.ts"

/** A key that no row has. */
const NOTHING = "latchkit-doctor"
const LONGEST = 10_000

/** Reads that together touch each table, and return nothing. */
const READS: Readonly<Partial<Record<keyof Adapter, (adapter: Adapter) => unknown>>> = {
  getUser: (adapter) => adapter.getUser?.(NOTHING),
  getAccount: (adapter) => adapter.getAccount?.(NOTHING, NOTHING),
  getSessionAndUser: (adapter) => adapter.getSessionAndUser?.(NOTHING),
  useVerificationToken: (adapter) => adapter.useVerificationToken?.({ identifier: NOTHING, token: NOTHING }),
  getAuthenticator: (adapter) => adapter.getAuthenticator?.(NOTHING),
  decrement: (adapter) => adapter.decrement?.(NOTHING),
  getAccountRecord: (adapter) => adapter.getAccountRecord?.("factor", NOTHING),
}

/** Reads each table through the configuration's own adapter, as the app does. Changes no row. */
export async function adapterFindings(
  { adapter, providers }: Pick<Settings, "adapter" | "providers">,
  longest = LONGEST,
): Promise<readonly Finding[]> {
  if (!adapter) return []
  // An app of Auth.js without passkeys may have no table for them
  const hasPasskeys = adapter.getAccountRecord || [...providers.values()].some(({ type }) => type === "webauthn")
  for (const [name, read] of Object.entries(READS)) {
    if (name === "getAuthenticator" && !hasPasskeys) continue
    try {
      await within(longest, () => read(adapter))
    } catch (error) {
      return [problem(`The adapter's \`${name}\` failed: ${reason(error)}. ${REMEDY}`)]
    }
  }
  return [good("The adapter reads its tables.")]
}

const REMEDY =
  "If tables or columns are missing, create them: `npx latchkit migrate` for SqlAdapter, or `npx latchkit schema` " +
  "and your own tool, such as drizzle-kit or Wrangler"

async function within(milliseconds: number, run: () => unknown): Promise<void> {
  const timer: { id?: ReturnType<typeof setTimeout> } = {}
  const late = new Promise<never>((_, reject) => {
    const error = new Error(`the database didn't respond within ${milliseconds / 1000} seconds`)
    timer.id = setTimeout(() => reject(error), milliseconds)
  })
  await Promise.race([run(), late]).finally(() => clearTimeout(timer.id))
}

/** Returns the driver's own message. Drizzle wraps it in one with the whole statement. */
function reason(thrown: unknown): string {
  const error = asError(thrown)
  if (error.cause instanceof Error) return reason(error.cause)
  const { code } = error as NodeJS.ErrnoException
  return (error.message || code || error.name).replace(/[.\s]+$/, "")
}
