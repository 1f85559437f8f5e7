import { RACES } from "./d1-races.ts"
import { KILLED } from "./killed-adapters.ts"
import { killSelf } from "./kill-self.ts"

// Run as a process of its own, it dies in the middle of many sign-ups
const [, script = "", name = "", file = "", last = ""] = process.argv
if (script.includes("killed-writes.")) await signUpAndDie()

async function signUpAndDie(): Promise<void> {
  const { adapter } = (await KILLED[name]?.(file)) ?? {}
  if (!adapter) throw new Error(`No adapter is called ${name}`)
  const done = { count: 0 }
  const signUp = async (index: number) => {
    await RACES["sign up with one address"]?.(adapter, crypto.randomUUID(), index)
    if (++done.count === Number(last)) await killSelf()
  }
  await Promise.all(Array.from({ length: 100 }, (_, index) => signUp(index)))
}
