export {
  ADAPTER_RULES,
  CORE_RULES,
  runAdapterContract,
  type ContractDatabase,
  type ContractRunner,
} from "./adapter-contract.ts"
export { installClock, type VirtualClock } from "./clock.ts"
export type { Operation as AdapterOperation, Rule } from "./adapter-rules/rule.ts"
export { fakeIssuer, type FakeIssuer, type FakeIssuerResponses } from "./fake-issuer.ts"
export { enrollAuthenticatorApp, oneTimeCode, type TestAuthenticatorApp } from "./authenticator-app.ts"
export type { AppUnderTest, UserUnderTest } from "./config-under-test.ts"
export { mintSession, type MintedSession, type MintOptions } from "./mint-session.ts"
export { fakeBrowser, type FakeBrowser, type FakeBrowserOptions, type FakeTab } from "./tabs.ts"
export { cookieClient, type CookieJarMap, type RequestHandler } from "./cookie-client.ts"
