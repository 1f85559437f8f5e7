// Bundles the WebAuthn library and the Public Suffix List into the package, so that apps don't install them and every runtime
// runs the same code.
import { globSync, readFileSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { build, type Plugin } from "esbuild"

/** The modules that the build replaces with a bundle, without their extension. */
export const BUNDLED: readonly string[] = ["server/providers/passkey-library", "server/core/config/public-suffixes"]
export const LICENSES = "THIRD-PARTY-LICENSES.txt"
/** Packages of which the server's merged file has a copy. Node takes longer to find a package than to read a file. */
export const COPIED: readonly string[] = ["cookie", "valibot"]

/** The library's modules that verify certificates. */
const CERTIFICATES = [
  /^registration\/verifications\/(?!verifyAttestationPacked\.js$)/,
  /^(metadata\/verifyAttestationWithMetadata|services\/(metadataService|defaultRootCerts\/[\w-]+))\.js$/,
  /^helpers\/(validateCertificatePath|getCertificateInfo|isCertRevoked|validateExtFIDOGenCEAAGUID)\.js$/,
  /^helpers\/convert(CertBufferToPEM|X509PublicKeyToCOSE)\.js$/,
]

/**
 * Replaces those modules with functions that throw. Latchkit rejects an attestation that has a certificate before it
 * calls the library. The packages behind them change the global `Reflect`, and call `Function("…")`, which Edge runtimes
 * forbid. It then reads no ASN.1 but signatures.
 */
export const withoutCertificates: Plugin = {
  name: "without-certificates",
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^@peculiar\/asn1-(?:schema|ecc)$/ }, () => ({ path: resolve(".build/ecdsa-signature.ts") }))
    onLoad({ filter: /@simplewebauthn.server.esm/ }, ({ path }) => {
      const [, module = ""] = path.replaceAll("\\", "/").split("/server/esm/")
      if (!CERTIFICATES.some((pattern) => pattern.test(module))) return undefined
      const names = readFileSync(path, "utf8").matchAll(/^export (?:async function|function|const|class) (\w+)/gm)
      const reject = 'function reject() { throw new Error("Latchkit accepts no attestation with a certificate") }'
      return { contents: [reject, ...[...names].map(([, name]) => `export const ${name} = reject`)].join("\n") }
    })
  },
}

/** Bundles a module with all that it imports. Returns the code, and the folders of the packages in it. */
export async function bundleModule(file: string): Promise<{ code: string; packages: string[] }> {
  const { outputFiles, metafile } = await build({
    entryPoints: [file],
    bundle: true,
    format: "esm",
    platform: "neutral",
    mainFields: ["module", "main"],
    target: "es2022",
    minifyWhitespace: true, // the names stay, for stack traces
    minifySyntax: true,
    legalComments: "none", // the licenses have a file of their own
    write: false,
    metafile: true,
    plugins: [withoutCertificates],
  })
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.entries(output.inputs))
  const contained = inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([input]) => input)
  const folders = contained.flatMap((input) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input) ?? [])
  return { code: outputFiles[0]?.text ?? "", packages: [...new Set(folders)].sort() }
}

/** Bundles the modules of `root`, the folder of the built package, and stores the licenses of all that the package contains. */
export async function bundlePackages(root: string): Promise<void> {
  const folders: string[] = []
  for (const module of BUNDLED) {
    const file = join(root, `${module}.js`)
    const { code, packages } = await bundleModule(file)
    writeFileSync(file, code)
    folders.push(...packages)
  }
  const all = [...folders, ...COPIED.map((name) => `node_modules/${name}`)]
  writeFileSync(join(root, LICENSES), all.map(readLicense).join("\n"))
}

function readLicense(folder: string): string {
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Record<string, string> // of npm
  const [file] = globSync(`${folder}/LICENSE*`)
  if (file === undefined) throw new Error(`${folder} has no license file`)
  const text = readFileSync(file, "utf8").trim()
  return `${manifest["name"]} ${manifest["version"]} (${manifest["license"]})\n\n${text}\n`
}
