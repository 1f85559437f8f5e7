import { oauth } from "../define.ts"
import { joinText } from "../fields.ts"

/**
 * Signs in with VK. Register the redirect URI `https://your.site/auth/callback/vk`, and set `AUTH_VK_ID` and
 * `AUTH_VK_SECRET`. PKCE protects the token request, which needs no client secret.
 *
 * @see https://id.vk.com/about/business/go/docs/ru/vkid/latest/vk-id/connection/api-integration/api-description
 */
export const VK = oauth("vk", "VK", {
  authorization: "https://id.vk.ru/authorize",
  token: { url: "https://id.vk.ru/oauth2/auth", callbackParams: ["device_id", "state"] },
  userinfo: {
    url: "https://id.vk.ru/oauth2/user_info",
    method: "POST",
    auth: { in: "body", name: "access_token", scheme: null },
    body: { client_id: "{clientId}" },
    bodyFormat: "form",
  },
  scopes: "email",
  clientAuth: "post",
  unwrap: "user",
  profile: {
    id: "user_id",
    name: ({ first_name, last_name }) => joinText(first_name, last_name),
    email: "email",
    image: "avatar",
  },
  emailTrust: "unverified",
  docs: { email: "The API doesn't say whether the address was verified." },
})

export default VK
