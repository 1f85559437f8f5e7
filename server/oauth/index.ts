export { startAuthorization, type Start } from "./authorization.ts"
export type { FlowChecks, OAuthEngine } from "./engine.ts"
export { identifyOAuth, type Callback } from "./identity.ts"
export { createMetadataCache, type MetadataCache } from "./metadata-cache.ts"
