import { oidc } from "../define.ts"
import { isTrueOrText } from "../fields.ts"
import { entraEndpoints, entraOptions, entraPhoto } from "../quirks/entra.ts"

/**
 * Signs in with Microsoft Entra ID. Register the redirect URI `https://your.site/auth/callback/microsoft-entra-id`,
 * and set `AUTH_MICROSOFT_ENTRA_ID_ID` and `AUTH_MICROSOFT_ENTRA_ID_SECRET`. Add the optional claim `xms_edov` to the
 * app registration to have verified addresses.
 *
 * @see https://learn.microsoft.com/en-us/entra/identity-platform/v2-protocols-oidc
 */
export const MicrosoftEntraID = oidc("microsoft-entra-id", "Microsoft Entra ID", {
  options: entraOptions,
  scopes: "openid profile email User.Read",
  profile: { emailVerified: ({ xms_edov: owned }) => isTrueOrText(owned) || owned === "1" || owned === 1, image: null },
  derive: ({ issuer = "", profilePhotoSize }) => ({ ...entraEndpoints(issuer), ...entraPhoto(profilePhotoSize) }),
  emailTrust: "claim",
  docs: {
    email:
      "`xms_edov`: the tenant proved that it owns the address's domain. `email` alone is whatever the tenant says.",
  },
})

export default MicrosoftEntraID
