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

type BehindWire = { readonly service: ServiceProcess; readonly wire: Wire; readonly address: string };

async function behindWire(): Promise<BehindWire> {
  const { service, front, address } = await startBehind((port) => new Wire(port));
  return { service, wire: front, address };
}

/** A demo service behind a wire, for all tests of the file that calls this. Its values exist while a test runs. */
export function startBehindWire(): BehindWire {
  const behind = { address: '' } as BehindWire;
  test.beforeAll(async () => void Object.assign(behind, await behindWire()));
  // A test may end while the connection is cut.
  test.beforeEach(() => behind.wire.set({ kind: 'open' }));
  test.afterAll(async () => {
    await behind.wire.close();
    await behind.service.remove();
  });
  return behind;
}

/** The service that the files of this worker share. */
let shared: Promise<BehindWire> | undefined;

/**
 * Like `startBehindWire`, with one service for all files of a worker that call this: starting one takes as long as a short test. Only for
 * files whose tests leave nothing behind that another test could meet; they belong to the project `shared` of Playwright's settings.
 */
export function shareBehindWire(): BehindWire {
  const behind = { address: '' } as BehindWire;
  test.beforeAll(async () => {
    shared ??= behindWire().then((made) => {
      process.once('exit', () => made.service.abandon());
      return made;
    });
    Object.assign(behind, await shared);
  });
  test.beforeEach(() => behind.wire.set({ kind: 'open' }));
  return behind;
}
