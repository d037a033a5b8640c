import type { Server } from 'node:http';
import { join } from 'node:path';
import { createBullhornDouble } from './bullhorn/bullhorn-double.ts';
import { createVendorSite } from './vendor-site.ts';

/** Starts the demo's external systems on loopback: the vendor site and the ATS, whose job orders are stored in `home`. */
export async function startDemoSites(home: string, now: () => Date) {
  const vendorSite = createVendorSite(now);
  const bullhorn = createBullhornDouble({ journal: join(home, 'demo-ats.jsonl') }).server;
  const [vendorSiteUrl, bullhornUrl] = await Promise.all([listen(vendorSite), listen(bullhorn)]);
  return {
    vendorSiteUrl,
    bullhornUrl,
    async stop(): Promise<void> {
      await Promise.all([close(vendorSite), close(bullhorn)]);
    },
  };
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((done, failed) => {
    server.once('error', failed);
    server.listen(0, '127.0.0.1', done);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no loopback port');
  return `http://127.0.0.1:${address.port}`;
}

async function close(server: Server): Promise<void> {
  const closed = new Promise((done) => server.close(done));
  server.closeAllConnections();
  await closed;
}
