import { oidc } from "../define.ts"
import { required } from "../rows.ts"

/** @see https://developer.beyondidentity.com/ */
export const BeyondIdentity = oidc("beyondidentity", "Beyond Identity", {
  options: {
    issuer: required(
      "https://auth-{region}.beyondidentity.com/v1/tenants/{tenantId}/realms/{realmId}/applications/{applicationId}",
    ),
  },
  issuer: "{issuer}",
  profile: { name: "name|preferred_username", image: null },
})
