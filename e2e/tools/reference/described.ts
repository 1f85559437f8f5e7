/** Descriptions that the types don't have, row by row. A test fails if a row is missing, or has nothing to describe. */

/** Every endpoint, by its key in the server's routes. */
export const ENDPOINTS: Readonly<Record<string, string>> = {
  "GET account": "The account page. As JSON: the user's profile, sign-in methods, devices and passkeys.",
  "POST account": "Changes the account. The field `change` says what, such as `unlink` or `revoke-session`.",
  "GET accounts": "The accounts that this browser is signed in to. Needs `session.maxAccounts`.",
  "POST accounts": "Switches to another account of this browser, or signs one out.",
  "GET assets": "A script or style of the built-in pages. Its name has a hash, so browsers keep it.",
  "GET theme.css": "The stylesheet of your app's `theme`, for your own pages. It has no user data, and an `ETag`.",
  "GET authorize":
    "A native app opens it in the browser (RFC 6749, section 4.1.1, with PKCE). Asks the user to sign in, or to continue.",
  "POST authorize": "The user continues to the native app, which gets a one-time code.",
  "POST backchannel-logout": "A provider ends its user's sessions (OpenID Connect Back-Channel Logout 1.0).",
  "GET callback": "Finishes a sign-in at a provider or with an emailed link.",
  "POST callback": "Signs in with a password, a passkey or an emailed code. It also gets a provider's `form_post`.",
  "GET change-email": "The page that changes the email address, and its emailed link.",
  "POST change-email": "Requests the change, or finishes it with the emailed code.",
  "GET change-password": "The page that changes the password. As JSON: its form's rules.",
  "GET confirm": "The page on which a signed-in user confirms who they are. As JSON: the card's props.",
  "POST confirm": "A proof of the user: a passkey, a password or a code.",
  "GET csrf": "The CSRF token for a form, as JSON.",
  "GET deletion":
    "The page of a closed account. It asks whether to keep the account. With `requested`, it only confirms the deletion.",
  "POST device-bound":
    "Registers a browser's key for a bound session, or renews its cookie. Only the browser itself sends it.",
  "GET error": "The error page.",
  "POST export": "The user's data, as a JSON file.",
  "GET forgot-password": "The page that emails a link to set a new password.",
  "POST forgot-password": "Sends that email. The response is the same for an unknown address.",
  "GET initiate-login": "Another site starts a sign-in (OpenID Connect Core 1.0, section 4).",
  "POST initiate-login": "The same, as a form.",
  "GET passkey-endpoints": "Where password managers find the page that manages passkeys.",
  "GET popup": "The page that a popup ends on. It tells the page that opened it.",
  "GET providers": "The sign-in methods, as JSON.",
  "GET fedcm": "What the browser's account chooser needs for a provider, as JSON.",
  "POST fedcm": "Signs in with the ID token that the browser got from the provider.",
  "GET related-origins": "The other origins that share this site's passkeys (WebAuthn Level 3, section 5.11).",
  "GET reset-password": "The page of an emailed link that sets a new password.",
  "POST reset-password": "Sets the new password.",
  "POST revoke": "A native app ends its session (RFC 7009).",
  "GET session": "The session as JSON, or `null`.",
  "POST session": "Runs the callbacks with trigger `update`, and returns the session.",
  "GET sign-in-props": "The props of the sign-in card as JSON, for a single-page app.",
  "GET sign-up": "The page that creates an account with a password.",
  "POST sign-up": "Creates the account, or emails the owner of an address that has one.",
  "GET signin": "The sign-in page. With a provider's id, a page that starts that sign-in.",
  "POST signin": "Starts a sign-in: redirects to the provider, or sends the email.",
  "GET signout":
    "The page that asks whether to sign out. With a provider's id, the redirect from the provider's sign-out.",
  "POST signout": "Ends the session.",
  "GET step": "The page of the step that a sign-in waits for. As JSON: its card's props.",
  "POST step": "A step's form.",
  "POST token": "A native app exchanges its code for a session token (RFC 6749, section 4.1.3).",
  "GET two-step": "Sets up, removes or shows a second factor.",
  "POST two-step": "The forms of those pages.",
  "GET undo": "The page of a security email's link: it undoes a change.",
  "POST undo": "Undoes it, and ends the sessions.",
  "GET verify-request": "The page after an email was sent, with a field for the code.",
  "GET webauthn-options": "The options of a passkey request, as JSON.",
}

/** Every environment variable that the server or the command line reads. `{ID}` is a provider's id in upper snake case. */
export const ENVIRONMENT: Readonly<Record<string, string>> = {
  AUTH_SECRET: "At least 32 random characters. Several processes need the same.",
  AUTH_SECRET_1: "A newer secret during a rotation. `AUTH_SECRET` still opens what it sealed.",
  AUTH_SECRET_2: "A newer one than `AUTH_SECRET_1`.",
  AUTH_SECRET_3: "A newer one than `AUTH_SECRET_2`. The newest seals.",
  AUTH_URL: "The site's URL, with the base path if it isn't `/auth`.",
  AUTH_URL_INTERNAL: "next-auth 4 read it. Latchkit's preset for it ignores it and logs that.",
  AUTH_TRUST_HOST: "`true` trusts the request's host. Only for a proxy that overwrites `Host` and `X-Forwarded-*`.",
  AUTH_TRUSTED_PROXIES: "The number of your proxies, for the client address of rate limits. 0 if there are none.",
  AUTH_REDIRECT_PROXY_URL: "The deployment that providers redirect to, on behalf of previews.",
  AUTH_REDIRECT_PROXY_ORIGINS: "Comma-separated origins that it may redirect back to.",
  AUTH_TRUSTED_ORIGINS: "Comma-separated origins of your pages on other hosts or ports.",
  NEXTAUTH_SECRET: "Read only to say that AUTH_SECRET is its new name. The preset `authjs()` uses it.",
  "AUTH_{ID}_ID": "The client id of a provider, such as `AUTH_GITHUB_ID`.",
  "AUTH_{ID}_SECRET": "The client secret of a provider.",
  "AUTH_{ID}_ISSUER": "The issuer of a provider that has one per customer, such as Keycloak.",
  "AUTH_{ID}_KEY": "The API key of an email provider, such as `AUTH_RESEND_KEY`.",
  DATABASE_URL: "The database of `latchkit migrate` and `latchkit rotate`.",
  UV_THREADPOOL_SIZE: "Threads of Node. It limits how many passwords are hashed at once.",
  NODE_ENV: "`development` and `test` turn rate limits off and trust the host. Anything else is production.",
  VERCEL: "Set by Vercel. The host is then trusted, and emails are sent with Vercel's `waitUntil`.",
  AWS_LAMBDA_FUNCTION_NAME: "Set by AWS Lambda. Emails are then sent before the response, unless you pass `waitUntil`.",
  CF_PAGES: "Set by Cloudflare Pages. The `Host` header is then trusted, but not `X-Forwarded-Host`.",
}

/** The cookies that the option `cookies` can change. */
export const COOKIES: Readonly<Record<string, string>> = {
  sessionToken: "The session: sealed data, or the key of a stored session. A large one has several cookies.",
  callbackUrl: "Where to redirect after the sign-in.",
  csrfToken: "The CSRF token that forms repeat.",
  pkceCodeVerifier: "The PKCE verifier of a sign-in at a provider (RFC 7636).",
  state: "The `state` of a sign-in at a provider.",
  nonce: "The `nonce` of a sign-in at an OpenID provider.",
  webauthnChallenge: "The challenge of a passkey request.",
}

/** Errors of the client's own functions, besides those of the server. */
export const CLIENT_ERRORS: Readonly<Record<string, string>> = {
  Cancelled: "The user closed the popup or the passkey dialog, or came back without finishing. Show nothing.",
  PopupBlocked: "The browser opened no window. Call `signIn` in a click handler.",
  RequestFailed: "The request failed. With the code `script`, Latchkit's own script couldn't be loaded.",
  Unsupported: "The browser doesn't support passkeys.",
  Exists: "This device already has a passkey of this user.",
  Unknown: "The server doesn't know this passkey anymore.",
  Rejected: "The server rejected the passkey.",
  InvalidDomain: "The page isn't on the domain of the passkey. Check `relyingParty`.",
  NoPasskey:
    "With `immediate`: this device has no passkey for the site, or the user closed the dialog. Show the sign-in page.",
  Failed: "The browser's passkey request failed for another reason.",
}

/** Values of `error` on the sign-in and error page that aren't error types. */
export const PAGE_ERRORS: Readonly<Record<string, string>> = {
  Signin: "The sign-in failed, and the page can't say more.",
  OAuthCreateAccount: "The user couldn't be created after a sign-in at a provider.",
  EmailCreateAccount: "The user couldn't be created after a sign-in by email.",
  Callback: "A callback of your app failed. The log has the reason.",
  Configuration: "The site is set up wrongly. The log has the error with its type.",
}
