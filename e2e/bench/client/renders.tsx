import { createElement, useSyncExternalStore, type ComponentType } from "react"
import { flushSync } from "react-dom"
import { createRoot } from "react-dom/client"
import { SessionProvider, useSession } from "latchkit/react"

declare global {
  interface Window {
    measureRenders(): Promise<RenderTimes>
  }
}

/** Microseconds of one render, beyond a component without hooks. */
export interface RenderTimes {
  useSession: number
  /** A bare `useSyncExternalStore`. */
  bare: number
}

const COUNT = 1000
const ROUNDS = 60

const state = { status: "authenticated" }
const subscribe = () => () => {}
const get = () => state

const components: Record<"useSession" | "bare" | "empty", ComponentType> = {
  useSession: () => useSession().status,
  bare: () => useSyncExternalStore(subscribe, get, get).status,
  empty: () => state.status,
}

/** Returns a function that renders a thousand components again, and returns the milliseconds. */
function mount(component: ComponentType): () => number {
  const root = createRoot(document.body.appendChild(document.createElement("div")))
  const session = { user: { name: "Ada" }, expires: new Date(Date.now() + 3600_000).toISOString() }
  const render = () => {
    const children = Array.from({ length: COUNT }, (_, key) => createElement(component, { key }))
    flushSync(() => root.render(<SessionProvider session={session}>{children}</SessionProvider>))
  }
  render()
  return () => {
    const start = performance.now()
    render()
    return performance.now() - start
  }
}

const median = (numbers: readonly number[]) => numbers.toSorted((one, other) => one - other)[numbers.length >> 1] ?? 0

/** Renders all in turns, and returns the medians. */
window.measureRenders = async () => {
  const runs = Object.entries(components).map(([name, component]) => ({ name, run: mount(component), times: [0] }))
  await new Promise((resolve) => setTimeout(resolve, 2000)) // the rest of the store is loaded
  for (let round = 0; round < ROUNDS; round++) for (const { run, times } of runs) times.push(run())
  const medians = Object.fromEntries(runs.map(({ name, times }) => [name, median(times)]))
  const micros = (name: string) => (((medians[name] ?? 0) - (medians["empty"] ?? 0)) * 1000) / COUNT
  return { useSession: micros("useSession"), bare: micros("bare") }
}
