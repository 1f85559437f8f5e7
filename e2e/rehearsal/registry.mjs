// Starts a registry on this machine only, and prints its address. Arguments: the folder of its packages, and the registry
// from which it takes all packages but Latchkit.
import { once } from "node:events"
import { runServer } from "verdaccio"

const [folder, registry] = process.argv.slice(2)
const server = await runServer({
  ...{ storage: folder, self_path: folder },
  uplinks: { npm: { url: registry } },
  packages: {
    latchkit: { access: "$all", publish: "$all" }, // no `proxy`, so that a published Latchkit is never found
    "**": { access: "$all", proxy: "npm" },
  },
  ...{ max_body_size: "50mb", log: { type: "stdout", level: "fatal" } },
})
server.listen(0, "127.0.0.1")
await once(server, "listening")
console.log(`http://127.0.0.1:${server.address().port}/`)
