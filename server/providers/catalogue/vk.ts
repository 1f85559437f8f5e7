import { oauth } from "../define.ts"

/**
 * The token request needs no client secret, PKCE protects it.
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
  profile: { id: "user_id", name: "`{first_name} {last_name}`", email: "email", image: "avatar" },
})
