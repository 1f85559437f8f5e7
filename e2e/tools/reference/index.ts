import { clientPage, componentsPage, exportsPage, messagesPage, stylingPage } from "./component-pages.ts"
import { commandLinePage, endpointsPage, environmentPage, errorsPage, eventsPage } from "./facts-pages.ts"
import { frameworkFunctions } from "./framework-functions.ts"
import type { ReferencePage } from "./markdown.ts"
import { readPackage, type Reading } from "./program.ts"
import { typesPages } from "./types-pages.ts"

/** Reads the sources from the repository's root. */
export const readSources = (): Reading => readPackage(["server/errors.ts", "server/integrations/qwik/auth.qwik.ts"])

/** Writes every page of the reference. */
export async function referencePages(reading: Reading): Promise<ReferencePage[]> {
  return [
    ...typesPages(reading).map((page) =>
      page.file === "server-functions" ? { ...page, body: `${frameworkFunctions(reading)}\n\n${page.body}` } : page,
    ),
    eventsPage(reading),
    errorsPage(reading),
    environmentPage(),
    endpointsPage(),
    componentsPage(reading),
    stylingPage(),
    messagesPage(),
    clientPage(reading),
    exportsPage(reading),
    await commandLinePage(),
  ]
}
