import type { AddressInfo } from "node:net"
import PostalMime, { type Email } from "postal-mime"
import { SMTPServer } from "smtp-server"

/** An email as the server received it. */
export interface ReceivedEmail {
  /** The envelope's recipients. They decide where it goes, whatever the header contains. */
  recipients: readonly string[]
  raw: string
  mail: Email
}

/** Starts a real mail server on a free port. It keeps the emails that it receives. */
export async function startMailServer({ refuses = () => false }: { refuses?: (recipient: string) => boolean } = {}) {
  const received: ReceivedEmail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo: ({ address }, _, done) => done(refuses(address) ? new Error("No such mailbox") : undefined),
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on("data", (chunk: Buffer) => chunks.push(chunk))
      stream.on("end", () => {
        const raw = Buffer.concat(chunks)
        const recipients = session.envelope.rcptTo.map(({ address }) => address)
        void PostalMime.parse(raw).then((mail) => {
          received.push({ recipients, raw: raw.toString(), mail })
          done()
        }, done)
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.server.address() as AddressInfo // it listens on TCP
  return {
    received,
    url: `smtp://127.0.0.1:${port}?ignoreTLS=true`,
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  }
}
