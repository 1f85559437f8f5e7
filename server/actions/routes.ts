import { accountFailure, confirmFailure, sessionFailure } from "./json-failures.ts"
import { csrf } from "./csrf.ts"
import { providers } from "./providers.ts"
import { NATIVE_APP_ROUTES } from "./native-app-routes.ts"
import { FEDCM_ROUTES } from "./fedcm-routes.ts"
import { PASSKEY_ROUTES } from "./passkey-routes.ts"
import { PASSWORD_ROUTES } from "./password-routes.ts"
import { passwordsOf } from "../config/passwords.ts"
import { lazyAction, type Route } from "./route.ts"
import { session } from "./session.ts"
import type { Settings } from "../config/settings.ts"
import { CALLBACK_LIMITS, START_LIMITS } from "../sign-in/limits/kinds.ts"
import type { ProviderConfig } from "../providers/types.ts"

const loadPages = () => import("./pages.ts")
const showSignOut = lazyAction(async () => (await loadPages()).showSignOut)
const endSession = lazyAction(async () => (await import("./end-session.ts")).endSession)
const callback = lazyAction(async () => (await import("./callback.ts")).callback)

const startLimit = (provider: ProviderConfig | undefined) => provider && START_LIMITS[provider.type]
const callbackLimit = (provider: ProviderConfig | undefined) => provider && CALLBACK_LIMITS[provider.type]
const linkLimit = (provider: ProviderConfig | undefined) => (provider?.type === "email" ? "code" : undefined)
const acceptsEveryProvider = () => true
const hasSecondFactor = ({ secondFactor }: Settings) => secondFactor !== undefined
const hasEmailChange = ({ account }: Settings) => account.changeEmail
const hasUndo = (settings: Settings) =>
  hasSecondFactor(settings) || hasEmailChange(settings) || settings.account.undo || passwordsOf(settings) !== undefined
const hasDeletion = ({ account }: Settings) => account.deletion !== undefined
const hasExport = ({ account }: Settings) => account.export
const isOAuth = (provider: ProviderConfig | undefined) => provider?.type === "oauth" || provider?.type === "oidc"
const hasInitiatedLogin = ({ providers }: Settings) =>
  [...providers.values()].some((provider) => provider.type === "oidc" && provider.initiateLogin)
const hasSeveralAccounts = ({ session }: Settings) => session.maxAccounts > 1
const hasDeviceBinding = ({ session }: Settings) => session.deviceBound !== undefined
const needsCsrfToken = (provider: ProviderConfig | undefined) => !isOAuth(provider)

/** Every request that Latchkit responds to. */
export const ROUTES: Readonly<Record<string, Route | undefined>> = {
  ...PASSWORD_ROUTES,
  ...PASSKEY_ROUTES,
  ...NATIVE_APP_ROUTES,
  ...FEDCM_ROUTES,
  "GET account": {
    impersonated: true,
    responds: "negotiated",
    onError: accountFailure,
    run: lazyAction(async () => (await import("./account.ts")).showAccount),
  },
  "POST account": {
    responds: "negotiated",
    onError: accountFailure,
    run: lazyAction(async () => (await import("./account.ts")).changeAccount),
    csrf: acceptsEveryProvider,
  },
  "GET accounts": {
    impersonated: true,
    responds: "negotiated",
    onError: accountFailure,
    run: lazyAction(async () => (await import("./accounts.ts")).showAccounts),
    isOn: hasSeveralAccounts,
  },
  "POST accounts": {
    responds: "negotiated",
    onError: accountFailure,
    run: lazyAction(async () => (await import("./accounts.ts")).changeAccounts),
    csrf: acceptsEveryProvider,
    isOn: hasSeveralAccounts,
  },
  "GET assets": {
    impersonated: true,
    responds: "negotiated",
    run: lazyAction(async () => (await import("./assets.ts")).showAsset),
    target: "asset",
  },
  "GET theme.css": {
    impersonated: true,
    responds: "negotiated",
    run: lazyAction(async () => (await import("./assets.ts")).showTheme),
  },
  "GET callback": {
    responds: "negotiated",
    run: callback,
    target: "provider",
    changesState: isOAuth,
    limit: linkLimit,
  },
  "GET change-email": {
    responds: "negotiated",
    run: lazyAction(async () => (await import("./change-email.ts")).showChangeEmail),
    isOn: hasEmailChange,
  },
  "POST change-email": {
    responds: "negotiated",
    run: lazyAction(async () => (await import("./change-email.ts")).changeEmail),
    csrf: acceptsEveryProvider,
    limit: () => "code",
    isOn: hasEmailChange,
  },
  "POST backchannel-logout": {
    impersonated: true,
    responds: "json",
    run: lazyAction(async () => (await import("./backchannel-logout.ts")).backchannelLogout),
    target: "provider",
  },
  "POST callback": {
    responds: "negotiated",
    run: callback,
    target: "provider",
    csrf: needsCsrfToken,
    crossSite: isOAuth,
    limit: callbackLimit,
  },
  "GET confirm": {
    responds: "negotiated",
    run: lazyAction(async () => (await import("./confirm.ts")).showConfirm),
  },
  "POST confirm": {
    responds: "negotiated",
    onError: confirmFailure,
    run: lazyAction(async () => (await import("./confirm.ts")).submitConfirm),
    csrf: acceptsEveryProvider,
    limit: () => "step",
  },
  "GET csrf": { impersonated: true, responds: "json", run: csrf },
  "GET deletion": {
    responds: "page",
    run: lazyAction(async () => (await import("./delete-account.ts")).showDeletion),
    isOn: hasDeletion,
  },
  "POST device-bound": {
    impersonated: true,
    cors: false,
    responds: "json",
    run: lazyAction(async () => (await import("./device-bound.ts")).deviceBound),
    isOn: hasDeviceBinding,
  },
  "POST export": {
    responds: "negotiated",
    onError: accountFailure,
    run: lazyAction(async () => (await import("./export.ts")).exportAccount),
    csrf: acceptsEveryProvider,
    isOn: hasExport,
  },
  "GET error": { impersonated: true, responds: "page", run: lazyAction(async () => (await loadPages()).showError) },
  "GET initiate-login": {
    responds: "page",
    run: lazyAction(async () => (await import("./initiate-login.ts")).initiateLogin),
    target: "provider",
    isOn: hasInitiatedLogin,
    limit: startLimit,
    changesState: acceptsEveryProvider,
  },
  "POST initiate-login": {
    responds: "page",
    run: lazyAction(async () => (await import("./initiate-login.ts")).redirectInitiatedLogin),
    target: "provider",
    isOn: hasInitiatedLogin,
    crossSite: acceptsEveryProvider,
    limit: startLimit,
  },
  "GET popup": { responds: "page", run: lazyAction(async () => (await loadPages()).showPopup) },
  "GET providers": { impersonated: true, responds: "json", run: providers },
  "GET session": { impersonated: true, responds: "json", onError: sessionFailure, run: session },
  "POST session": {
    impersonated: true,
    responds: "json",
    onError: sessionFailure,
    run: lazyAction(async () => (await import("./update-session.ts")).updateSession),
    csrf: acceptsEveryProvider,
  },
  "GET sign-in-props": {
    impersonated: true,
    responds: "json",
    run: lazyAction(async () => (await import("./sign-in-props.ts")).showSignInProps),
  },
  "GET signin": {
    impersonated: true,
    responds: "page",
    run: lazyAction(async () => (await loadPages()).showSignIn),
    target: "provider or none",
  },
  "POST signin": {
    responds: "negotiated",
    run: lazyAction(async () => (await import("./sign-in.ts")).signIn),
    target: "provider or none",
    csrf: acceptsEveryProvider,
    limit: startLimit,
  },
  "GET signout": {
    impersonated: true,
    responds: "page",
    run: (context) => (context.target === undefined ? showSignOut : endSession)(context),
    target: "provider or none",
    changesState: (provider) => provider !== undefined,
  },
  "POST signout": {
    impersonated: true,
    responds: "negotiated",
    run: lazyAction(async () => (await import("./sign-out.ts")).signOut),
    csrf: acceptsEveryProvider,
  },
  "GET step": {
    responds: "negotiated",
    run: lazyAction(async () => (await import("./step.ts")).showStep),
    target: "step or none",
  },
  "POST step": {
    responds: "negotiated",
    run: lazyAction(async () => (await import("./step.ts")).submitStep),
    target: "step",
    csrf: acceptsEveryProvider,
    limit: () => "step",
  },
  "GET two-step": {
    responds: "negotiated",
    run: lazyAction(async () => (await import("./two-step.ts")).showTwoStep),
    target: "two-step",
    isOn: hasSecondFactor,
    changesState: acceptsEveryProvider,
  },
  "POST two-step": {
    responds: "negotiated",
    run: lazyAction(async () => (await import("./two-step.ts")).submitTwoStep),
    target: "two-step",
    isOn: hasSecondFactor,
    csrf: acceptsEveryProvider,
    limit: () => "step",
  },
  "GET undo": {
    responds: "negotiated",
    run: lazyAction(async () => (await import("./undo.ts")).showUndo),
    isOn: hasUndo,
  },
  "POST undo": {
    responds: "negotiated",
    run: lazyAction(async () => (await import("./undo.ts")).submitUndo),
    isOn: hasUndo,
    csrf: acceptsEveryProvider,
    limit: () => "code",
  },
  "GET verify-request": {
    impersonated: true,
    responds: "page",
    run: lazyAction(async () => (await loadPages()).showVerifyRequest),
  },
}
