import { oauth } from "../define.ts"

/** @see https://mailchimp.com/developer/marketing/guides/access-user-data-oauth-2/ */
export const Mailchimp = oauth("mailchimp", "Mailchimp", {
  authorization: "https://login.mailchimp.com/oauth2/authorize",
  token: "https://login.mailchimp.com/oauth2/token",
  userinfo: {
    url: "https://login.mailchimp.com/oauth2/metadata",
    auth: { in: "header", name: "Authorization", scheme: "OAuth" },
  },
  clientAuth: "post",
  profile: {
    id: "login.login_id",
    name: "accountname|login.login_name",
    email: "login.email|login.login_email",
    image: "login.avatar",
  },
})
