import type { AccountRecord } from "../account-record.ts"
import { contextValue } from "../ambient.ts"
import type {
  AdapterAccount,
  AdapterAuthenticator,
  AdapterSession,
  AdapterUser,
  VerificationToken,
} from "../contract.ts"

/** Rows by key. */
export interface Table<Row> {
  get(key: string): Row | undefined
  has(key: string): boolean
  set(key: string, row: Row): void
  delete(key: string): void
  entries(): Iterable<[string, Row]>
}

export interface Counter {
  count: number
  expires: Date
}

export interface Tables {
  readonly users: Table<AdapterUser>
  /** Address in its canonical form → user id. */
  readonly emails: Table<string>
  readonly accounts: Table<AdapterAccount>
  readonly sessions: Table<AdapterSession>
  readonly tokens: Table<VerificationToken>
  readonly authenticators: Table<AdapterAuthenticator>
  readonly counters: Table<Counter>
  readonly records: Table<AccountRecord>
}

export function createTables(): Tables {
  return {
    users: new Map(),
    emails: new Map(),
    accounts: new Map(),
    sessions: new Map(),
    tokens: new Map(),
    authenticators: new Map(),
    counters: new Map(),
    records: new Map(),
  }
}

/** Returns the tables of the current transaction on `tables`, or `tables` themselves. */
export function contextTables(tables: Tables): Tables {
  const present = (): Tables => contextValue<Tables>(tables) ?? tables
  return {
    get users() {
      return present().users
    },
    get emails() {
      return present().emails
    },
    get accounts() {
      return present().accounts
    },
    get sessions() {
      return present().sessions
    },
    get tokens() {
      return present().tokens
    },
    get authenticators() {
      return present().authenticators
    },
    get counters() {
      return present().counters
    },
    get records() {
      return present().records
    },
  }
}

/** Returns the same tables, which record how to undo each write. `undo` restores the rows, the latest first. */
export function withJournal(tables: Tables): { tables: Tables; undo(): void } {
  const log: (() => void)[] = []
  const noted: Tables = {
    users: recordChanges(tables.users, log),
    emails: recordChanges(tables.emails, log),
    accounts: recordChanges(tables.accounts, log),
    sessions: recordChanges(tables.sessions, log),
    tokens: recordChanges(tables.tokens, log),
    authenticators: recordChanges(tables.authenticators, log),
    counters: recordChanges(tables.counters, log),
    records: recordChanges(tables.records, log),
  }
  return {
    tables: noted,
    undo() {
      for (const step of log.reverse()) step()
    },
  }
}

function recordChanges<Row>(table: Table<Row>, log: (() => void)[]): Table<Row> {
  const note = (key: string): void => {
    const before = table.get(key)
    log.push(() => (before === undefined ? table.delete(key) : table.set(key, before)))
  }
  return {
    get: (key) => table.get(key),
    has: (key) => table.has(key),
    entries: () => table.entries(),
    set(key, row) {
      note(key)
      table.set(key, row)
    },
    delete(key) {
      note(key)
      table.delete(key)
    },
  }
}

/** Joins several parts into one key. Different lists of parts never give the same key. */
export function joinKey(...parts: readonly string[]): string {
  return JSON.stringify(parts)
}

/** Returns the matching rows with their keys, as a copy, so that the caller may delete them while iterating. */
export function findRows<Row>(table: Table<Row>, matches: (row: Row) => boolean): [string, Row][] {
  return [...table.entries()].filter(([, row]) => matches(row))
}
