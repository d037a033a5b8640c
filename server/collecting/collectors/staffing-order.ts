import * as z from 'zod';
import { ok, type Result } from '#contract/kit/result.ts';
import type { SafeReply } from '#server/kit/lib/safe-fetch.ts';
import type { Collector, CollectorTask, CollectorTools, CollectProblem } from './collector.ts';
import { failed } from './problems.ts';
import { addressOf, callVendor, isHeaderText } from './vendor-call.ts';

const StaffingOrderSettings = z.object({});
type Settings = z.infer<typeof StaffingOrderSettings>;

/**
 * Collects staffing orders of HR-XML from an address that lists those that changed since the last download. Orders that are missing in
 * one are not canceled: each says its own status.
 */
export const staffingOrderCollector: Collector<Settings> = {
  kind: 'staffing_order',
  settings: StaffingOrderSettings,
  // A download moves the vendor's mark of what is new: orders of a check would never come again.
  async check() {
    return failed('no_such_call', 'These orders can only be downloaded, and only once. Run the task to try its sign-in.');
  },
  async pull(task, tools) {
    const reply = await fetchOrders(task, tools);
    return reply.ok ? ok({ kind: 'file', bytes: reply.value.bytes, complete: false, marks: {} }) : reply;
  },
};

async function fetchOrders(
  { credentials }: CollectorTask<Settings>,
  tools: CollectorTools,
): Promise<Result<SafeReply, CollectProblem>> {
  const address = addressOf(credentials, 'https://vms.vendor.com/orders.xml');
  if (!address.ok) return address;
  const { username, password, secretKey } = credentials;
  if (username === '' && secretKey === '') return failed('setup', 'Enter the user name and password, or the key, in the task.');
  if (secretKey !== '' && !isHeaderText(secretKey))
    return failed('setup', 'The key has characters that no key has. Copy it from the vendor again.');
  const authorization =
    secretKey === '' ? `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` : `Bearer ${secretKey}`;
  return await callVendor(address.value, { headers: { authorization, accept: 'application/xml' }, redirects: 0 }, tools);
}
