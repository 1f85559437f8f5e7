import { oauth } from "../define.ts"
import { joinText } from "../fields.ts"
import { optionalOption } from "../rows.ts"

/**
 * Signs in with Mercado Libre. Register the redirect URI `https://your.site/auth/callback/mercadolibre`, and set
 * `AUTH_MERCADOLIBRE_ID` and `AUTH_MERCADOLIBRE_SECRET`. Each country has its own host. PKCE is switched on per
 * application. The scopes are those of the app's settings; `offline_access` gives a refresh token.
 *
 * @see https://developers.mercadolibre.com.ar/en_us/authentication-and-authorization
 */
export const MercadoLibre = oauth("mercadolibre", "Mercado Libre", {
  options: {
    authHost: optionalOption(
      "Country host, e.g. https://auth.mercadolibre.com.ar, https://auth.mercadolivre.com.br",
      "https://auth.mercadolibre.com",
    ),
  },
  authorization: "{authHost}/authorization",
  token: "https://api.mercadolibre.com/oauth/token",
  userinfo: "https://api.mercadolibre.com/users/me",
  clientAuth: "post",
  profile: {
    id: "id",
    name: ({ first_name, last_name, nickname }) => joinText(first_name, last_name) || nickname,
    email: "email",
    image: "thumbnail.picture_url",
  },
  emailTrust: "unverified",
  docs: { email: "The API doesn't say whether the address was verified." },
})

export default MercadoLibre
