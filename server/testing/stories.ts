import type { ProviderType } from "../../client/contract.ts"
import type { SignInProps } from "../../components/sign-in/sign-in-props.view.ts"
import type { SignInProvider } from "../../components/view/types.ts"

/** A sign-in method of {@link fakeSignInProps}: an id, or the fields of a provider that differ from those of its id. */
export type FakeProvider = string | (Partial<SignInProvider> & Pick<SignInProvider, "id">)

/** The methods that aren't a button of an OAuth or OpenID provider, by id. */
const KINDS: Readonly<Record<string, Pick<SignInProvider, "name" | "credentials"> & { type: ProviderType }>> = {
  email: { name: "Email", type: "email" },
  passkey: { name: "Passkey", type: "webauthn" },
  password: {
    name: "Password",
    type: "credentials",
    credentials: {
      email: { label: "Email", type: "email", autocomplete: "username", required: true },
      password: { label: "Password", type: "password", autocomplete: "current-password", required: true },
    },
  },
}

/**
 * Returns the props of `SignIn` as `auth.signInProps` does, for a story or a component's test. It needs no server, and
 * runs in browsers.
 *
 * @example
 * <SignIn {...fakeSignInProps(["password", "github"], { error: "CredentialsSignin" })} />
 *
 * @param providers `password`, `email`, `passkey`, or any other id for a button
 * @param props more props, such as `error` or `siteName`
 */
export function fakeSignInProps(
  providers: readonly FakeProvider[] = ["password", "github"],
  props: Partial<SignInProps> & { basePath?: string } = {},
): SignInProps & { basePath: string } {
  const basePath = props.basePath ?? "/auth"
  const shown = providers.map((provider): SignInProvider => {
    const own = typeof provider === "string" ? { id: provider } : provider
    const { id } = own
    const urls = { signinUrl: `${basePath}/signin/${id}`, callbackUrl: `${basePath}/callback/${id}` }
    return { name: id.slice(0, 1).toUpperCase() + id.slice(1), type: "oauth", ...KINDS[id], ...urls, ...own }
  })
  const pages = { forgotUrl: `${basePath}/forgot-password`, signUpUrl: `${basePath}/sign-up` }
  return {
    siteName: "Acme",
    csrfToken: "fake", // otherwise the card's script would ask a server for one
    callbackUrl: "/",
    basePath,
    ...(shown.some(({ type }) => type === "credentials") && pages),
    ...props,
    providers: shown,
  }
}
