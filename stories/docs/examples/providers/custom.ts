import { OAuth, OIDC } from "latchkit/providers"
import { Auth0 } from "latchkit/providers/auth0"
import { GitHub } from "latchkit/providers/github"
import { defineConfig } from "latchkit/server"

export const config = defineConfig({
  providers: [
    GitHub(), // AUTH_GITHUB_ID, AUTH_GITHUB_SECRET
    Auth0({ issuer: "https://acme.eu.auth0.com" }), // AUTH_AUTH0_ID, AUTH_AUTH0_SECRET
    OIDC({ id: "acme", issuer: "https://login.acme.example" }), // AUTH_ACME_ID, AUTH_ACME_SECRET
    OAuth({
      id: "chess",
      name: "Chess Club",
      authorization: "https://chess.example/oauth/authorize",
      token: "https://chess.example/oauth/token",
      userinfo: "https://api.chess.example/me",
      scopes: "profile",
      profile: {
        id: "player_id",
        name: ({ display_name, handle }) => display_name || handle,
        email: "email",
        image: "avatar.large",
      },
    }),
  ],
})
