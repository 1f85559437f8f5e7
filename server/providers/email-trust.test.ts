import { describe, expect, test } from "vitest"
import { errorParam, oauthService } from "../test-kit/oauth-service.ts"
import * as catalogue from "./catalogue/index.ts"
import { emailTrustFor, toMapping } from "./define.ts"
import { toProfile } from "./mapping.ts"
import type { ProviderFunction, Row, RowOptions } from "./rows.ts"
import type { OAuthConfig, OIDCConfig } from "./types.ts"
import type { Profile } from "./profile-types.ts"

const { GitHub, GitLab, Keycloak } = catalogue
const rows = Object.values(catalogue).map(({ row }) => row as Row) // each has options of its own
const table = rows.map((row) => [row.id, row] as const)

/** Values besides the booleans that providers and attackers send as `email_verified`. */
const NOT_TRUE = [
  ...["true", "True", "TRUE", " true", "t", "yes", "y", "1", "on", "ok", "verified", "not verified", "unverified"],
  ...["unknown", "maybe", "pending", "false", "False", "no", "0", "null", "undefined", "", " "],
  ...[1, 2, 0, -1, [], [false], {}, { verified: false }, { value: "false" }, null],
]

describe("an email is only verified by the boolean true", () => {
  const mappings: [string, Partial<OIDCConfig>][] = [
    ["of the claim", {}],
    ["of a mapping", { profile: toProfile({ id: "sub", email: "email", emailVerified: "email_verified" }) }],
    [
      "of a callback",
      {
        profile: (claims) => ({
          id: claims.sub ?? "",
          email: claims.email ?? null,
          emailVerified: claims.email_verified ?? null,
        }),
      },
    ],
  ]
  const cases = mappings.flatMap(([title, config]) => NOT_TRUE.map((value) => [title, value, config] as const))

  test.each(cases)("%s: %j verifies nothing", async (_, verified, config) => {
    const { service, ada } = await serviceWithAda(config)
    const answer = await service.enter(service.browser(), { ...person, email_verified: verified })
    expect(errorParam(answer)).toBe("OAuthAccountNotLinked")
    expect(await service.adapter.listAccounts(ada.id)).toEqual([])
  })

  test.each(mappings)("%s: true verifies it", async (_, config) => {
    const { service, ada } = await serviceWithAda(config)
    await service.enter(service.browser(), { ...person, email_verified: true })
    expect(await service.adapter.listAccounts(ada.id)).toHaveLength(1)
  })

  test("a date from the app's own callback verifies it, and an invalid date doesn't", async () => {
    const dated = (emailVerified: Date): Partial<OIDCConfig> => ({
      profile: ({ sub = null, email = null }) => ({ id: sub ?? "", email, emailVerified }),
    })
    const proven = await serviceWithAda(dated(new Date(1)))
    await proven.service.enter(proven.service.browser(), person)
    expect(await proven.service.adapter.listAccounts(proven.ada.id)).toHaveLength(1)
    const { service } = await serviceWithAda(dated(new Date("never")))
    expect(errorParam(await service.enter(service.browser(), person))).toBe("OAuthAccountNotLinked")
  })

  test("the string true only verifies it for rows that say so", async () => {
    const texts = rows.filter((row) => isAcceptedAsVerified(row, "true")).map(({ id }) => id)
    expect(texts.sort()).toEqual(["apple", "azure-ad", "cognito", "linkedin", "microsoft-entra-id"])
    for (const row of rows)
      for (const value of NOT_TRUE.slice(1))
        expect(isAcceptedAsVerified(row, value) && row.id).toBe(isEntraFlag(row, value))
  })
})

const person = { sub: "eve", email: "ada@example.com" }

async function serviceWithAda(config: Partial<OIDCConfig>) {
  const service = await oauthService({}, { ...config, allowDangerousEmailAccountLinking: true })
  const ada = await service.adapter.createUser({ id: "ada", email: "ada@example.com", emailVerified: new Date(1) })
  return { service, ada }
}

/** Returns whether a row's mapping accepts `value` as its flag. */
function isAcceptedAsVerified(row: Row, value: unknown): boolean {
  const flags = { email_verified: value, xms_edov: value, verified: value, emailVerified: value }
  const { emailVerified } = toMapping(row)
  const isFlag = emailVerified !== undefined && !["github", "twitter", "gitee"].includes(row.id) // those compare an address
  const user = toProfile({ id: "sub", emailVerified: emailVerified ?? "none" })
  const context = { extra: {}, form: {}, fetch: globalThis.fetch }
  return isFlag && Reflect.get(user({ sub: "1", ...flags } as Profile, {}, context), "emailVerified") === true // whatever was sent
}

/** Returns the row's id if this is one of the spellings of `xms_edov` that Entra uses. */
function isEntraFlag({ id }: Row, value: unknown): string | false {
  return ["azure-ad", "microsoft-entra-id"].includes(id) && ["1", 1].includes(value as string) ? id : false // compared as it is
}

describe("every row states how far its email addresses can be trusted", () => {
  test.each(table)("%s, with evidence", (_, row) => {
    expect(row.emailTrust).toMatch(/^(claim|always|unverified|idp|none)$/)
    expect(row.docs?.email).toMatch(/^[`A-Z].{14,}\.$/)
    const { email, emailVerified } = toMapping(row)
    expect(row.emailTrust === "none").toBe(email === undefined)
    if (row.emailTrust === "claim") expect(emailVerified).toBeDefined()
  })

  /** The only rows whose server may be the vendor's or a customer's. A customer's server is `idp`, as tested below. */
  const BOTH = ["github", "gitlab"]
  const isOwnServer = (row: Row) =>
    row.docs?.selfHosted === true ||
    Object.entries(row.options ?? {}).some(([name, option]) => option.inEnvironment || name === "baseUrl")

  test.each(table.filter(([id, row]) => isOwnServer(row) && !BOTH.includes(id)))(
    "%s runs on customers' servers, so it is idp",
    (_, row) => {
      expect(emailTrustFor(row)).toBe(toMapping(row).email === undefined ? "none" : "idp")
    },
  )

  test("includes the well-known self-hosted products", () => {
    const products =
      "authelia authentik boxyhq-saml casdoor duende-identity-server6 forgejo fusionauth gitea hydra kanidm keycloak logto mastodon mattermost nextcloud ory pocket-id rauthy synology tailscale zitadel"
    expect(
      rows
        .filter(({ docs }) => docs?.selfHosted)
        .map(({ id }) => id)
        .sort(),
    ).toEqual(expect.arrayContaining(products.split(" ")))
  })

  test.each([
    ["github.com", GitHub(), "claim"],
    ["github.com, written out", GitHub({ baseUrl: "https://github.com/" }), "claim"],
    ["a GitHub Enterprise Server", GitHub({ baseUrl: "https://github.example" }), "idp"],
    ["ghe.com", GitHub({ baseUrl: "https://acme.ghe.com" }), "idp"],
    ["gitlab.com", GitLab(), "claim"],
    ["gitlab.com, written out", GitLab({ baseUrl: "https://gitlab.com/" }), "claim"],
    ["a self-managed GitLab", GitLab({ baseUrl: "https://gitlab.example" }), "idp"],
    ["a GitLab with a similar name", GitLab({ baseUrl: "https://gitlab.com.evil.example" }), "idp"],
    ["gitlab.com without https", GitLab({ baseUrl: "http://gitlab.com" }), "idp"],
  ])("%s", (_, { emailTrust }, expected) => expect(emailTrust).toBe(expected))

  test("lets an app trust its own server", () => {
    const issuer = "https://id.example/realms/a"
    expect(Keycloak({ issuer })).toMatchObject({ emailTrust: "idp", options: {} })
    expect(Keycloak({ issuer, emailTrust: "claim" }).options).toEqual({ emailTrust: "claim" })
  })
})

describe("an account id never passes to another user", () => {
  const MUTABLE = /user_?name|login$|slug|handle|nick|screen|mail|phone|tel|name$|preferred|display/i
  const KNOWN = /^(.*\.)?(sub|id|ID|uid|uuid|gid|guid|user_id|userid|account_id)$/

  test.each(table)("%s", (_, row) => {
    const { id } = toMapping(row)
    if (typeof id === "string") expect(id).not.toMatch(MUTABLE)
    if (typeof id === "function" || !KNOWN.test(id)) expect(row.docs?.id).toMatch(/^[`A-Z].{10,}\.$/)
  })

  const toUser = (make: { row: Row }, profile: Record<string, unknown>) => {
    const { row } = make as ProviderFunction<RowOptions, OAuthConfig>
    return toProfile(toMapping(row))(profile, {}, { extra: {}, form: {}, fetch: globalThis.fetch })
  }

  test("of Trakt is the UUID, regardless of the user name", async () => {
    const before = await toUser(catalogue.Trakt, { username: "ada", ids: { slug: "ada", uuid: "b658" } })
    const renamed = await toUser(catalogue.Trakt, { username: "lovelace", ids: { slug: "lovelace", uuid: "b658" } })
    const heir = await toUser(catalogue.Trakt, { username: "ada", ids: { slug: "ada", uuid: "c7a1" } })
    expect([before.id, renamed.id, heir.id]).toEqual(["b658", "b658", "c7a1"])
  })

  test("of EVE Online is the owner's, not that of a character that may be sold", async () => {
    const sold = { sub: "CHARACTER:EVE:1", owner: "buyer" }
    expect((await toUser(catalogue.EVEOnline, { ...sold, owner: "seller" })).id).toBe("seller")
    expect((await toUser(catalogue.EVEOnline, sold)).id).toBe("buyer")
  })

  test("of Pinterest is the number, not the user name", async () => {
    expect((await toUser(catalogue.Pinterest, { id: "2783", username: "ada" })).id).toBe("2783")
  })
})
