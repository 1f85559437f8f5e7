import { adapterSuite } from "./adapter-suite.ts"
import { EMBEDDED } from "./embedded.ts"
import { runKilled } from "./killed-process.ts"

for (const [name, open] of Object.entries(EMBEDDED)) {
  const kill = (file: string, last: number) => runKilled("killed-writes.ts", name, file, String(last))
  adapterSuite(name, open, { kill })
}
