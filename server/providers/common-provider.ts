import type { ProviderMark, ProviderStyle, ProviderType, TranslatedText } from "../../client/contract.ts"

/** The fields of every provider. */
export interface CommonProvider {
  /** The provider's id, which is unique in `providers` and part of URLs. */
  id: string
  /** The name on the provider's button. */
  name: string
  /** The provider's name on its button and the account page, for each language. @default `name` */
  label?: TranslatedText | undefined
  /** The kind of provider. */
  type: ProviderType
  /**
   * The style of the provider's button: colors, and an image instead of its logo. @default neutral colors, with the
   * provider's logo
   */
  style?: ProviderStyle | undefined
  /** The provider's logo, as paths. @default the one of the provider in the catalog that has this id */
  mark?: ProviderMark | undefined
  /** Why apps shouldn't use the provider anymore. Latchkit then logs the warning `deprecated-provider`. */
  deprecated?: string | undefined
  /** Sentences about invalid options of the provider. Each is a configuration error. @default [] */
  problems?: readonly string[]
}
