import type { ServerResponse } from 'node:http';
import { type DoubleFault, takeFault } from '../double-kit/target-double.ts';

/** Faults that a test can inject, beside those of every double. Each fires once. */
export type BullhornFault =
  | DoubleFault
  | 'drop-after-create'
  /** After a client whose confirmation was dropped, the next call is dropped as well. */
  | 'drop-look-up'
  | 'drop-after-update'
  | 'error-after-create'
  | 'expire-session'
  | 'wrong-data-centre'
  /** Some tenants refuse to describe all fields of an entity at once. */
  | 'refuse-all-fields';

/** Removes one queued fault. Returns whether it was queued. */
export const take = (faults: BullhornFault[], fault: BullhornFault): boolean => takeFault(faults, fault);

export function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json;charset=UTF-8' }).end(JSON.stringify(body));
}
