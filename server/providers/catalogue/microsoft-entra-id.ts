import { oidc } from "../define.ts"
import { entraEndpoints, entraOptions, entraPhoto } from "../quirks/entra.ts"

/**
 * The address is whatever the tenant says, and counts as checked only with the optional claim `xms_edov`.
 *
 * @see https://learn.microsoft.com/en-us/entra/identity-platform/v2-protocols-oidc
 */
export const MicrosoftEntraID = oidc("microsoft-entra-id", "Microsoft Entra ID", {
  options: entraOptions,
  scopes: "openid profile email User.Read",
  profile: { emailVerified: "xms_edov|email_verified", image: null },
  derive: ({ issuer = "", profilePhotoSize }) => ({ ...entraEndpoints(issuer), ...entraPhoto(profilePhotoSize) }),
})
