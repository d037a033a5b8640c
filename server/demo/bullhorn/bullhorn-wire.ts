import type { ServerResponse } from 'node:http';

/** What a test may make the double do wrong; each fires once and is then used up. */
export type BullhornFault =
  | 'drop-before'
  | 'drop-after-create'
  | 'drop-after-update'
  | 'error-after-create'
  | 'too-many'
  | 'expire-session'
  | 'wrong-data-centre';

/** Removes and reports one queued fault. */
export function take(faults: BullhornFault[], fault: BullhornFault): boolean {
  const at = faults.indexOf(fault);
  if (at < 0) return false;
  faults.splice(at, 1);
  return true;
}

export function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json;charset=UTF-8' }).end(JSON.stringify(body));
}
