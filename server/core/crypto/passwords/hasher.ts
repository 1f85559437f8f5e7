import { randomBytes } from "../bytes.ts"
import { findAlgorithm, ALGORITHMS, verifyPhc, type PasswordAlgorithm } from "./algorithms.ts"
import { formatName, isKnownForm } from "./format-name.ts"
import { formatPhc, MAX_STORED_LENGTH, parsePhc } from "./phc.ts"
import { createHashQueue, hashConcurrency, type HashClient, type HashQueue } from "./queue.ts"

/** A format of password hashes from another system, in the `accepts` option of `Password()`. */
export interface PasswordFormat {
  readonly name: string
  /** Returns whether a stored hash is in exactly this format, and its parameters are within bounds. Does no work. */
  matches(stored: string): boolean
  /**
   * Returns whether the password has this hash. It is only called for a hash that matches. Only `true` within 10
   * seconds is a correct password.
   */
  verify(password: string, stored: string): Promise<boolean>
}

/** How to hash new passwords. Omitted parameters have their defaults. */
export interface HashOptions {
  /**
   * Only Node 24.7 and later has argon2id. Other runtimes can't check its hashes.
   *
   * @default "scrypt", or "pbkdf2-sha256" without `node:crypto`
   */
  algorithm?: "argon2id" | "scrypt" | "pbkdf2-sha256" | undefined
  /** The algorithm's parameters: `m` (KiB), `t` and `p` of argon2id; `ln`, `r` and `p` of scrypt; `i` of PBKDF2. */
  params?: Readonly<Record<string, number>> | undefined
}

export interface HasherOptions {
  hash?: HashOptions | undefined
  accepts?: readonly PasswordFormat[] | undefined
  queue?: HashQueue | undefined
}

/** A password as the user typed it, and in its normalized form. */
export interface TypedPassword {
  /** NFC. New hashes are of this form. */
  readonly text: string
  /** As it was typed. Hashes from elsewhere may be of this form. */
  readonly raw: string
}

export interface PasswordHasher {
  hash(password: TypedPassword, client: HashClient): Promise<string>
  /**
   * Returns whether the password has this stored hash, and whether to hash it anew. A hash of the current cost is
   * always computed, also for a hash that is missing, malformed or from elsewhere. So all of them take as long.
   */
  verify(
    password: TypedPassword,
    stored: string | null,
    client: HashClient,
  ): Promise<{ matches: boolean; outdated: boolean }>
  isReadable(stored: string): boolean
  /**
   * Returns the start of a hash that can't be checked, because this runtime or `accepts` lacks its format. It is empty
   * if it names no format.
   */
  unreadableFormat(stored: string | null): string | undefined
}

const SALT_BYTES = 16
const HASH_BYTES = 32

/** How many hashes wait at most: a few seconds of work. */
const LIMITS = { capacity: 96, unknownCapacity: 64, perClient: 16 }

interface Current {
  algorithm: PasswordAlgorithm
  params: Readonly<Record<string, number>>
}

/** Creates the functions that hash and check passwords. */
export function createPasswordHasher({ hash: options = {}, accepts = [], queue }: HasherOptions = {}): PasswordHasher {
  const current = currentAlgorithm(options)
  const turns = queue ?? createHashQueue({ ...LIMITS, concurrency: hashConcurrency(memoryUse(current)) })
  const decoy = formatCurrent(current, { salt: new Uint8Array(SALT_BYTES), hash: new Uint8Array(HASH_BYTES) })

  const formatFor = (stored: string) =>
    stored.length <= MAX_STORED_LENGTH ? accepts.find((format) => format.matches(stored)) : undefined

  const isReadable = (stored: string) => {
    const parsed = parsePhc(stored)
    return Boolean((parsed && findAlgorithm(parsed)) || formatFor(stored))
  }

  return {
    isReadable,
    unreadableFormat(stored) {
      const text = stored ?? decoy // so that it takes as long for an address without a password
      if (isReadable(text) || !isKnownForm(text) || isOutOfBounds(text)) return undefined
      return formatName(text) ?? ""
    },
    hash: (password, client) =>
      turns.run(client, async () => {
        const salt = randomBytes(SALT_BYTES)
        const { algorithm, params } = current
        const hash = await algorithm.derive(password.text, { params, salt, length: HASH_BYTES })
        return formatCurrent(current, { salt, hash })
      }),
    verify: (password, stored, client) =>
      turns.run(client, async () => {
        const text = typeof stored === "string" ? stored : ""
        const isCurrent = hasCurrentCost(current, text)
        const [paid, found] = await Promise.all([
          verifyPhc(isCurrent ? text : decoy, password.text),
          isCurrent ? false : verifyOther(text, password, formatFor(text)),
        ])
        // An imported hash may have exactly these parameters. Computed for every address, so that the time tells
        // nothing
        const paidRaw = password.raw !== password.text && (await verifyPhc(isCurrent ? text : decoy, password.raw))
        const matches = isCurrent ? paid || paidRaw : found
        return { matches, outdated: !isCurrent || (paidRaw && !paid) }
      }),
  }
}

function currentAlgorithm({ algorithm: id, params }: HashOptions): Current {
  const algorithm = ALGORITHMS.find((found) => (id === undefined || found.id === id) && found.isAvailable())
  if (!algorithm)
    throw new TypeError(
      `This runtime has no ${ALGORITHMS.some((one) => one.id === id) ? id : "such algorithm"}. Leave out \`hash.algorithm\` of \`Password()\``,
    )
  const merged = { ...algorithm.defaults, ...params }
  if (algorithm.isBounded(merged)) return { algorithm, params: merged }
  const expected = Object.keys(algorithm.defaults).join(", ")
  throw new TypeError(
    `\`hash.params\` of \`Password()\` is ${JSON.stringify(params, withoutTexts)}. Set ${expected} of ${algorithm.id} to at most a second and 256 MiB`,
  )
}

/** A text may be a secret that the app set by mistake. */
const withoutTexts = (_: string, value: unknown) => (typeof value === "string" ? "…" : value)

/** Returns whether this runtime has the hash's algorithm, but its parameters would take too long. */
function isOutOfBounds(stored: string): boolean {
  const id = parsePhc(stored)?.id
  return ALGORITHMS.some((algorithm) => algorithm.id === id && algorithm.isAvailable())
}

const memoryUse = ({ algorithm, params }: Current) => algorithm.memory(params)

function formatCurrent({ algorithm: { id, version }, params }: Current, made: Pick<HashParts, "salt" | "hash">) {
  return formatPhc({ id, version, params, ...made })
}
type HashParts = Parameters<typeof formatPhc>[0]

function hasCurrentCost({ algorithm, params }: Current, stored: string): boolean {
  const parsed = parsePhc(stored)
  if (!parsed || findAlgorithm(parsed) !== algorithm || parsed.hash.length !== HASH_BYTES) return false
  return Object.entries(params).every(([name, value]) => parsed.params[name] === value)
}

// A hash from elsewhere may be of the bytes that the user typed there, so both forms are tried
async function verifyOther(
  stored: string,
  { text, raw }: TypedPassword,
  format: PasswordFormat | undefined,
): Promise<boolean> {
  const verify = format ? (typed: string) => format.verify(typed, stored) : (typed: string) => verifyPhc(stored, typed)
  try {
    return (await verify(text)) || (raw !== text && (await verify(raw)))
  } catch {
    return false // a hash that can't be checked matches no password
  }
}
