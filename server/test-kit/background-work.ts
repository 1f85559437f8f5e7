/**
 * Collects the work that goes on after a response, such as emails and event handlers, as a platform does. Pass its
 * `waitUntil` to `createAuth`.
 */
export function backgroundWork() {
  const pending = new Set<Promise<unknown>>()
  return {
    waitUntil(work: Promise<unknown>): void {
      const ended: Promise<unknown> = work.finally(() => pending.delete(ended))
      pending.add(ended)
    },
    /** Resolves when all work has ended, and also what it began. A failed email is tried again, which takes long. */
    async ended(): Promise<void> {
      while (pending.size > 0) await Promise.all(pending)
    },
  }
}
