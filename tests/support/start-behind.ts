import { ServiceProcess } from './service-process.ts';

/** What stands before the service and is reached in its place: a wire, a door. */
type Front = { listen(): Promise<number>; close(): Promise<void> };

/** Starts a service with the demo agency behind what `make` builds for its port; browsers reach it at `address`. */
export async function startBehind<F extends Front>(make: (port: number) => F) {
  const service = await ServiceProcess.make();
  const front = make(service.port);
  service.publicPort = await front.listen();
  await service.start();
  return { service, front, address: `http://127.0.0.1:${service.publicPort}` };
}
