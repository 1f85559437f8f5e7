import type { Row } from "../rows.ts"

/**
 * Where GitHub's API is: at github.com and ghe.com on a host of its own, on an Enterprise Server below a path.
 *
 * @see https://docs.github.com/en/enterprise-server@latest/rest/using-the-rest-api/getting-started-with-the-rest-api
 */
export function githubApi(values: { baseUrl?: string | undefined; apiBaseUrl?: string | undefined }): Partial<Row> {
  const base = new URL(values.baseUrl ?? "https://github.com")
  const ownHost = base.hostname === "github.com" || base.hostname.endsWith(".ghe.com")
  const api = values.apiBaseUrl ?? (ownHost ? `https://api.${base.host}` : `${base.origin}/api/v3`)
  return { userinfo: `${api}/user`, extra: { emails: { url: `${api}/user/emails`, needsScope: "user:email" } } }
}
