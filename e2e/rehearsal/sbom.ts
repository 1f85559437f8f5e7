// Turns the SBOM of an app that has installed Latchkit only into Latchkit's own

/** A package in an SBOM of CycloneDX. Only what this module reads. */
interface Component {
  "bom-ref": string
  name: string
  version: string
  licenses?: { license: { id: string } }[]
}

/** An SBOM of CycloneDX. */
export interface Sbom {
  metadata: { component: Component }
  components: Component[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

/**
 * Makes Latchkit the subject in place of the app, and adds the packages that it bundles, which npm can't see.
 *
 * @param licenses the text of `THIRD-PARTY-LICENSES.txt`, with a line such as `tslib 2.9.1 (0BSD)` for each
 */
export function latchkitSbom({ metadata, components, dependencies, ...more }: Sbom, licenses: string): Sbom {
  const isLatchkit = ({ name }: Component) => name === "latchkit"
  const latchkit = components.find(isLatchkit)
  if (!latchkit) throw new Error("The SBOM has no latchkit. Was it made where it is installed?")
  const installed = components.filter((component) => !isLatchkit(component))
  const refs = new Set(installed.map((component) => component["bom-ref"]))
  const bundled = [...licenses.matchAll(/^(\S+) (\d\S*) \((\S+)\)$/gm)]
    .map(([, name = "", version = "", id = ""]) => ({
      ...{ "bom-ref": `${name}@${version}`, type: "library", name, version, scope: "required" },
      ...{ purl: `pkg:npm/${name.replace("@", "%40")}@${version}`, licenses: [{ license: { id } }] },
    }))
    .filter((component) => !refs.has(component["bom-ref"]))
  const app = metadata.component["bom-ref"]
  return {
    ...more,
    metadata: { ...metadata, component: latchkit },
    components: [...installed, ...bundled],
    dependencies: dependencies
      .filter(({ ref }) => ref !== app)
      .map(({ ref, dependsOn }) => ({
        ref,
        dependsOn:
          ref === latchkit["bom-ref"] ? [...dependsOn, ...bundled.map((component) => component["bom-ref"])] : dependsOn,
      })),
  }
}
