import type { Version } from "./modules.ts"
import type { Note } from "./types.ts"
import { child, children, nodeName, type Edit, type Node } from "./tree.ts"

/** Another name of Latchkit for the same type, or what to write instead. */
type Renaming = string | { instead: string }

const CLIENT: Readonly<Record<string, Renaming>> = {
  SignInResponse: "SignInResult",
  SignOutResponse: "SignOutResult",
  SignOutParams: "SignOutOptions",
  SignInAuthorizationParams: "AuthorizationParams",
  ClientSafeProvider: "PublicProvider",
  SessionContextValue: "UseSession",
  UpdateSession: { instead: '`UseSession["update"]`' },
  LiteralUnion: { instead: "`string`" },
  GetSessionParams: {
    instead: "`ServerParams` of `latchkit/migrate/next-auth-4`",
  },
  SessionContext: { instead: "`useSession()`" },
}

const PROVIDERS: Readonly<Record<string, Renaming>> = {
  OAuth2Config: "OAuthConfig",
  OAuthProvider: { instead: "`ProviderConfig`" },
  OAuthUserConfig: { instead: "`Partial<OAuthConfig<P>>`" },
  OIDCUserConfig: { instead: "`Partial<OIDCConfig<P>>`" },
  EmailUserConfig: "MailOptions",
  NodemailerUserConfig: "NodemailerOptions",
  NodemailerConfig: "EmailConfig",
  SendVerificationRequestParams: "VerificationRequest",
  EmailProviderSendVerificationRequestParams: "VerificationRequest",
  BuiltInProviderType: { instead: "`string`" },
  RedirectableProviderType: { instead: "`string`" },
  OAuthProviderType: { instead: "`string`" },
  ProviderId: { instead: "`string`" },
  ProviderType: { instead: "`ProviderType` of `latchkit`" },
  CommonProviderOptions: "CommonProvider",
  AppProvider: "Provider",
  AppProviders: { instead: "`Provider[]`" },
  CredentialInput: { instead: "`CredentialField` of `latchkit`" },
}

const JWT: Readonly<Record<string, Renaming>> = {
  JWTEncodeParams: "EncodeParams",
  JWTDecodeParams: "DecodeParams",
  DefaultJWT: {
    instead: "`JWT`, which has its fields: remove `extends DefaultJWT`",
  },
}

const EMAIL: Readonly<Record<string, Renaming>> = {
  SendVerificationRequestParams: "VerificationRequest",
  NodemailerConfig: "EmailConfig",
  EmailUserConfig: "NodemailerOptions",
  NodemailerUserConfig: "NodemailerOptions",
}

const TYPES_4: Readonly<Record<string, Renaming>> = {
  OAuthProvider: { instead: "`(options: OAuthUserConfig) => OAuthConfig`" },
  CommonProviderOptions: { instead: "`Provider`" },
  AppProviders: { instead: "`Provider[]`" },
}

/** Names in next-auth 4, by module. All others, such as `GoogleProfile`, have the same name here. */
const RENAMED_4: typeof RENAMED = {
  "next-auth/react": { SessionContext: { instead: "`useSession()`" } },
  "next-auth/providers": TYPES_4,
  "next-auth/providers/index": TYPES_4,
  "next-auth/providers/github": {
    GithubProfile: "GitHubProfile",
    GithubEmail: "GitHubEmail",
  },
  "next-auth/providers/azure-ad-b2c": { AzureB2CProfile: "AzureADB2CProfile" },
  "next-auth/providers/twitter": {
    TwitterLegacyProfile: {
      instead: "`TwitterProfile`, which is what Twitter sends with OAuth 2",
    },
  },
}

const RENAMED: Readonly<Record<string, Readonly<Record<string, Renaming>> | undefined>> = {
  "next-auth/providers/email": EMAIL,
  "next-auth/providers/nodemailer": EMAIL,
  "@auth/core/providers": PROVIDERS,
  "@auth/core/providers/nodemailer": EMAIL,
}

const RENAMED_5: typeof RENAMED = {
  "next-auth/react": CLIENT,
  "next-auth/providers": PROVIDERS,
  "@auth/sveltekit/client": CLIENT,
  "@auth/solid-start/client": CLIENT,
  "next-auth/jwt": JWT,
  "@auth/core/jwt": JWT,
}

/** Renames types that Latchkit exports under another name, and returns a note for those that it doesn't export. */
export function renameImports(node: Node, module: string, version: Version): { edits: Edit[]; notes: Note[] } {
  const renamed = RENAMED[module] ?? (version === 5 ? RENAMED_5 : RENAMED_4)[module]
  const edits: Edit[] = []
  const notes: Note[] = []
  for (const specifier of node.type === "ImportDeclaration" ? children(node, "specifiers") : []) {
    const imported = child(specifier, "imported")
    const name = nodeName(imported) ?? ""
    const renaming = renamed?.[name]
    if (!imported || renaming === undefined) continue
    if (typeof renaming !== "string") {
      const text = `Latchkit doesn't export \`${name}\`. Use ${renaming.instead}`
      notes.push({ line: imported.loc?.start.line ?? 0, text })
      continue
    }
    const isAlias = child(specifier, "local")?.start !== imported.start
    edits.push({
      start: imported.start,
      end: imported.end,
      text: isAlias ? renaming : `${renaming} as ${name}`,
    })
  }
  return { edits, notes }
}
