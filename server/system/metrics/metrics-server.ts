import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import type { Metrics } from './metrics.ts';

export type MetricsServer = { readonly port: number; readonly stop: () => Promise<void> };

/** Serves the figures at `/metrics` on a port of their own, so that a proxy for people never shows them. Port 0 is a free one. */
export async function startMetricsServer(
  metrics: Pick<Metrics, 'text' | 'contentType'>,
  { host, port, log }: { readonly host: string; readonly port: number; readonly log: Logger },
): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics')
      return void response.writeHead(404, { 'content-type': 'text/plain' }).end('Only GET /metrics is answered here.\n');
    metrics.text().then(
      (text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text),
      (error: unknown) => {
        log.error({ err: error }, 'the figures could not be read');
        response.writeHead(500, { 'content-type': 'text/plain' }).end('The figures could not be read.\n');
      },
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
