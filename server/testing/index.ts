export {
  ADAPTER_RULES,
  CORE_RULES,
  runAdapterContract,
  type ContractDatabase,
  type ContractRunner,
} from "./adapter-contract.ts"
export { installClock, type VirtualClock } from "./clock.ts"
export { fakeIssuer, type FakeAnswers, type FakeIssuer } from "./fake-issuer.ts"
export { mintSession, type MintedSession, type MintOptions } from "./mint-session.ts"
export { fakeBrowser, type FakeBrowser, type FakeBrowserOptions } from "./tabs.ts"
export { cookieClient } from "./cookie-client.ts"
