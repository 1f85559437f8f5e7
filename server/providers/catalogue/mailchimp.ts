import { markMailchimp } from "../../../components/view/marks/marks.generated.ts"
import { oauth } from "../define.ts"
import { valueAt } from "../fields.ts"

/**
 * Signs in with Mailchimp. Register the redirect URI `https://your.site/auth/callback/mailchimp`, and set
 * `AUTH_MAILCHIMP_ID` and `AUTH_MAILCHIMP_SECRET`.
 *
 * @see https://mailchimp.com/developer/marketing/guides/access-user-data-oauth-2/
 */
export const Mailchimp = oauth("mailchimp", "Mailchimp", {
  mark: markMailchimp,
  authorization: "https://login.mailchimp.com/oauth2/authorize",
  token: "https://login.mailchimp.com/oauth2/token",
  userinfo: {
    url: "https://login.mailchimp.com/oauth2/metadata",
    auth: { in: "header", name: "Authorization", scheme: "OAuth" },
  },
  clientAuth: "post",
  profile: {
    id: "login.login_id",
    name: ({ accountname, login }) => accountname || valueAt(login, "login_name"),
    email: ({ login }) => valueAt(login, "email") || valueAt(login, "login_email"),
    image: "login.avatar",
  },
  emailTrust: "unverified",
  docs: {
    email: "The API doesn't say whether the address was verified.",
    id: "Mailchimp's number for the login. It isn't the user name.",
  },
})

export default Mailchimp
