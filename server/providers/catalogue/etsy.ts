import { markEtsy } from "../../../components/view/marks/marks.generated.ts"
import { oauth } from "../define.ts"
import { joinText } from "../fields.ts"

/**
 * Signs in with Etsy. Register the redirect URI `https://your.site/auth/callback/etsy`, and set `AUTH_ETSY_ID`.
 *
 * @see https://developers.etsy.com/documentation/essentials/authentication/
 */
export const Etsy = oauth("etsy", "Etsy", {
  mark: markEtsy,
  authorization: "https://www.etsy.com/oauth/connect",
  token: "https://api.etsy.com/v3/public/oauth/token",
  userinfo: {
    url: "https://openapi.etsy.com/v3/application/users/{$token.access_token~^(\\d+)\\.}",
    headers: { "x-api-key": "{clientId}" },
  },
  scopes: "email_r",
  clientAuth: "none",
  profile: {
    id: "user_id",
    name: ({ first_name, last_name }) => joinText(first_name, last_name),
    email: "primary_email",
    image: "image_url_75x75",
  },
  emailTrust: "unverified",
  docs: { email: "The API doesn't say whether the address was verified." },
})

export default Etsy
