import { type CommandName, commandArgs } from '#contract/commands/commands.ts';
import { type CollectionName, collectionNames, type RowOf } from '#contract/rows/rows.ts';
import type { Mutation, MutationOutcome, PullReply, PushReply, SnapshotLine } from '#contract/sync/sync.ts';
import { commands } from '#domain/commands/commands.ts';
import type { Command } from '#domain/commands/kit/command.ts';
import { runPure } from '#domain/commands/run-pure.ts';
import type { Row } from '#src/store/tables/tables.ts';

type Client = { last: number; readonly results: Map<number, { fingerprint: string; outcome: MutationOutcome }> };
type Held = { readonly collection: CollectionName; readonly id: number; readonly rev: number; readonly row: Row | null };

/**
 * The service in memory, as specified in `design/sync.md`: counters, fingerprints, feed, snapshots. It runs the real commands. A
 * double for client tests; the real service has its own tests.
 */
export class ModelService {
  epoch = 'e1';
  scope = 's1';
  rev = 0;
  readonly rows = new Map<string, Held>();
  readonly clients = new Map<string, Client>();
  /** How often each change was actually applied, by fingerprint. */
  readonly ran = new Map<string, number>();
  killed = false;
  customerGone = false;
  pageRows = 50;
  snapshotsGiven = 0;
  durableRev: number | undefined;
  /** Receipts of wiped devices: their lane and number of unsent changes. */
  readonly receipts: { readonly clientId: string; readonly unsent: number }[] = [];

  put<C extends CollectionName>(collection: C, row: RowOf<C>): void {
    this.#write(collection, row.id, row, ++this.rev);
  }

  remove(collection: CollectionName, id: number): void {
    this.#write(collection, id, null, ++this.rev);
  }

  get<C extends CollectionName>(collection: C, id: number): RowOf<C> | undefined {
    return (this.rows.get(`${collection}/${id}`)?.row ?? undefined) as RowOf<C> | undefined;
  }

  all(collection: CollectionName): Row[] {
    return [...this.rows.values()]
      .flatMap((held) => (held.collection === collection && held.row ? [held.row] : []))
      .sort((a, b) => a.id - b.id);
  }

  hello(clientId: string, now: string) {
    const client = this.clients.get(clientId);
    const { epoch, scope, rev, killed } = this;
    return { known: client !== undefined, last: client?.last ?? 0, epoch, scope, rev, now, killed };
  }

  push(clientId: string, mutations: readonly Mutation[]): PushReply {
    if (this.killed) return { kind: 'wipe' };
    if (this.customerGone) return { kind: 'customer_gone' };
    const client = this.clients.get(clientId) ?? { last: 0, results: new Map() };
    if (!this.clients.has(clientId) && mutations[0]?.seq !== 1) return { kind: 'client_unknown' };
    this.clients.set(clientId, client);
    const outcomes: MutationOutcome[] = [];
    for (const mutation of mutations) {
      const known = client.results.get(mutation.seq);
      if (known && known.fingerprint !== mutation.fingerprint) return { kind: 'key_reused', seq: mutation.seq };
      if (known)
        outcomes.push(known.outcome.outcome === 'applied_result_gone' ? known.outcome : { ...known.outcome, replayed: true });
      else if (mutation.seq <= client.last) outcomes.push({ seq: mutation.seq, outcome: 'applied_result_gone' });
      else if (mutation.seq !== client.last + 1) return { kind: 'gap', expected: client.last + 1 };
      else outcomes.push(this.#consume(client, mutation));
    }
    return { kind: 'done', outcomes, last: client.last };
  }

  pull(query: URLSearchParams): PullReply {
    if (this.killed) return { kind: 'wipe' };
    const since = Number(query.get('since'));
    const why =
      query.get('epoch') !== this.epoch
        ? 'epoch'
        : query.get('scope') !== this.scope
          ? 'scope'
          : since > this.rev
            ? 'ahead'
            : null;
    if (why) return { kind: 'resync', epoch: this.epoch, scope: this.scope, why };
    const later = [...this.rows.values()].filter((held) => held.rev > since).sort((a, b) => a.rev - b.rev);
    const cut = later[this.pageRows - 1]?.rev;
    const page = cut === undefined ? later : later.filter((held) => held.rev <= cut);
    const more = page.length < later.length;
    const client = this.clients.get(query.get('clientId') ?? '');
    return {
      kind: 'page',
      epoch: this.epoch,
      scope: this.scope,
      head: this.rev,
      upto: more ? (cut ?? this.rev) : this.rev,
      lastSeq: client?.last ?? 0,
      outcomes: this.#outcomesOf(client),
      changes: page.map(({ collection, id, rev, row }) => ({ collection, id, rev, row })),
      more,
      ...(this.durableRev === undefined ? {} : { durableRev: this.durableRev }),
    };
  }

  /** One key per lane, always the same. A killed lane gets none. */
  lockKey(clientId: string) {
    return this.killed ? { kind: 'wipe' } : { kind: 'key', key: btoa(clientId.padEnd(32, '.').slice(0, 32)) };
  }

  wiped(clientId: string, unsent: number) {
    this.receipts.push({ clientId, unsent });
    return { noted: true };
  }

  snapshot(clientId: string): SnapshotLine[] {
    this.snapshotsGiven += 1;
    const client = this.clients.get(clientId);
    const totals = Object.fromEntries(collectionNames.map((collection) => [collection, this.all(collection).length]));
    const { epoch, scope, rev } = this;
    const blocks = collectionNames.flatMap((collection): SnapshotLine[] => {
      const rows = this.all(collection);
      const parts = Array.from({ length: Math.ceil(rows.length / 3) }, (_, i) => rows.slice(i * 3, i * 3 + 3));
      return parts.map((part) => ({ kind: 'block', collection, columns: columnsOf(part) }));
    });
    const rows = Object.values(totals).reduce((sum, count) => sum + count, 0);
    const head = {
      kind: 'head',
      epoch,
      scope,
      rev,
      lastSeq: client?.last ?? 0,
      outcomes: this.#outcomesOf(client),
      totals,
    } as const;
    return [head, ...blocks, { kind: 'end', rows }];
  }

  #outcomesOf(client: Client | undefined): MutationOutcome[] {
    return [...(client?.results.values() ?? [])].map(({ outcome }) => outcome);
  }

  #consume(client: Client, mutation: Mutation): MutationOutcome {
    const outcome = this.#run(client, mutation);
    client.last = mutation.seq;
    client.results.set(mutation.seq, { fingerprint: mutation.fingerprint, outcome });
    return outcome;
  }

  #run(client: Client, { seq, name, args, pre, dependsOn, actor, createdAt, fingerprint }: Mutation): MutationOutcome {
    const rejected = (code: 'dependency' | 'invalid' | 'unknown_command', message: string): MutationOutcome => {
      return { seq, outcome: 'rejected', code, message, conflicts: [], replayed: false };
    };
    if (dependsOn.some((dep) => client.results.get(dep)?.outcome.outcome === 'rejected')) {
      return rejected('dependency', 'A change it builds on was refused.');
    }
    if (!Object.hasOwn(commandArgs, name)) return rejected('unknown_command', 'Unknown change.');
    const parsed = commandArgs[name as CommandName].safeParse(args);
    if (!parsed.success) return rejected('invalid', 'Not valid.');
    const command: Command<CommandName> = commands[name as CommandName];
    const reader = { get: <C extends CollectionName>(collection: C, id: number) => this.get(collection, id) };
    const ran = runPure(command, parsed.data, pre, reader, { by: actor, at: createdAt });
    if (ran.outcome === 'rejected') return { seq, ...ran, conflicts: [...ran.conflicts], replayed: false };
    this.ran.set(fingerprint, (this.ran.get(fingerprint) ?? 0) + 1);
    if (ran.writes.length > 0) this.rev += 1;
    for (const { collection, row } of ran.writes) this.#write(collection, row.id, row, this.rev);
    return { seq, outcome: 'applied', rev: this.rev, result: ran.result, replayed: false };
  }

  #write(collection: CollectionName, id: number, row: Row | null, rev: number): void {
    this.rows.set(`${collection}/${id}`, { collection, id, rev, row: structuredClone(row) });
  }
}

function columnsOf(rows: readonly Row[]): Extract<SnapshotLine, { kind: 'block' }>['columns'] {
  const fields = Object.keys(rows[0] ?? {});
  const columns = fields.map((field) => {
    const values = rows.map((row) => row[field]);
    const kind = values.every((value) => typeof value === 'number') ? ('num' as const) : ('json' as const);
    return [field, kind === 'num' ? { kind, values: values as number[] } : { kind, values }] as const;
  });
  return { rows: rows.length, columns: Object.fromEntries(columns) };
}
