import UpstreamGitHub from "@auth/core/providers/github"
import UpstreamGoogle from "@auth/core/providers/google"
import { describe, expectTypeOf, test } from "vitest"
import type { AuthConfig } from "../config/types.ts"
import {
  Auth0,
  Credentials,
  GitHub,
  Keycloak,
  LoginGov,
  MicrosoftEntraID,
  OAuth,
  OIDC,
  PayPal,
  Shopify,
} from "./index.ts"
import type { OAuthConfig, OIDCConfig, Provider } from "./types.ts"

type OptionsOf<F extends (...given: never[]) => unknown> = Parameters<F>[0]
type List = AuthConfig["providers"]

describe("options", () => {
  test("that a row needs cannot be left out", () => {
    expectTypeOf<[]>().not.toExtend<Parameters<typeof LoginGov>>()
    expectTypeOf<{ clientId: string }>().not.toExtend<OptionsOf<typeof Shopify>>()
    expectTypeOf<{ shop: undefined }>().not.toExtend<OptionsOf<typeof Shopify>>()
    expectTypeOf<{ shop: number }>().not.toExtend<OptionsOf<typeof Shopify>>()
    expectTypeOf<{ issuer: string }>().not.toExtend<OptionsOf<typeof LoginGov>>()
    expectTypeOf<{ privateKey: CryptoKey }>().toExtend<OptionsOf<typeof LoginGov>>()
    expectTypeOf<{ shop: string }>().toExtend<OptionsOf<typeof Shopify>>()
  })

  test("that a row does not need can", () => {
    expectTypeOf<[]>().toExtend<Parameters<typeof GitHub>>()
    expectTypeOf<[]>().toExtend<Parameters<typeof MicrosoftEntraID>>()
    expectTypeOf<{ tenant: string; profilePhotoSize: 48 }>().toExtend<NonNullable<OptionsOf<typeof MicrosoftEntraID>>>()
    expectTypeOf<{ profilePhotoSize: 47 }>().not.toExtend<NonNullable<OptionsOf<typeof MicrosoftEntraID>>>()
    expectTypeOf<{ environment: "test" }>().not.toExtend<NonNullable<OptionsOf<typeof PayPal>>>()
  })

  test("that the environment may hold can be left out: AUTH_KEYCLOAK_ISSUER", () => {
    expectTypeOf<[]>().toExtend<Parameters<typeof Keycloak>>()
    expectTypeOf<{ name: string }>().toExtend<NonNullable<OptionsOf<typeof Keycloak>>>()
    expectTypeOf<{ clientId: string }>().toExtend<NonNullable<OptionsOf<typeof Auth0>>>()
    expectTypeOf<{ issuer: number }>().not.toExtend<NonNullable<OptionsOf<typeof Auth0>>>()
  })

  test("of a generic provider are an id and an issuer", () => {
    expectTypeOf<{ id: string; issuer: string }>().toExtend<OptionsOf<typeof OIDC>>()
    expectTypeOf<{ id: string }>().not.toExtend<OptionsOf<typeof OIDC>>()
    expectTypeOf<{ id: string; token: string; userinfo: string }>().not.toExtend<OptionsOf<typeof OAuth>>()
  })

  test("have the client id and secret, which the environment may give", () => {
    expectTypeOf<{ clientId: string | undefined; clientSecret: string }>().toExtend<
      NonNullable<OptionsOf<typeof GitHub>>
    >()
  })
})

describe("a provider", () => {
  test("stands in the list called, or bare where nothing is needed", () => {
    expectTypeOf(GitHub()).toExtend<OAuthConfig>()
    expectTypeOf(Auth0({ issuer: "" })).toExtend<OIDCConfig>()
    expectTypeOf(GitHub).toExtend<Provider>()
    expectTypeOf(Auth0).toExtend<Provider>()
    expectTypeOf([GitHub, Keycloak, Auth0({ issuer: "" }), OIDC({ id: "a", issuer: "" })]).toExtend<List>()
  })

  test("of Auth.js stands there uncalled too", () => {
    expectTypeOf(UpstreamGitHub).toExtend<Provider>()
    expectTypeOf([UpstreamGitHub, UpstreamGoogle, GitHub]).toExtend<List>()
    expectTypeOf<() => { id: string }>().not.toExtend<Provider>()
    expectTypeOf<() => Promise<OAuthConfig>>().not.toExtend<Provider>()
  })

  test("takes a profile callback that names the profile's type, and checks what it answers", () => {
    interface Octocat {
      id: number
      login: string
    }
    const provider = GitHub<Octocat>({
      profile: (profile) => {
        expectTypeOf(profile).toEqualTypeOf<Octocat>()
        return { id: String(profile.id), name: profile.login, role: "admin" }
      },
    })
    expectTypeOf(provider).toExtend<Provider>()
    expectTypeOf<{ profile: () => { id: number } }>().not.toExtend<NonNullable<OptionsOf<typeof GitHub>>>()
  })

  test("takes a profile callback as Auth.js apps write it", () => {
    const provider = GitHub({
      profile: (profile) => ({
        id: profile.id.toString(),
        name: profile.name ?? profile.login,
        email: profile.email,
        image: profile.avatar_url,
        role: profile.role ?? "member",
      }),
    })
    expectTypeOf(provider).toExtend<Provider>()
  })

  test("of credentials hands over the fields that it declares", () => {
    Credentials({
      credentials: { user: { label: "User" }, password: { type: "password" } },
      authorize(given) {
        expectTypeOf(given).toEqualTypeOf<Partial<Record<"user" | "password", string>>>()
        return null
      },
    })
    expectTypeOf(Credentials({ credentials: {}, authorize: () => null })).toExtend<Provider>()
  })
})

test("provider objects of Auth.js need no cast, and one's own is held to its fields", () => {
  expectTypeOf<ReturnType<typeof UpstreamGitHub>>().toExtend<Provider>()
  expectTypeOf<ReturnType<typeof UpstreamGoogle>>().toExtend<Provider>()
  expectTypeOf<{ id: string; name: string; type: "credentials" }>().not.toExtend<Provider>()
})
