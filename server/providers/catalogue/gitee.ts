import { oauth } from "../define.ts"

/** @see https://gitee.com/api/v5/oauth_doc */
export const Gitee = oauth("gitee", "Gitee", {
  authorization: "https://gitee.com/oauth/authorize",
  token: "https://gitee.com/oauth/token",
  userinfo: "https://gitee.com/api/v5/user",
  extra: { emails: { url: "https://gitee.com/api/v5/emails", needsScope: "emails" } },
  scopes: "user_info emails",
  pkce: false,
  clientAuth: "post",
  profile: {
    id: "id",
    name: "name|login",
    email: "$extra.emails[?state=confirmed].email|email",
    emailVerified: "$extra.emails[?state=confirmed].email",
    image: "avatar_url",
  },
})
