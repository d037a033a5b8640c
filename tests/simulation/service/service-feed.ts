import type { CollectionName } from '#contract/rows/rows.ts';
import type { MutationOutcome, PullReply, SnapshotLine } from '#contract/sync/sync.ts';
import { packColumns } from '#domain/columns/pack-columns.ts';
import type { FeedState } from '#server/feed/feed-state.ts';
import type { Actor } from './actor.ts';
import type { Service } from './service.ts';
import { type CustomerDisk, rowsOf } from './service-disk.ts';

/** Rows per snapshot block. Few, so that small collections have several blocks. */
const blockRows = 4;

type Refused = { readonly kind: 'refused'; readonly status: 403 | 404 | 410 };
type Pull = {
  readonly customerId: number;
  readonly clientId: string;
  readonly epoch: string;
  readonly scope: string;
  readonly since: number;
  readonly seen: number;
};

/** The customer of a lane, or why access is refused (server/sync/lane-access.ts). */
function access(service: Service, actor: Actor, customerId: number, clientId: string): CustomerDisk | Refused {
  const customer = service.customer(customerId);
  const lane = customer?.clients.get(clientId);
  const judged = service.seams.checkAccess(
    lane ? { userId: lane.userId, customerDeleted: false } : null,
    actor.userId,
    service.mayUse(actor.userId, customerId),
  );
  if (judged === 'open' && customer) return customer;
  return { kind: 'refused', status: judged === 'customer_gone' ? 410 : judged === 'forbidden' ? 403 : 404 };
}

function stateOf(service: Service, customer: CustomerDisk, clientId: string): FeedState {
  const lane = customer.clients.get(clientId);
  return {
    epoch: service.disk.epoch,
    recoveries: service.disk.recoveries,
    head: customer.rev,
    minRev: customer.minRev,
    durableRev: null,
    lane: lane ? { lastSeq: lane.lastSeq, killed: lane.killed } : null,
  };
}

const unseen = (customer: CustomerDisk, clientId: string, seen: number): MutationOutcome[] =>
  [...customer.results.entries()]
    .flatMap(([key, { outcome }]) => (key.startsWith(`${clientId}:`) && outcome.seq > seen ? [outcome] : []))
    .sort((a, b) => a.seq - b.seq);

/** One page of the feed: server/sync/pull.ts with maps instead of tables. */
export function pullPage(service: Service, actor: Actor, pull: Pull, pageRows: number): PullReply | Refused {
  const customer = access(service, actor, pull.customerId, pull.clientId);
  if ('kind' in customer) return customer;
  const scope = service.seams.scopeOf(actor, pull.customerId);
  const state = stateOf(service, customer, pull.clientId);
  const refused = service.seams.whyVoid(state, scope, pull);
  if (refused) return refused;
  const later = [...customer.rows.values()]
    .filter(({ rev, collection }) => rev > pull.since && scope.collections.includes(collection))
    .sort((a, b) => a.rev - b.rev);
  const revs = { first: later[0]?.rev ?? null, beyond: later[pageRows]?.rev ?? null };
  const { upto, more } = service.seams.pageEnd(revs, state.head);
  const changes = later
    .filter(({ rev }) => rev <= upto)
    .slice(0, revs.first !== null && upto > revs.first ? pageRows : undefined);
  return {
    kind: 'page',
    epoch: state.epoch,
    scope: scope.hash,
    head: state.head,
    upto,
    lastSeq: state.lane?.lastSeq ?? 0,
    outcomes: state.lane ? unseen(customer, pull.clientId, pull.seen) : [],
    changes: changes.map(({ collection, id, rev, row }) => ({ collection, id, rev, row })),
    more,
  };
}

/** Lines of a consistent snapshot (server/sync/snapshot.ts). */
export function snapshotLines(service: Service, actor: Actor, customerId: number, clientId: string): string[] | Refused {
  const customer = access(service, actor, customerId, clientId);
  if ('kind' in customer) return customer;
  const scope = service.seams.scopeOf(actor, customerId);
  const state = stateOf(service, customer, clientId);
  const all = scope.collections.map((collection): [CollectionName, Record<string, unknown>[]] => [
    collection,
    rowsOf(customer, collection) as unknown as Record<string, unknown>[],
  ]);
  const head: SnapshotLine = {
    kind: 'head',
    epoch: state.epoch,
    scope: scope.hash,
    rev: state.head,
    lastSeq: state.lane?.lastSeq ?? 0,
    outcomes: state.lane ? unseen(customer, clientId, 0) : [],
    totals: Object.fromEntries(all.map(([collection, rows]) => [collection, rows.length])),
  };
  const blocks = all.flatMap(([collection, rows]) =>
    Array.from({ length: Math.ceil(rows.length / blockRows) }, (_, i): SnapshotLine => {
      const part = rows.slice(i * blockRows, (i + 1) * blockRows);
      return { kind: 'block', collection, columns: packColumns(part) };
    }),
  );
  const end: SnapshotLine = { kind: 'end', rows: all.reduce((sum, [, rows]) => sum + rows.length, 0) };
  return [head, ...blocks, end].map((line) => JSON.stringify(line));
}

/** Answers the handshake of a lane and registers its device (server/sync/hello.ts). */
export function handshake(service: Service, actor: Actor, customerId: number, clientId: string) {
  const customer = access(service, actor, customerId, clientId);
  if ('kind' in customer) return customer;
  const state = stateOf(service, customer, clientId);
  if (!state.lane) customer.clients.set(clientId, { userId: actor.userId, lastSeq: 0, killed: false });
  return {
    known: state.lane !== null,
    last: state.lane?.lastSeq ?? 0,
    epoch: state.epoch,
    scope: service.seams.scopeOf(actor, customerId).hash,
    rev: state.head,
    now: new Date(service.clock.now()).toISOString(),
    killed: state.lane?.killed ?? false,
  };
}
