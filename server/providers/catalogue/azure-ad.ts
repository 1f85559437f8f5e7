import { renamed } from "../define.ts"
import { MicrosoftEntraID } from "./microsoft-entra-id.ts"

/** The old name, for accounts that were stored under it. */
export const AzureAD = renamed(MicrosoftEntraID, "azure-ad", "Azure Active Directory")
