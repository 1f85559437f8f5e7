import { getCsrfToken } from "../../client/core/client-for.ts"
import { RequestError } from "../../client/http/errors.ts"
import { RETURN_REDIRECT_HEADER } from "../../client/protocol.ts"
import { connectionError } from "../screens/native-forms.ts"

/**
 * Downloads the user's data. The result is a failure that {@link stepUp} understands, if the server asks for a
 * confirmation first.
 */
export async function downloadData(url: string, { basePath }: { basePath?: string | undefined }) {
  try {
    const csrfToken = await getCsrfToken(basePath === undefined ? {} : { basePath })
    const headers = { [RETURN_REDIRECT_HEADER]: "1", accept: "application/json" }
    const response = await fetch(url, { method: "POST", headers, body: new URLSearchParams({ csrfToken }) })
    if (response.headers.has("content-disposition")) return saveFile(response)
    const body = (await response.json()) as { error?: string } // Latchkit wrote it
    return { ...body, ok: false, error: body.error ?? "Default" }
  } catch (error) {
    if (error instanceof RequestError && error.action === "script") throw error // the browser posts the form
    return { ok: false, error: connectionError() }
  }
}

async function saveFile(response: Response) {
  const [, name] = /filename="?([\w.-]+)/.exec(response.headers.get("content-disposition") ?? "") ?? []
  const link = document.createElement("a")
  link.href = URL.createObjectURL(await response.blob())
  link.download = name ?? "data.json"
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000) // the browser reads it meanwhile
  return { ok: true, error: undefined }
}
