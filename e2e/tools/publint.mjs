// Runs publint on the packed package. A warning fails too.
import { readFileSync } from "node:fs"
import { publint } from "publint"
import { formatMessage } from "publint/utils"
import { packedPackage } from "./packed.ts"

const { buffer: tarball } = new Uint8Array(readFileSync(packedPackage())) // its own buffer, not a part of Node's pool
const { messages, pkg } = await publint({ pack: { tarball }, level: "suggestion", strict: true })
for (const message of messages) console.log(`${message.type}: ${formatMessage(message, pkg)}`)
process.exit(messages.some(({ type }) => type === "error") ? 1 : 0)
