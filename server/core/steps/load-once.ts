import type { RequestContext } from "../request/auth-request.ts"
import type { AttemptState } from "./attempt.ts"

type Load<Value> = (context: RequestContext, state: AttemptState) => Value

/** Returns the loaded values of each state. A new proof makes a new state, which loads everything again. */
const loadedStates = ({ once }: RequestContext) =>
  once(loadedStates, () => new Map<AttemptState, Map<Load<unknown>, unknown>>())

/** Loads what steps need about a state. Several steps may ask for it, and a request loads it once. */
export function loadOnce<Value>(context: RequestContext, state: AttemptState, load: Load<Value>): Value {
  const states = loadedStates(context)
  const values = states.get(state) ?? new Map<Load<unknown>, unknown>()
  states.set(state, values)
  if (!values.has(load)) values.set(load, load(context, state))
  return values.get(load) as Value // only this line's `load` wrote it
}

/** Keeps what was loaded for a state also for `copy`, which has the same user and proofs. */
export function keepLoaded(context: RequestContext, state: AttemptState, copy: AttemptState): void {
  const states = loadedStates(context)
  const values = states.get(state)
  if (values) states.set(copy, values)
}
