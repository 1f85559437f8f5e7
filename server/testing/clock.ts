interface Task {
  id: number
  due: number
  every: number | undefined
  run: () => void
}

/** A virtual clock for `Date.now` and the timers of the whole process, until `restore`. */
export interface VirtualClock {
  now(): number
  /** Advances the time by `ms`. Runs due timers in order and settles the promises between them. */
  advance(ms: number): Promise<void>
  /** Simulates a sleeping device: `ms` pass, and no timer runs. */
  sleep(ms: number): void
  restore(): void
}

const MACROTASKS_PER_TURN = 12

/** Stops the time at `now` (milliseconds since the epoch). Promises and `setImmediate` still run. */
export function installClock(now = Date.UTC(2026, 0, 1)): VirtualClock {
  const real = { setTimeout, clearTimeout, setInterval, clearInterval, now: Date.now, immediate: setImmediate }
  const tasks = new Map<number, Task>()
  const time = { now, slept: 0, id: 0 }
  const add =
    (every: boolean) =>
    (run: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) => {
      const id = ++time.id
      // A delay that doesn't fit into 31 bits counts as 0, as in browsers
      const delay = ms > 2 ** 31 - 1 ? 0 : Math.max(0, Number(ms) || 0)
      tasks.set(id, {
        id,
        due: time.now + delay,
        every: every ? Math.max(1, delay) : undefined,
        run: () => run(...args),
      })
      return Object.assign(Object(id), { unref: () => id, ref: () => id })
    }
  const remove = (id: unknown) => void tasks.delete(Number(id))
  Object.assign(globalThis, {
    setTimeout: add(false),
    clearTimeout: remove,
    setInterval: add(true),
    clearInterval: remove,
  })
  Date.now = () => time.now + time.slept

  async function settle() {
    for (let turn = 0; turn < MACROTASKS_PER_TURN; turn++) await new Promise<void>((resolve) => real.immediate(resolve))
  }

  async function advance(ms: number) {
    const end = time.now + ms
    await settle()
    for (;;) {
      const [task] = [...tasks.values()].filter(({ due }) => due <= end).sort((a, b) => a.due - b.due || a.id - b.id)
      if (!task) break
      time.now = Math.max(time.now, task.due)
      if (task.every === undefined) tasks.delete(task.id)
      else tasks.set(task.id, { ...task, due: task.due + task.every })
      task.run()
      await settle()
    }
    time.now = end
  }

  const { immediate: _, now: dateNow, ...timers } = real
  return {
    now: Date.now,
    advance,
    sleep: (ms) => void (time.slept += ms),
    restore: () => {
      Object.assign(globalThis, timers)
      Date.now = dateNow
    },
  }
}
