import { adapterSuite } from "./adapter-suite.ts"
import { EMBEDDED } from "./embedded.ts"

for (const [name, open] of Object.entries(EMBEDDED)) adapterSuite(name, open, { isKilled: true })
