/**
 * The context that a value is bound to. In any other context it is worthless. Every value is also bound to its
 * purpose.
 */
export type BindingTarget =
  /** The configuration's secrets. */
  | "secret"
  /** The site's URL with its base path. It keeps deployments and tenants that share a secret apart. */
  | "site"
  /** The database that contains its row. */
  | "database"
  /** A cookie of the browser. */
  | "browser"
  | "session"
  | "user"
  | "email"
  | "provider"
  | "address"

interface Binding {
  readonly boundTo: readonly BindingTarget[]
  /** How long it is valid. */
  readonly lives: string
}

/** Values by their name. */
export type Bindings = Readonly<Record<string, Binding>>
