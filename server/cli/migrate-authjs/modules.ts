/** The major version of `next-auth` or Auth.js that an app moves from. */
export type Version = 4 | 5

const NEXT_AUTH_4 = "latchkit/migrate/next-auth-4"

/** The replacements for modules of next-auth 4. */
const MODULES_4: Readonly<Record<string, string | undefined>> = {
  "next-auth": NEXT_AUTH_4,
  "next-auth/next": NEXT_AUTH_4,
  "next-auth/adapters": NEXT_AUTH_4,
  "next-auth/jwt": `${NEXT_AUTH_4}/jwt`,
  "next-auth/middleware": `${NEXT_AUTH_4}/middleware`,
  "next-auth/core/types": NEXT_AUTH_4,
  "next-auth/react": `${NEXT_AUTH_4}/react`,
  "next-auth/providers": NEXT_AUTH_4,
  "next-auth/providers/index": NEXT_AUTH_4,
  "next-auth/providers/oauth": NEXT_AUTH_4,
  "next-auth/providers/credentials": `${NEXT_AUTH_4}/credentials`,
}

/** The replacements for modules of Auth.js v5. */
const MODULES_5: Readonly<Record<string, string | undefined>> = {
  "next-auth": "latchkit/next",
  "next-auth/react": "latchkit/react",
  "next-auth/jwt": "latchkit/migrate/authjs",
  "next-auth/adapters": "latchkit/adapters",
  "next-auth/providers": "latchkit/providers",
  "@auth/core": "latchkit/migrate/authjs/core",
  "@auth/core/providers": "latchkit/providers",
  "@auth/core/types": "latchkit/server",
  "@auth/core/errors": "latchkit/server",
  "@auth/core/jwt": "latchkit/migrate/authjs",
  "@auth/core/adapters": "latchkit/adapters",
  "@auth/express": "latchkit/express",
  "@auth/sveltekit": "latchkit/sveltekit",
  "@auth/sveltekit/client": "latchkit/svelte",
  "@auth/sveltekit/webauthn": "latchkit/svelte",
  "@auth/solid-start": "latchkit/solid-start",
  "@auth/solid-start/client": "latchkit/solid",
  "@auth/qwik": "latchkit/qwik",
}

/** Advice for modules that have no replacement. */
const MODULE_NOTES: Readonly<Record<string, string | undefined>> = {
  "@auth/sveltekit/components":
    "These components work unmodified while `@auth/sveltekit` is installed. `SignIn` and `SignOut` of `latchkit/svelte` are whole cards. For one button, post a form with `providerId` to a page whose action is `signIn`",
}

/** The packages of Auth.js for frameworks, which also export its types of adapters and providers. */
const FRAMEWORK_MODULE = /^@auth\/(?:express|sveltekit|solid-start|qwik)\/(adapters|providers)$/
const PROVIDER_MODULE = /^(?:next-auth|@auth\/(?:core|express|sveltekit|solid-start|qwik))\/providers\/([\w-]+)$/
const AUTHJS_MODULE = /^(?:next-auth|@auth\/(?:core|express|sveltekit|solid-start|qwik))(?:\/|$)/

/** The replacement of an import: another module, a note for the developer, or nothing. */
export type Replacement = { module: string } | { note: string } | undefined

/** Returns what to import instead of `name`. `providers` are the ids of Latchkit's providers. */
export function replacementFor(name: string, version: Version, providers: ReadonlySet<string>): Replacement {
  const module = (version === 4 ? MODULES_4 : MODULES_5)[name]
  if (module) return { module }
  const shared = FRAMEWORK_MODULE.exec(name)?.[1]
  if (shared !== undefined) return { module: `latchkit/${shared}` }
  const id = PROVIDER_MODULE.exec(name)?.[1]
  if (id !== undefined) return providerModule(id, version, providers)
  if (!AUTHJS_MODULE.test(name)) return undefined
  return {
    note: MODULE_NOTES[name] ?? `\`${name}\` has no replacement. Rewrite this import by hand`,
  }
}

function providerModule(id: string, version: Version, providers: ReadonlySet<string>): Replacement {
  if (version === 4 && id === "twitter")
    return {
      note: "Latchkit signs in to Twitter with OAuth 2: get a client id for it, and import `latchkit/providers/twitter`",
    }
  if (providers.has(id)) return { module: `latchkit/providers/${id}` }
  return {
    note: `Latchkit has no provider \`${id}\`. Describe it with \`OAuth\` or \`OIDC\` of \`latchkit/providers\``,
  }
}

/** Returns the module that `declare module` must augment instead of `name`. */
export function augmentedModule(name: string, version: Version): string | undefined {
  if (/^(?:next-auth|@auth\/core)\/jwt$/.test(name)) return version === 4 ? `${NEXT_AUTH_4}/jwt` : "latchkit/jwt"
  if (name === "@auth/core/adapters" || name === "next-auth/adapters")
    return version === 4 ? NEXT_AUTH_4 : "latchkit/adapters"
  if (name === "@auth/core/types" || name === "@auth/core") return "latchkit"
  const module = (version === 4 ? MODULES_4 : MODULES_5)[name]
  return module?.startsWith(NEXT_AUTH_4) ? module : module && "latchkit" // declares Session and User
}

/** Returns the module that a file loads the types of instead of those of `name`. */
export const referencedModule = (name: string, version: Version): string | undefined =>
  (version === 4 ? MODULES_4 : MODULES_5)[name]

/** Functions whose configuration needs the preset, by the package that they are imported from. */
export const CONFIGURING_IMPORTS: Readonly<Record<string, readonly string[] | undefined>> = {
  "next-auth": ["default", "NextAuth"],
  "@auth/core": ["Auth"],
  "@auth/express": ["ExpressAuth", "getSession"],
  "@auth/sveltekit": ["SvelteKitAuth"],
  "@auth/solid-start": ["SolidAuth", "getSession"],
  "@auth/qwik": ["QwikAuth$"],
}
