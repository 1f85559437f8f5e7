// Writes package.json's exports, and its imports that are others in a Worker. An import is public once its file exists.
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs"
import { importsForWorkers } from "./worker-modules.mjs"

const ENTRIES = {
  ".": "client/index",
  "./react": "components/react/index",
  "./solid": "components/solid/index",
  "./svelte": "components/svelte/index",
  "./qwik": "server/integrations/qwik/index",
  "./html": "components/html/index",
  "./headless": "components/headless/index",
  "./identifier-first": "components/identifier-first/index",
  "./auth.css": "components/auth.css",
  "./marks": "components/view/marks/index",
  "./server": "server/index",
  "./jwt": "server/jwt",
  "./public-suffixes": "server/core/config/public-suffixes",
  "./next": "server/integrations/next/index",
  "./express": "server/integrations/express/index",
  "./sveltekit": "server/integrations/sveltekit/index",
  "./solid-start": "server/integrations/solid-start/index",
  "./providers": "server/providers/index",
  "./providers/credentials": "server/providers/credentials",
  "./providers/passkey": "server/providers/passkey",
  "./providers/webauthn": "server/providers/webauthn",
  "./providers/email": "server/providers/email/email",
  "./providers/forwardemail": "server/providers/email/forwardemail",
  "./providers/loops": "server/providers/email/loops",
  "./providers/mailgun": "server/providers/email/mailgun",
  "./providers/nodemailer": "server/providers/email/nodemailer",
  "./providers/postmark": "server/providers/email/postmark",
  "./providers/resend": "server/providers/email/resend",
  "./providers/sendgrid": "server/providers/email/sendgrid",
  "./adapters": "server/adapters/index",
  "./adapters/memory": "server/adapters/memory",
  "./adapters/sql": "server/adapters/sql",
  "./adapters/d1": "server/adapters/d1",
  "./adapters/libsql": "server/adapters/libsql",
  "./adapters/drizzle": "server/adapters/drizzle",
  "./adapters/prisma": "server/adapters/prisma",
  "./adapters/redis": "server/adapters/redis",
  "./adapters/records": "server/adapters/records",
  "./migrate/authjs": "server/migrate/authjs",
  "./migrate/authjs/core": "server/migrate/authjs/core",
  "./migrate/next-auth-4": "server/migrate/next-auth-4",
  "./migrate/next-auth-4/credentials": "server/migrate/next-auth-4/credentials",
  "./migrate/next-auth-4/jwt": "server/migrate/next-auth-4/jwt",
  "./migrate/next-auth-4/middleware": "server/migrate/next-auth-4/middleware",
  "./migrate/next-auth-4/react": "server/migrate/next-auth-4/react",
  "./webhooks": "server/integrations/webhooks/index",
  "./opentelemetry": "server/integrations/opentelemetry/index",
  "./testing": "server/testing/index",
  "./testing/stories": "server/testing/stories",
}

const conditions = {
  "./solid": {
    types: "./dist/components/solid/index.d.ts",
    solid: "./dist/components/solid/index.js",
    default: "./dist/components/solid/index.compiled.js",
  },
  "./svelte": {
    types: "./dist/components/svelte/index.d.ts",
    svelte: "./dist/components/svelte/index.js",
    default: "./dist/components/svelte/index.js",
  },
}

const exists = (source) =>
  [".ts", ".tsx", "/index.ts", ""].find((end) => existsSync(source + end) && (end !== "" || source.includes(".")))
const target = (source) => {
  const end = exists(source)
  if (end === "") return withTypes(`./dist/${source}`)
  const path = `./dist/${source}${end === "/index.ts" ? "/index" : ""}`
  return { types: `${path}.d.ts`, default: `${path}.js` }
}

// A program without types of a bundler imports the stylesheet too
const withTypes = (file) => ({ types: `${file}.d.ts`, default: file })

const exports = {}
for (const [entry, source] of Object.entries(ENTRIES)) {
  if (exists(source) !== undefined) exports[entry] = conditions[entry] ?? target(source)
}
// The catalogue's folder has one file for each provider, and the list of them, which is latchkit/providers
exports["./providers/index"] = null
const provider = "./dist/server/providers/catalogue/*"
exports["./providers/*"] = { types: `${provider}.d.ts`, default: `${provider}.js` }
// Each language is a file of this folder. The folder's other files aren't public
for (const file of readdirSync("components/view/messages").sort()) {
  const tag = /^(?!types|fill|languages|loaders)([\w-]+)\.ts$/.exec(file)?.[1]
  if (tag !== undefined) exports[`./messages/${tag}`] = target(`components/view/messages/${tag}`)
}
exports["./auth.unlayered.css"] = {
  types: "./dist/components/auth.css.d.ts", // neither exports a value
  default: "./dist/components/auth.unlayered.css", // written by build.mjs
}
exports["./package.json"] = "./package.json"

const imports = importsForWorkers()

const manifest = JSON.parse(readFileSync("package.json", "utf8"))
const written = {
  "package.json": `${JSON.stringify({ ...manifest, imports, exports }, null, 2)}\n`,
  "tsconfig.json": withPaths(readFileSync("tsconfig.json", "utf8")),
}
const changed = Object.entries(written).filter(([file, text]) => readFileSync(file, "utf8") !== text)
if (process.argv.includes("--check")) process.exit(changed.length === 0 ? 0 : 1)
for (const [file, text] of changed) writeFileSync(file, text)

/**
 * Returns the configuration with a path for each import. A condition in `exports` would need no paths. But then the
 * package would name sources that it doesn't contain, and npm can't publish other `exports` than those of the file.
 */
function withPaths(tsconfig) {
  const sources = Object.entries(exports).flatMap(([entry, target]) => {
    const source = /^\.\/dist\/(.*)\.d\.ts$/.exec(target?.types ?? "")?.[1]
    if (source === undefined || source.endsWith(".css") || entry.startsWith("./messages/")) return []
    const file = [".ts", ".tsx"].map((end) => source + end).find((name) => name.includes("*") || existsSync(name))
    return [[entry.replace(".", "latchkit"), file]]
  })
  const own = [...sources, ["latchkit/messages/*", "components/view/messages/*.ts"]]
  const lines = own.map(([name, file]) => `      "${name}": ["./${file}"]`).join(",\n")
  return tsconfig.replace(/(?:^ {6}"latchkit[^\n]*\n)+/m, `${lines}\n`)
}
