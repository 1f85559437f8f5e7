import { renameProvider } from "../define.ts"
import { MicrosoftEntraID } from "./microsoft-entra-id.ts"

export type { MicrosoftEntraIDProfile as AzureADProfile } from "./microsoft-entra-id.ts"

/**
 * Signs in with Microsoft Entra ID under its old name, for accounts that are stored under it. Register the redirect URI
 * `https://your.site/auth/callback/azure-ad`, and set `AUTH_AZURE_AD_ID` and `AUTH_AZURE_AD_SECRET`.
 */
export const AzureAD = renameProvider(MicrosoftEntraID, "azure-ad", "Azure Active Directory")

export default AzureAD
