import type { CredentialsConfig } from "../../providers/types.ts"
import type { ActionContext } from "../request/action-context.ts"
import { canonicalIdentifier, limitKey, userKey, type LimitCount } from "../request/consume.ts"
import { countForAddress, type Requirements } from "./attempt.ts"
import { credentialsIdentity, knownBrowser } from "./identity.ts"

/** Returns the counts of an attempt with a password. */
export async function passwordCounts(context: ActionContext, provider: CredentialsConfig): Promise<Requirements> {
  const client = await countForAddress(context, "credentials")
  const identity = credentialsIdentity(context, provider)
  // The app knows its own users, who may be others at each tenant
  const keyFor = provider.storedPasswords ? userKey : limitKey
  const users = await Promise.all(identity.identifiers.map((name) => keyFor(context, canonicalIdentifier(name))))
  if (users.length === 0) return [[[client]]]
  const browser = await knownBrowser(context, identity)
  // Other clients of the same address can't lock out a browser that the user signed in with before
  if (browser !== undefined) {
    const perKnownUser = users.map((key): LimitCount => ({ kind: "credentialsKnown", key }))
    return [[[{ kind: "credentialsFor", key: await limitKey(context, browser) }, ...perKnownUser]]]
  }
  const perAddress = client.factor
    ? []
    : users.map((key): LimitCount => ({ kind: "credentialsFor", key: `${client.key}:${key}` }))
  return [[[client, ...perAddress, ...users.map((key): LimitCount => ({ kind: "credentialsAnywhere", key }))]]]
}

/** Returns what the user entered as their name. */
export async function enteredIdentifier(
  context: Pick<ActionContext, "body" | "settings">,
  provider: CredentialsConfig,
): Promise<string | undefined> {
  const [identifier] = credentialsIdentity(context, provider).identifiers
  return identifier?.slice(provider.id.length + 1)
}
