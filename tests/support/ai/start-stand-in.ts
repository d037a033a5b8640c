import { closeNow, listenOnLoopback } from '#server/demo/loopback/loopback.ts';
import { createStandInModel, type StandIn } from '#server/demo/model/stand-in-model.ts';

/** A stand-in that listens on loopback, with what the settings of a connection to it need. */
export type RunningStandIn = StandIn & {
  /** Address up to `/v1`. */
  readonly url: string;
  readonly host: string;
  /** Engine 1 as the system settings save it. */
  readonly settings: { readonly url: string; readonly model: string; readonly allow: string[] };
  stop(): Promise<void>;
};

/** Starts the stand-in. It reads, until the test says what it answers. */
export async function startStandIn(): Promise<RunningStandIn> {
  const standIn = createStandInModel();
  const address = await listenOnLoopback(standIn.server);
  const { host } = new URL(address);
  const url = `${address}/v1`;
  return Object.assign(standIn, {
    url,
    host,
    settings: { url, model: 'test-1', allow: [host] },
    stop: () => closeNow(standIn.server),
  });
}
