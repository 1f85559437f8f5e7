import { oauth } from "../define.ts"

/**
 * PKCE is switched on per application.
 * Scopes come from the app settings.
 *
 * @see https://www.mercadopago.com/developers/en/docs/security/oauth
 */
export const MercadoPago = oauth("mercadopago", "Mercado Pago", {
  authorization: "https://auth.mercadopago.com/authorization",
  token: "https://api.mercadopago.com/oauth/token",
  userinfo: "https://api.mercadopago.com/users/me",
  clientAuth: "post",
  profile: { id: "id", name: "`{first_name} {last_name}`|nickname", email: "email", image: "thumbnail.picture_url" },
})
