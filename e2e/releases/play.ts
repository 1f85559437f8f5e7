// Plays the scenes on a store
import type { Adapter } from "../../server/adapters/contract.ts"
import type { SessionStrategyName } from "../../server/core/config/callbacks.ts"
import { emailIn, SCENES, type Facts } from "./scenes.ts"
import type { Kit } from "./stores.ts"
import { openWorld } from "./world.ts"

/** The cookies and texts that each scene left. */
export type Left = Record<string, { at: number; cookies: [string, string][]; facts: Facts }>

/** A store, as one version of Latchkit opens it. */
export interface Stage {
  readonly kit: Kit
  readonly adapter: Adapter
  readonly strategy: SessionStrategyName
}

/** Begins every scene. @param now milliseconds */
export async function beginScenes(stage: Stage, now: number): Promise<Left> {
  const left: Left = {}
  for (const [scene, { begin }] of Object.entries(SCENES)) {
    const world = await openWorld({ ...stage, now })
    const from = world.browser()
    const facts = (await begin(world, from, emailIn(scene))) ?? {}
    const cookies = [...from.jar].map(([cookie, { value }]): [string, string] => [cookie, value])
    left[scene] = { at: world.time.now, cookies, facts }
  }
  return left
}

/** Ends a scene that began. Returns the address of the user who is signed in then, or null. @param after milliseconds */
export async function endScene(stage: Stage, left: Left, scene: string, after: number): Promise<string | null> {
  const begun = left[scene]
  const row = SCENES[scene]
  if (!begun || !row) throw new Error(`There is no scene ${scene}`)
  const world = await openWorld({ ...stage, now: begun.at + after })
  const from = world.browser(new Map(begun.cookies.map(([cookie, value]) => [cookie, { value }])))
  return row.end(world, from, begun.facts, emailIn(scene))
}
