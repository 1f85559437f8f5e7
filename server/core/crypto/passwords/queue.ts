/** Thrown if too many hashes wait. The request gets 503 with `Retry-After`. */
export class HashQueueFull extends Error {
  override readonly name = "HashQueueFull"
  /** Seconds after which to try again. */
  readonly retryAfter = 2
}

/** The client that needs a hash. */
export interface HashClient {
  /** The client's address, or another text that its requests share. */
  readonly key: string
  /** Whether the user signed in with this browser before. Known browsers have places of their own. */
  readonly known: boolean
}

interface QueueLimits {
  /** How many hashes are computed at once. A function is called before each one. */
  concurrency: number | (() => number)
  capacity: number
  /** How many of those may belong to unknown browsers. */
  unknownCapacity: number
  /** How many hashes of one client may wait. */
  perClient: number
}

export interface HashQueue {
  /**
   * Runs `compute` when it is the client's turn. Clients take turns, so that one with many requests delays the others
   * by one hash only.
   *
   * @throws {HashQueueFull} at once, if the client or all clients together wait for too many
   */
  run<T>(client: HashClient, compute: () => Promise<T>): Promise<T>
}

/** Creates a bounded and fair queue. */
export function createHashQueue({ concurrency, capacity, unknownCapacity, perClient }: QueueLimits): HashQueue {
  const waiting = new Map<string, (() => void)[]>() // a map keeps the order, and the first client is next
  const counts = { running: 0, waiting: 0, unknown: 0 }

  const hasPlace = () => counts.running < (typeof concurrency === "number" ? concurrency : concurrency())

  const startNext = (): void => {
    const next = waiting.entries().next()
    if (next.done) return
    const [key, [start, ...rest]] = next.value
    waiting.delete(key)
    if (rest.length > 0) waiting.set(key, rest) // at the end, behind the other clients
    counts.waiting--
    counts.running++
    start?.()
  }

  const turn = ({ key, known }: HashClient): Promise<void> | undefined => {
    if (counts.waiting === 0 && hasPlace()) {
      counts.running++
      return undefined
    }
    const group = `${known ? "known" : "unknown"}\n${key}`
    const own = waiting.get(group) ?? []
    const isFull = counts.waiting >= capacity || (!known && counts.unknown >= unknownCapacity)
    if (isFull || own.length >= perClient) throw new HashQueueFull("Too many passwords wait to be checked")
    counts.waiting++
    if (!known) counts.unknown++
    return new Promise((resolve) => {
      const start = () => {
        if (!known) counts.unknown--
        resolve()
      }
      waiting.set(group, [...own, start])
    })
  }

  return {
    async run(client, compute) {
      await turn(client)
      try {
        return await compute()
      } finally {
        counts.running--
        while (counts.waiting > 0 && hasPlace()) startNext()
      }
    },
  }
}

/** Memory that all hashes of a process may take at once, in bytes. */
const MEMORY_BUDGET = 256 * 1024 * 1024

/** The share of the time that an event loop works, from which on it needs a core for itself. */
const BUSY = 0.7
/** Milliseconds over which that share is measured. */
const BUSY_WINDOW = 50

/** Returns the share of the time that the event loop worked lately, or 0 if the runtime doesn't know. */
export type LoopLoad = () => number

interface HostFacts {
  navigator?: { hardwareConcurrency?: number }
  process?: { env?: Record<string, string | undefined> }
}

/**
 * Returns how many hashes of this memory to compute at once: at most one per core, and within 256 MiB. It is also less
 * than the number of libuv's threads, so that file and DNS requests still get one. While the event loop is busy, it
 * keeps a core, so that a flood of sign-ins slows other requests down less.
 */
export function hashConcurrency(
  memory: number,
  { navigator, process }: HostFacts = globalThis as HostFacts,
  load: LoopLoad = eventLoopLoad(),
): () => number {
  const cores = navigator?.hardwareConcurrency ?? 1
  const threads = Number(process?.env?.["UV_THREADPOOL_SIZE"]) || 4
  const most = Math.max(1, Math.min(cores, threads - 1, Math.floor(MEMORY_BUDGET / Math.max(memory, 1))))
  return () => (load() > BUSY ? Math.max(1, Math.min(most, cores - 1)) : most)
}

interface LoopUtilization {
  readonly active: number
  readonly idle: number
}

/** Node's `performance`, which also knows how long the event loop worked. */
interface LoopClock {
  eventLoopUtilization?(): LoopUtilization
}

/** Measures the event loop that `clock` knows. */
export function eventLoopLoad(clock = performance as LoopClock): LoopLoad {
  if (!clock.eventLoopUtilization) return () => 0
  const lastReading = { from: clock.eventLoopUtilization(), load: 0 }
  return () => {
    const now = clock.eventLoopUtilization?.() ?? lastReading.from
    const [active, idle] = [now.active - lastReading.from.active, now.idle - lastReading.from.idle]
    if (active + idle >= BUSY_WINDOW) Object.assign(lastReading, { from: now, load: active / (active + idle) })
    return lastReading.load
  }
}
