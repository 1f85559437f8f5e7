import { fact, type Fact } from "./fact.ts"

/** The checks of `doctor` on the page "Before you go live", in the words of its table. */
export const GO_LIVE: readonly Fact[] = [
  fact(
    "Whether `@types/node` has `node:sqlite`",
    "server/cli/configuration.test.ts",
    "doctor, migrate and add find the configuration that init writes for %s",
  ),
  fact(
    "Whether it is set, and long enough",
    "server/cli/cli.test.ts",
    "names a missing secret and an unknown site, and fails",
  ),
  fact(
    "Whether it is set, and its scheme",
    "server/cli/cli.test.ts",
    "names a missing secret and an unknown site, and fails",
  ),
  fact(
    "By which address rate limits count",
    "server/cli/cli.test.ts",
    "reports the source of the client's address: %s",
  ),
  fact(
    "It prints each URI, and loads each issuer's metadata",
    "server/cli/cli.test.ts",
    "prints each provider's redirect URI, and loads its issuer's metadata",
  ),
  fact(
    "Whether the provider has a server or a key",
    "server/cli/configuration.test.ts",
    "doctor, migrate and add find the configuration that init writes for %s",
  ),
  fact(
    "Whether the tables have all unique keys",
    "server/cli/unique-keys.test.ts",
    "doctor names the unique keys that an Auth.js adapter's tables lack, with the statements that add them",
  ),
  fact("Their names, prefixes and options", "server/cli/cli.test.ts", "names a cookie that browsers would reject"),
  fact(
    "With `--url`: whether each can be read",
    "server/cli/rotate.test.ts",
    "doctor reports factors that can't be read (threat 436)",
  ),
]
