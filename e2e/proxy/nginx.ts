import { writeFile } from "node:fs/promises"
import { join } from "node:path"

import { selfSigned } from "../attacks/certificate.ts"
import { dataFolder, freePort, installed, startProcess } from "../databases/processes.ts"

/** The path of nginx, or undefined if it isn't installed. */
export const nginx = installed("nginx")

export interface Proxy {
  /** `https://app.localhost:<port>`. */
  origin: string
  /** Forwards requests below `path` to a local server, and keeps or strips the path. */
  forward(path: string, to: { port: number; strip: boolean }): Promise<void>
  stop(): Promise<void>
}

/** Returns a free port for a proxy. The app behind it needs the port before the proxy starts. */
export async function openProxy(): Promise<Proxy> {
  const port = await freePort()
  const running: { stop?: () => Promise<void> } = {}
  return {
    origin: `https://app.localhost:${port}`,
    async forward(path, to) {
      if (!nginx) throw new Error("nginx is not installed")
      const folder = await dataFolder("nginx")
      const { key, cert } = selfSigned()
      await writeFile(join(folder, "key.pem"), key)
      await writeFile(join(folder, "cert.pem"), cert)
      await writeFile(join(folder, "nginx.conf"), configuration({ folder, port, path, to }))
      const { stop } = await startProcess(nginx, ["-p", folder, "-c", join(folder, "nginx.conf")], port, folder)
      running.stop = stop
    },
    stop: async () => running.stop?.(),
  }
}

interface Forwarding {
  folder: string
  port: number
  path: string
  to: { port: number; strip: boolean }
}

// A minimal configuration: no header tells the app the host or scheme that the browser requested
function configuration({ folder, port, path, to }: Forwarding): string {
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
  return `
daemon off;
master_process off;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events {}
http {
  access_log off;
  ${temporary.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join("\n  ")}
  server {
    listen 127.0.0.1:${port} ssl;
    server_name app.localhost;
    ssl_certificate ${folder}/cert.pem;
    ssl_certificate_key ${folder}/key.pem;
    location ${path}/ {
      proxy_pass http://127.0.0.1:${to.port}${to.strip ? "/" : ""};
    }
  }
}
`
}
