import type { Adapter } from "../adapters/contract.ts"
import type { Awaitable } from "../types.ts"
import { ACCOUNT_RECORD_RULES } from "./adapter-rules/account-records.ts"
import { ACCOUNT_RULES } from "./adapter-rules/accounts.ts"
import { AUTHENTICATOR_RULES } from "./adapter-rules/authenticators.ts"
import { EXTRA_RULES } from "./adapter-rules/extras.ts"
import { missingOperations, type Rule } from "./adapter-rules/rule.ts"
import { PASSKEY_RULES } from "./adapter-rules/passkeys.ts"
import { SESSION_RULES } from "./adapter-rules/sessions.ts"
import { TOKEN_RULES } from "./adapter-rules/tokens.ts"
import { USER_EXTRA_RULES } from "./adapter-rules/user-extras.ts"
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
  ...PASSKEY_RULES,
  ...ACCOUNT_RECORD_RULES,
]

/** Hooks around the suite. */
export interface ContractDatabase {
  /** Runs before the first rule: start, connect, migrate. */
  connect?(): Awaitable<unknown>
  /** Runs after the last rule. */
  disconnect?(): Awaitable<unknown>
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
 * Registers the adapter contract as tests. A rule about operations that the adapter lacks is skipped. Pass a function
 * if the adapter only exists after `db.connect`.
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
  for (const rule of ADAPTER_RULES) {
    const knownFailure = db.fails?.[rule.name]
    runner.test(
      knownFailure === undefined ? rule.name : `known to fail (${knownFailure}): ${rule.name}`,
      async (context) => {
        const tested = typeof adapter === "function" ? await adapter() : adapter
        const lacks = missingOperations(tested, rule.needs)
        if (lacks.length > 0) return void context.skip?.(`no ${lacks.join(", ")}`)
        if (knownFailure === undefined) return rule.check(tested)
        await expectFailure(rule, tested)
      },
    )
  }
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
