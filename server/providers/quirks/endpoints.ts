import type { Row } from "../rows.ts"

interface GitHubOptions {
  baseUrl?: string | undefined
  apiBaseUrl?: string | undefined
  enterprise?: { baseUrl?: string | undefined } | undefined
}

/**
 * Returns GitHub's endpoints. github.com and ghe.com have an API host, an Enterprise Server has a path. Except at
 * github.com, the company's administrators decide which email addresses are verified.
 *
 * @see https://docs.github.com/en/enterprise-server@latest/rest/using-the-rest-api/getting-started-with-the-rest-api
 */
export function githubEndpoints({
  enterprise,
  baseUrl = "https://github.com",
  apiBaseUrl,
}: GitHubOptions): Partial<Row> {
  const site = enterprise?.baseUrl ?? baseUrl
  const { origin, host, hostname } = new URL(site)
  const hasApiHost = hostname === "github.com" || hostname.endsWith(".ghe.com")
  const api = apiBaseUrl ?? (hasApiHost ? `https://api.${host}` : `${origin}/api/v3`)
  return {
    issuer: `${site}/login/oauth`,
    authorization: `${site}/login/oauth/authorize`,
    token: `${site}/login/oauth/access_token`,
    userinfo: `${api}/user`,
    extra: { emails: { url: `${api}/user/emails`, needsScope: "user:email" } },
    ...(origin !== "https://github.com" && { emailTrust: "idp" }),
  }
}
