// Its `exports` name no types
declare module "psl" {
  interface ParsedDomain {
    /** The domain that its owner registered, or `null` if the parsed one is a public suffix. */
    domain: string | null
    /** Whether the Public Suffix List has its suffix. */
    listed: boolean
  }

  interface ParseError {
    error: { code: string; message: string }
  }

  /** Splits a domain by the Public Suffix List. */
  export function parse(domain: string): ParsedDomain | ParseError
}
