import { oauth } from "../define.ts"

/** @see https://developer.atlassian.com/cloud/jira/platform/oauth-2-3lo-apps/ */
export const Atlassian = oauth("atlassian", "Atlassian", {
  authorization: {
    url: "https://auth.atlassian.com/authorize",
    params: { audience: "api.atlassian.com", prompt: "consent" },
  },
  token: "https://auth.atlassian.com/oauth/token",
  userinfo: "https://api.atlassian.com/me",
  scopes: "read:me",
  pkce: false,
  clientAuth: "post",
  profile: {
    id: "account_id",
    name: "name|nickname",
    email: "email",
    emailVerified: "email_verified",
    image: "picture",
  },
})
