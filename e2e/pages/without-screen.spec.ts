import { restoreEnvironment, startJournal } from "./journal-app.ts" // before the tests, which read its environment
import "../../stories/docs/examples/testing/journal.spec.ts"
import { test } from "../test.ts"

// Runs the tests that the documentation shows, against the server that it shows
// eslint-disable-next-line no-empty-pattern -- Playwright reads the fixtures from the pattern
test.use({ baseURL: async ({}, use) => use(await startJournal()) })
test.afterAll(restoreEnvironment)
