import { expect, test } from "vitest"
import { sessionPreload } from "./session-preload.ts"

test("requests the session as the client does", () => {
  expect(sessionPreload()).toBe("</auth/session>; rel=preload; as=fetch; crossorigin")
  expect(sessionPreload({ basePath: "/api/auth/" })).toBe("</api/auth/session>; rel=preload; as=fetch; crossorigin")
})

test("sends cookies to another origin", () => {
  expect(sessionPreload({ baseUrl: "https://id.app.test/" })).toBe(
    "<https://id.app.test/auth/session>; rel=preload; as=fetch; crossorigin=use-credentials",
  )
})

test("loads the store's scripts that Vite's manifest names, but not the page's own", () => {
  const manifest = {
    "src/main.tsx": { file: "assets/main.js", isEntry: true, imports: ["_shared.js"] },
    "node_modules/latchkit/dist/client/core/full-client.js": {
      file: "assets/full-client.js",
      imports: ["src/main.tsx", "_store.js"],
    },
    "_store.js": { file: "assets/store.js", imports: ["node_modules/latchkit/dist/client/core/full-client.js"] },
    "_shared.js": { file: "assets/shared.js" },
  }
  expect(sessionPreload({ manifest, base: "/static/" })).toBe(
    "</auth/session>; rel=preload; as=fetch; crossorigin, " +
      "</static/assets/full-client.js>; rel=modulepreload, </static/assets/store.js>; rel=modulepreload",
  )
})
