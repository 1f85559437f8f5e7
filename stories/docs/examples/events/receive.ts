import { verifyWebhook, WebhookVerificationError } from "latchkit/webhooks"

const seen = new Set<string>() // a table with a unique key, if there are several processes

export async function receiveWebhook(request: Request, secret: string): Promise<Response> {
  const body = new Uint8Array(await request.arrayBuffer())
  try {
    const { id, payload } = await verifyWebhook(
      { headers: request.headers, body },
      { secret },
    )
    if (!seen.has(id)) console.info("Security event", payload)
    seen.add(id)
    return new Response(null, { status: 204 })
  } catch (error) {
    if (error instanceof WebhookVerificationError)
      return new Response(null, { status: 400 })
    throw error
  }
}
