import { test } from 'playwright/test';
import { demoService } from './demo-template.ts';
import type { ServiceProcess } from './service-process.ts';
import { Wire } from './wire.ts';

/** A proxy in front of the service, such as a wire or a door. */
type Front = { listen(): Promise<number>; close(): Promise<void> };

/**
 * Starts a demo service behind the proxy that `make` builds for its port. Browsers use `address`. It uses a copy of the run's
 * template. A spec that kills the service passes one with its own PostgreSQL, because it must recover that too.
 */
export async function startBehind<F extends Front>(make: (port: number) => F, given?: ServiceProcess) {
  const service = given ?? (await demoService());
  const front = make(service.port);
  service.publicPort = await front.listen();
  await service.start();
  return { service, front, address: `http://127.0.0.1:${service.publicPort}` };
}

/** A demo service behind a wire, for all tests of the file that calls this. Its values exist while a test runs. */
export function startBehindWire() {
  const behind = { address: '' } as { service: ServiceProcess; wire: Wire; address: string };
  test.beforeAll(async () => {
    const { service, front, address } = await startBehind((port) => new Wire(port));
    Object.assign(behind, { service, wire: front, address });
  });
  // A test may end while the connection is cut.
  test.beforeEach(() => behind.wire.set({ kind: 'open' }));
  test.afterAll(async () => {
    await behind.wire.close();
    await behind.service.remove();
  });
  return behind;
}
