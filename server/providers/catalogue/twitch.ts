import { oidc } from "../define.ts"

/** @see https://dev.twitch.tv/docs/authentication/getting-tokens-oidc/ */
export const Twitch = oidc("twitch", "Twitch", {
  issuer: "https://id.twitch.tv/oauth2",
  jwks: "https://id.twitch.tv/oauth2/keys",
  authorization: {
    url: "https://id.twitch.tv/oauth2/authorize",
    params: { claims: '{"id_token":{"email":null,"email_verified":null,"picture":null,"preferred_username":null}}' },
  },
  token: "https://id.twitch.tv/oauth2/token",
  scopes: "openid user:read:email",
  pkce: false,
  clientAuth: "post",
  profile: { name: "preferred_username" },
})
