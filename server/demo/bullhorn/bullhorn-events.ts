import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BullhornEvent, BullhornRecords } from './bullhorn-records.ts';
import { json } from './bullhorn-wire.ts';

/** A subscription: how far its events were given, and what each request got. */
type Subscription = {
  given: number;
  readonly names: readonly string[];
  readonly types: readonly string[];
  readonly batches: (readonly BullhornEvent[])[];
};

const subscriptions = new WeakMap<BullhornRecords, Map<string, Subscription>>();

/** Ends all subscriptions, as Bullhorn does with those that no one read for 30 days. */
export const endSubscriptions = (records: BullhornRecords): void => void subscriptions.delete(records);

/**
 * Answers `event/subscription/{name}`: PUT subscribes from now on, GET gives the next events, each once, and those of an earlier
 * request again by its number. Without events the answer is empty.
 */
export function answerEvents(
  records: BullhornRecords,
  url: URL,
  request: IncomingMessage,
  response: ServerResponse,
  name: string,
): void {
  const all = subscriptions.get(records) ?? new Map<string, Subscription>();
  subscriptions.set(records, all);
  if (request.method === 'PUT') {
    const known = all.get(name) ?? {
      given: records.events.length,
      names: (url.searchParams.get('names') ?? '').split(','),
      types: (url.searchParams.get('eventTypes') ?? '').split(','),
      batches: [],
    };
    all.set(name, known);
    return json(response, 200, { lastRequestId: known.batches.length, subscriptionId: name });
  }
  const subscription = all.get(name);
  if (!subscription) return json(response, 404, { errorMessage: 'Subscription not found', errorCode: 404 });
  const asked = url.searchParams.get('requestId');
  if (asked !== null) return give(response, Number(asked), subscription.batches[Number(asked) - 1] ?? []);
  const most = Number(url.searchParams.get('maxEvents') ?? 1);
  const events: BullhornEvent[] = [];
  while (subscription.given < records.events.length && events.length < most) {
    const event = records.events[subscription.given++];
    const { names, types } = subscription;
    if (event && names.includes(event.entityName) && types.includes(event.entityEventType)) events.push(event);
  }
  if (events.length === 0) return json(response, 200, {});
  subscription.batches.push(events);
  give(response, subscription.batches.length, events);
}

const give = (response: ServerResponse, requestId: number, events: readonly BullhornEvent[]): void =>
  json(response, 200, { requestId, events });
