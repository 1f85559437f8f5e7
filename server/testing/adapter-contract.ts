import type { Adapter } from "../adapters/contract.ts"
import type { Awaitable } from "../types.ts"
import { ACCOUNT_RECORD_RULES } from "./adapter-rules/account-records.ts"
import { ACCOUNT_RULES } from "./adapter-rules/accounts.ts"
import { AUTHENTICATOR_RULES } from "./adapter-rules/authenticators.ts"
import { EXTRA_RULES } from "./adapter-rules/extras.ts"
import { missingOperations, type Operation, type Rule } from "./adapter-rules/rule.ts"
import { PASSKEY_RULES } from "./adapter-rules/passkeys.ts"
import { SESSION_RULES } from "./adapter-rules/sessions.ts"
import { TOKEN_RULES } from "./adapter-rules/tokens.ts"
import { TRANSACTION_RULES } from "./adapter-rules/transactions.ts"
import { USER_EXTRA_RULES } from "./adapter-rules/user-extras.ts"
import { USER_KEY_RULES } from "./adapter-rules/user-keys.ts"
import { USER_RULES } from "./adapter-rules/users.ts"

/** The rules for the nineteen required operations. */
export const CORE_RULES: readonly Rule[] = [
  ...USER_RULES,
  ...ACCOUNT_RULES,
  ...SESSION_RULES,
  ...TOKEN_RULES,
  ...AUTHENTICATOR_RULES,
]

/**
 * All rules of the contract. The later ones are about operations that an adapter may offer beyond the nineteen.
 * If a rule rejects an attack, its name ends with the number of a row on the documentation page Threats.
 */
export const ADAPTER_RULES: readonly Rule[] = [
  ...CORE_RULES,
  ...EXTRA_RULES,
  ...USER_EXTRA_RULES,
  ...USER_KEY_RULES,
  ...TRANSACTION_RULES,
  ...PASSKEY_RULES,
  ...ACCOUNT_RECORD_RULES,
]

const ALL_OPERATIONS: readonly Operation[] = [...new Set(ADAPTER_RULES.flatMap(({ needs }) => needs))]

/** The operations beyond the nineteen. No adapter of Auth.js has one. */
export const EXTRA_OPERATIONS: readonly Operation[] = ALL_OPERATIONS.filter(
  (name) => !CORE_RULES.some(({ needs }) => needs.includes(name)),
)

/** Hooks around the suite. */
export interface ContractDatabase {
  /** Runs before the first rule: start, connect, migrate. */
  connect?(): Awaitable<unknown>
  /** Runs after the last rule. */
  disconnect?(): Awaitable<unknown>
  /**
   * Operations that an adapter lacks which exists only after `connect`. Rules that need one aren't registered. One test
   * names them, and fails if the adapter lacks others. Without the list, such rules are skipped.
   */
  lacks?: readonly Operation[]
  /** Rules that the adapter is known to break. Each is expected to fail, so the suite reports when one is fixed. */
  fails?: Readonly<Record<string, string>>
}

/** The functions of vitest or `node:test` that register the suite. */
export interface ContractRunner {
  test(name: string, run: (context: { skip?(reason?: string): unknown }) => Promise<void>): unknown
  beforeAll?(run: () => Promise<void>): unknown
  afterAll?(run: () => Promise<void>): unknown
  before?(run: () => Promise<void>): unknown
  after?(run: () => Promise<void>): unknown
}

/**
 * Registers the adapter contract as tests. It leaves out the rules about operations that the adapter lacks, and one test
 * names these operations. Pass a function if the adapter only exists after `db.connect`.
 *
 * @example
 * import * as vitest from "vitest" // or: import * as runner from "node:test"
 * runAdapterContract(() => SqlAdapter(db), { connect: migrate, disconnect: () => db.destroy() }, vitest)
 */
export function runAdapterContract(
  adapter: Adapter | (() => Awaitable<Adapter>),
  db: ContractDatabase = {},
  runner: ContractRunner = globalRunner(),
): void {
  const before = runner.beforeAll ?? runner.before
  const after = runner.afterAll ?? runner.after
  before?.(async () => void (await db.connect?.()))
  after?.(async () => void (await db.disconnect?.()))
  const open = async () => (typeof adapter === "function" ? await adapter() : adapter)
  const lacks = typeof adapter === "function" ? db.lacks : missingOperations(adapter, ALL_OPERATIONS)
  if (lacks?.length) runner.test(`lacks ${lacks.join(", ")}`, async () => assertLacks(await open(), lacks))
  for (const rule of ADAPTER_RULES.filter(({ needs }) => !needs.some((name) => lacks?.includes(name)))) {
    const knownFailure = db.fails?.[rule.name]
    runner.test(
      knownFailure === undefined ? rule.name : `known to fail (${knownFailure}): ${rule.name}`,
      async (context) => {
        const tested = await open()
        const missing = missingOperations(tested, rule.needs)
        if (missing.length > 0) return void context.skip?.(`no ${missing.join(", ")}`)
        if (knownFailure === undefined) return rule.check(tested)
        await expectFailure(rule, tested)
      },
    )
  }
}

/** @throws unless the adapter lacks exactly these operations of the contract's rules */
function assertLacks(adapter: Adapter, listed: readonly Operation[]): void {
  const missing = missingOperations(adapter, ALL_OPERATIONS)
  const added = listed.filter((name) => !missing.includes(name))
  const lost = missing.filter((name) => !listed.includes(name))
  if (added.length > 0) throw new Error(`It has ${added.join(", ")} now: take them out of \`lacks\``)
  if (lost.length > 0) throw new Error(`It lacks ${lost.join(", ")}, which \`lacks\` doesn't list`)
}

async function expectFailure(rule: Rule, adapter: Adapter): Promise<void> {
  const held = await rule.check(adapter).then(
    () => true,
    () => false,
  )
  if (held) throw new Error("It holds now: take it out of the list of known failures")
}

function globalRunner(): ContractRunner {
  const found: Partial<ContractRunner> = globalThis as object
  if (typeof found.test === "function") return { ...found, test: found.test }
  throw new Error("No test function: give runAdapterContract the module `vitest` or `node:test` as its third argument")
}
