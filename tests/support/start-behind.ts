import { demoService } from './demo-template.ts';
import type { ServiceProcess } from './service-process.ts';

/** What stands before the service and is reached in its place: a wire, a door. */
type Front = { listen(): Promise<number>; close(): Promise<void> };

/**
 * Starts a service with the demo agency behind what `make` builds for its port; browsers reach it at `address`. It works on a copy
 * of the run's template; a spec that kills it passes a service with its own PostgreSQL, as it then has to recover that too.
 */
export async function startBehind<F extends Front>(make: (port: number) => F, given?: ServiceProcess) {
  const service = given ?? (await demoService());
  const front = make(service.port);
  service.publicPort = await front.listen();
  await service.start();
  return { service, front, address: `http://127.0.0.1:${service.publicPort}` };
}
