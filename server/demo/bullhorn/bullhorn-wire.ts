import type { ServerResponse } from 'node:http';

/** Faults that a test can inject. Each fires once. */
export type BullhornFault =
  | 'drop-before'
  | 'drop-after-create'
  /** After a client whose confirmation was dropped, the next call is dropped as well. */
  | 'drop-look-up'
  | 'drop-after-update'
  | 'error-after-create'
  | 'too-many'
  | 'expire-session'
  | 'wrong-data-centre'
  /** Some tenants refuse to describe all fields of an entity at once. */
  | 'refuse-all-fields';

/** Removes one queued fault. Returns whether it was queued. */
export function take(faults: BullhornFault[], fault: BullhornFault): boolean {
  const at = faults.indexOf(fault);
  if (at < 0) return false;
  faults.splice(at, 1);
  return true;
}

export function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json;charset=UTF-8' }).end(JSON.stringify(body));
}
