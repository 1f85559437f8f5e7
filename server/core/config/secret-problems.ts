import type * as NodeFs from "node:fs"
import { builtinModule } from "../crypto/node.ts"
import { AuthError, MissingSecretError } from "../../errors.ts"
import type { Settings } from "./settings.ts"

/** Characters that make a random secret hard to guess. */
const MIN_SECRET_LENGTH = 32

/** Returns what is wrong with the secrets. */
export function secretProblems({ secrets, production, rules, env }: Settings): AuthError[] {
  if (secrets.length === 0) {
    if (env["NEXTAUTH_SECRET"])
      return [
        new MissingSecretError(
          `${new MissingSecretError().message}. \`NEXTAUTH_SECRET\` is set: rename it to AUTH_SECRET`,
        ),
      ]
    const file = production ? undefined : fileWithSecret()
    if (file === undefined) return [new MissingSecretError()]
    return [
      new MissingSecretError(
        `Missing secret: \`AUTH_SECRET\` is not set. \`${file}\` contains it, but your process did not load that file. Start with \`node --env-file=${file} server.ts\`, or call \`process.loadEnvFile("${file}")\` before you configure Latchkit`,
      ),
    ]
  }
  const short = secrets.find((secret) => secret.length < MIN_SECRET_LENGTH)
  // A migrating app must keep its secret, or all of its users are signed out. So it only gets a warning
  if (short === undefined || !production || rules.shortSecrets) return []
  return [
    new AuthError(
      "InvalidConfiguration",
      `A secret has ${short.length} characters. Set AUTH_SECRET or \`secret\` to at least ${MIN_SECRET_LENGTH} in production`,
    ),
  ]
}

/** Returns the environment file in the current folder that has AUTH_SECRET, if the runtime can read files. */
function fileWithSecret(): string | undefined {
  const fs = builtinModule("node:fs") as typeof NodeFs | undefined // the module's own type
  return [".env.local", ".env"].find((file) => {
    try {
      return /^\s*(?:export\s+)?AUTH_SECRET\s*=\s*\S/m.test(fs?.readFileSync(file, "utf8") ?? "")
    } catch {
      return false // there is no such file
    }
  })
}
