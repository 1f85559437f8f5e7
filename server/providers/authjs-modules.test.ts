import { existsSync, readdirSync, readFileSync } from "node:fs"
import { describe, expect, test } from "vitest"
import { createAuth } from "../service/auth.ts"
import * as catalogue from "./catalogue/index.ts"
import { toMapping } from "./define.ts"
import { fixtureFor } from "./fixtures/fixture.ts"
import { toProfile } from "./mapping.ts"
import type { Row } from "./rows.ts"
import { readPath } from "./template.ts"
import type { OAuthConfig, Provider } from "./types.ts"
import type { Profile } from "./profile-types.ts"

const folder = new URL("../../node_modules/@auth/core/providers/", import.meta.url)
const modules = readdirSync(folder)
  .filter((file) => /^[\w-]+\.js$/.test(file))
  .map((file) => file.replace(/\.js$/, ""))
  .filter((name) => !/^(index|oauth|oauth-types|provider-types)$/.test(name)) // types, and nothing to import

type ProviderFactory = (options: Record<string, unknown>) => OAuthConfig

async function loadUpstream(name: string): Promise<{ default: ProviderFactory }> {
  return (await import(new URL(`${name}.js`, folder).href)) as { default: ProviderFactory } // the exports of each of those modules
}

const { exports } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
  exports: Record<string, { default: string } | null | undefined>
}

/** Loads our module of the same import path, from the package's own exports. */
async function loadOurs(name: string): Promise<Record<string, unknown> & { default: ProviderFactory }> {
  const built = exports[`./providers/${name}`]?.default ?? `./dist/server/providers/catalogue/${name}.js`
  const source = new URL(built.replace("./dist/", "../../").replace(/\.js$/, ".ts"), import.meta.url)
  expect(existsSync(source)).toBe(true)
  return (await import(/* @vite-ignore */ source.href)) as Record<string, unknown> & { default: ProviderFactory } // a module of providers
}

const OPTIONS = { issuer: "https://idp.example/x" }
const OTHER_OPTIONS: Readonly<Record<string, object>> = {
  credentials: { authorize: () => null },
  passkey: {},
  webauthn: {},
  ...Object.fromEntries(
    ["email", "forwardemail", "loops", "mailgun", "nodemailer", "postmark", "resend", "sendgrid"].map((name) => [
      name,
      { server: "smtp://localhost", from: "a@b.test" },
    ]),
  ),
}

describe("an import of @auth/core/providers works from latchkit/providers", () => {
  test.each(modules)("%s has a default export with the same id, and the same named export", async (name) => {
    const theirs = (await loadUpstream(name)).default
    const module = await loadOurs(name)
    const options = OTHER_OPTIONS[name] ?? OPTIONS
    expect(module.default({ ...options }).id).toBe(theirs({ ...options }).id)
    expect(Object.keys(module)).toContain(theirs.name)
    expect(module[theirs.name]).toBe(module.default)
  })

  test("has every provider of the catalogue", async () => {
    for (const [name, make] of Object.entries(catalogue)) {
      const module = await loadOurs(make.row.id)
      expect([module.default, module[name]]).toEqual([make, make])
    }
  })

  test("accepts each uncalled as an entry of `providers`, which the environment completes", async () => {
    const github = (await loadOurs("github")).default as Provider
    const keycloak = (await loadOurs("keycloak")).default as Provider
    const env = {
      AUTH_URL: "https://app.test/auth",
      AUTH_GITHUB_ID: "a",
      AUTH_KEYCLOAK_ID: "b",
      AUTH_KEYCLOAK_ISSUER: "https://id.test/realms/a",
    }
    const auth = createAuth({ providers: [github, keycloak], secret: "s".repeat(32) }, { env })
    const listed = await (await auth.handle(new Request("https://app.test/auth/providers"))).json()
    expect(Object.keys(listed as object)).toEqual(["github", "keycloak"])
  })
})

describe("a type of a module of @auth/core/providers has the same name here", () => {
  const declared = (file: URL) =>
    [...readFileSync(file, "utf8").matchAll(/^export (?:interface|type) (?:\{ \w+ as )?(\w+)/gm)].map(
      ([, name]) => name,
    )
  const ids = Object.values(catalogue).map(({ row }) => row.id)

  test.each(modules.filter((name) => ids.includes(name)))("%s", (name) => {
    const ours = declared(new URL(`./catalogue/${name}.ts`, import.meta.url))
    expect(ours).toEqual(expect.arrayContaining(declared(new URL(`${name}.d.ts`, folder))))
  })
})

/**
 * Ids that differ from those that Auth.js stores, and why. The migration guide says what to do.
 * `instagram` is of an API that was shut down, so no app can still sign in with it.
 */
const OTHER_IDS = ["eveonline", "instagram", "pinterest", "trakt"]
/** Fixtures of other endpoints than theirs. Their ids were compared by hand, and are equal. */
const OTHER_ANSWERS = new Set(
  "bungie hubspot nextcloud threads todoist vk microsoft-entra-id azure-ad wechat notion".split(" "),
)

describe("the account id is the one that Auth.js stores", () => {
  const rows = Object.values(catalogue).map(({ row }) => row as Row) // each has its own options
  const compared = rows.filter(({ id }) => modules.includes(id) && !OTHER_ANSWERS.has(id))

  test.each(compared.map((row) => [row.id, row] as const))("%s", async (name, row) => {
    const { fixture } = fixtureFor(row)
    const theirs = (await loadUpstream(name)).default({ ...OPTIONS, clientId: "c" })
    const context = { extra: fixture.extra ?? {}, form: {}, fetch: globalThis.fetch }
    const inside = row.unwrap ? readPath(row.unwrap, fixture.profile) : fixture.profile
    const our = await toProfile(toMapping(row))(inside as Profile, {}, context) // the fixture's shape
    const answer = name === "trakt" ? inside : fixture.profile // theirs reads the user without the settings around it
    const whole = { CharacterID: 2112625428, ...(answer as object) } as Profile // as in EVE's old endpoint
    const profile = theirs.profile ?? ((claims: Profile) => ({ id: String(claims.sub ?? claims.id) }))
    const their = String((await profile(whole, {}, context)).id)
    if (OTHER_IDS.includes(name)) expect(our.id).not.toBe(their)
    else expect(our.id).toBe(their)
  })
})
