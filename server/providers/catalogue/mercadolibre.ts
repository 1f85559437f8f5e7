import { oauth } from "../define.ts"
import { optional } from "../rows.ts"

/**
 * Authorize host differs per country.
 * PKCE is switched on per application.
 * Scopes come from the app settings; offline_access gives a refresh token.
 *
 * @see https://developers.mercadolibre.com.ar/en_us/authentication-and-authorization
 */
export const MercadoLibre = oauth("mercadolibre", "Mercado Libre", {
  options: {
    authHost: optional(
      "Country host, e.g. https://auth.mercadolibre.com.ar, https://auth.mercadolivre.com.br",
      "https://auth.mercadolibre.com",
    ),
  },
  authorization: "{authHost}/authorization",
  token: "https://api.mercadolibre.com/oauth/token",
  userinfo: "https://api.mercadolibre.com/users/me",
  clientAuth: "post",
  profile: { id: "id", name: "`{first_name} {last_name}`|nickname", email: "email", image: "thumbnail.picture_url" },
})
