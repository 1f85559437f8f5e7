import UpstreamGitHub from "@auth/core/providers/github"
import UpstreamGoogle from "@auth/core/providers/google"
import { describe, expectTypeOf, test } from "vitest"
import type { AuthConfig } from "../service/config.ts"
import {
  Auth0,
  Credentials,
  GitHub,
  Keycloak,
  LoginGov,
  MicrosoftEntraID,
  OAuth,
  OIDC,
  Passkey,
  PayPal,
  Shopify,
} from "./index.ts"
import type { OAuthConfig, OIDCConfig, Provider } from "./types.ts"

type OptionsFor<F extends (...given: never[]) => unknown> = Parameters<F>[0]
type List = AuthConfig["providers"]

describe("options", () => {
  test("can't be left out if a row requires them", () => {
    expectTypeOf<[]>().not.toExtend<Parameters<typeof LoginGov>>()
    expectTypeOf<{ clientId: string }>().not.toExtend<OptionsFor<typeof Shopify>>()
    expectTypeOf<{ shop: undefined }>().not.toExtend<OptionsFor<typeof Shopify>>()
    expectTypeOf<{ shop: number }>().not.toExtend<OptionsFor<typeof Shopify>>()
    expectTypeOf<{ issuer: string }>().not.toExtend<OptionsFor<typeof LoginGov>>()
    expectTypeOf<{ privateKey: CryptoKey }>().toExtend<OptionsFor<typeof LoginGov>>()
    expectTypeOf<{ shop: string }>().toExtend<OptionsFor<typeof Shopify>>()
  })

  test("can be left out if a row doesn't require them", () => {
    expectTypeOf<[]>().toExtend<Parameters<typeof GitHub>>()
    expectTypeOf<[]>().toExtend<Parameters<typeof MicrosoftEntraID>>()
    expectTypeOf<{ tenant: string; profilePhotoSize: 48 }>().toExtend<
      NonNullable<OptionsFor<typeof MicrosoftEntraID>>
    >()
    expectTypeOf<{ profilePhotoSize: 47 }>().not.toExtend<NonNullable<OptionsFor<typeof MicrosoftEntraID>>>()
    expectTypeOf<{ environment: "test" }>().not.toExtend<NonNullable<OptionsFor<typeof PayPal>>>()
  })

  test("can be left out if the environment may contain them: AUTH_KEYCLOAK_ISSUER", () => {
    expectTypeOf<[]>().toExtend<Parameters<typeof Keycloak>>()
    expectTypeOf<{ name: string }>().toExtend<NonNullable<OptionsFor<typeof Keycloak>>>()
    expectTypeOf<{ clientId: string }>().toExtend<NonNullable<OptionsFor<typeof Auth0>>>()
    expectTypeOf<{ issuer: number }>().not.toExtend<NonNullable<OptionsFor<typeof Auth0>>>()
  })

  test("of a generic provider are an id and an issuer", () => {
    expectTypeOf<{ id: string; issuer: string }>().toExtend<OptionsFor<typeof OIDC>>()
    expectTypeOf<{ id: string }>().not.toExtend<OptionsFor<typeof OIDC>>()
    expectTypeOf<{ id: string; token: string; userinfo: string }>().not.toExtend<OptionsFor<typeof OAuth>>()
  })

  test("include the client id and secret, which the environment may contain", () => {
    expectTypeOf<{ clientId: string | undefined; clientSecret: string }>().toExtend<
      NonNullable<OptionsFor<typeof GitHub>>
    >()
  })
})

describe("a provider", () => {
  test("can be in the list called, or uncalled if it requires nothing", () => {
    expectTypeOf(GitHub()).toExtend<OAuthConfig>()
    expectTypeOf(Auth0({ issuer: "" })).toExtend<OIDCConfig>()
    expectTypeOf(GitHub).toExtend<Provider>()
    expectTypeOf(Auth0).toExtend<Provider>()
    expectTypeOf([GitHub, Keycloak, Auth0({ issuer: "" }), OIDC({ id: "a", issuer: "" })]).toExtend<List>()
  })

  test("of Auth.js can be in the list uncalled too", () => {
    expectTypeOf(UpstreamGitHub).toExtend<Provider>()
    expectTypeOf([UpstreamGitHub, UpstreamGoogle, GitHub]).toExtend<List>()
    expectTypeOf<() => { id: string }>().not.toExtend<Provider>()
    expectTypeOf<() => Promise<OAuthConfig>>().not.toExtend<Provider>()
  })

  test("accepts a profile callback that names the profile's type, and checks its result", () => {
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
    expectTypeOf<{ profile: () => { id: number } }>().not.toExtend<NonNullable<OptionsFor<typeof GitHub>>>()
  })

  test("accepts a profile callback as Auth.js apps write it", () => {
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

  test("of credentials passes the fields that it declares to authorize", () => {
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

test("accepts provider objects of Auth.js without a cast, and checks the fields of an app's own", () => {
  expectTypeOf<ReturnType<typeof UpstreamGitHub>>().toExtend<Provider>()
  expectTypeOf<ReturnType<typeof UpstreamGoogle>>().toExtend<Provider>()
  expectTypeOf<{ id: string; name: string; type: "credentials" }>().not.toExtend<Provider>()
})

test("names its providers for an app's own buttons, as the guide of Auth.js does", () => {
  const providers: Provider[] = [GitHub, GitHub(), UpstreamGitHub]
  const ids = providers.map((provider) => (typeof provider === "function" ? provider().id : provider.id))
  expectTypeOf(ids).toEqualTypeOf<string[]>()
})

test("types each option of Auth.js's `Passkey` but the relying party, which has another name", () => {
  Passkey({
    id: "passkey",
    name: "Passkey",
    timeout: 60_000,
    enableConditionalUI: false,
    formFields: { email: { label: "Email", required: true } },
    getUserInfo: async () => null,
    simpleWebAuthnBrowserVersion: "v9.0.1",
    simpleWebAuthn: {},
    authenticationOptions: { timeout: 60_000 },
    registrationOptions: { attestationType: "none" },
    verifyAuthenticationOptions: {},
    verifyRegistrationOptions: { supportedAlgorithmIDs: [-7] },
  })
  // @ts-expect-error -- it has no effect, so an app must change it to `relyingParty`
  Passkey({ relayingParty: { id: "app.test" } })
})
