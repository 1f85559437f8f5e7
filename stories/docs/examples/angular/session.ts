import { signal } from "@angular/core"
import { createClient, type Session } from "latchkit"

const current = signal<Session | null | undefined>(undefined)
const { store } = createClient()
store.subscribe(() => current.set(store.get().data))

/** `undefined` while it is loading, and `null` if the user is signed out. It follows every tab. */
export const session = current.asReadonly()
