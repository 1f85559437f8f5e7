import { createClient } from "latchkit"
import { toReadable } from "latchkit/svelte"

export const session = toReadable(createClient().store)
