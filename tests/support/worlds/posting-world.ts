import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import type { JobRow } from '#contract/rows/jobs.ts';
import type { AtsValueRow, MapKind, MapValueRow, TargetRow } from '#contract/rows/rows.ts';
import { type BullhornDouble, createBullhornDouble, doubleCredentials } from '#server/demo/bullhorn/bullhorn-double.ts';
import { writeRows } from '#server/feed/publish.ts';
import type { Publication } from '#server/kit/db/publication.ts';
import { followChanges } from '#server/posting/follow-changes.ts';
import { duePosts, postRowsIn } from '#server/posting/post-rows.ts';
import { createPoster } from '#server/posting/poster.ts';
import type { PosterOptions } from '#server/posting/poster-options.ts';
import { createPostingQueue, type PostingQueue } from '#server/posting/posting-queue.ts';
import { guardedSend } from '#server/targets/adapter/outbound.ts';
import { lookupSeconds, type TargetAdapter } from '#server/targets/adapter/target-adapter.ts';
import { bullhornAdapter } from '#server/targets/bullhorn/bullhorn-adapter.ts';
import { BullhornSession } from '#server/targets/bullhorn/bullhorn-session.ts';
import { aJob } from '../factories/job-factory.ts';
import type { TestDatabase } from '../test-database.ts';

const target: TargetRow = {
  id: 1,
  typeId: 8,
  name: 'Bullhorn',
  maps: ['facility'],
  specialtyDependsOnDegree: true,
  disabled: false,
  canPost: true,
  checkState: 'ok',
  hierarchyLevel: 'both',
  posting: 'live',
  mappingRequired: true,
  takesOnly: null,
};
const place = { address: null, city: 'Reno', state: 'NV', zip: null };

/** A value of the ATS double's lists. */
const listed = (id: number, kind: MapKind, extId: string, name: string): AtsValueRow => ({
  id,
  targetId: 1,
  kind,
  extId,
  name,
  parentId: null,
  ...place,
  active: true,
});
const lists = [
  listed(1, 'facility', '1000', 'Fairhaven Hospital'),
  listed(2, 'facility', '1001', 'Cedar Ridge Clinic'),
  listed(3, 'specialty', '101', 'Intensive Care Unit'),
  listed(4, 'specialty', '102', 'Emergency Room'),
];

/** A customer with a target, jobs to post, the ATS double, and the posting queue, with its own clock. */
export class PostingWorld {
  clock = new Date('2026-11-20T12:00:00Z');
  readonly double: BullhornDouble;
  readonly customer: number;
  readonly #database: TestDatabase;

  private constructor(database: TestDatabase, double: BullhornDouble, customer: number) {
    this.#database = database;
    this.double = double;
    this.customer = customer;
  }

  static async make(database: TestDatabase): Promise<PostingWorld> {
    const double = createBullhornDouble({ facilities: 5 });
    await new Promise<void>((resolve) => void double.server.listen(0, '127.0.0.1', resolve));
    const { id } = await database.db
      .insertInto('customer')
      .values({ name: 'Test agency' })
      .returning('id')
      .executeTakeFirstOrThrow();
    return new PostingWorld(database, double, id);
  }

  async close(): Promise<void> {
    await this.#database.db.deleteFrom('post').execute();
    this.double.server.closeAllConnections();
    await new Promise<void>((resolve) => void this.double.server.close(() => resolve()));
  }

  /** Adds jobs with their own mappings and requests their posts. */
  async wantedJobs(count: number, differences: Partial<JobRow> = {}): Promise<void> {
    const at = this.clock.toISOString();
    const jobs = Array.from({ length: count }, (_, i) => {
      const reference = `REF${this.customer}X${i + 1}`;
      const receipt = { targetId: 1, state: 'wanted' as const, reference, externalId: null, words: null, at, tries: 0 };
      return aJob({
        id: i + 1,
        providerJobId: `J-${i + 1}`,
        facilityMap: '1000',
        posts: [receipt],
        postState: 'wanted',
        ...differences,
      });
    });
    for (const job of jobs) {
      await this.#database.db
        .insertInto('post')
        .values({
          customer_id: this.customer,
          target_id: 1,
          job_id: job.id,
          reference: job.posts[0]?.reference ?? '',
          state: 'wanted',
          next_at: this.clock,
          created_at: this.clock,
          updated_at: this.clock,
        })
        .execute();
    }
    const rows: Publication[] = [
      { collection: 'target', row: target },
      ...lists.map((row) => ({ collection: 'atsValue' as const, row })),
      ...jobs.map((row) => ({ collection: 'job' as const, row })),
    ];
    // Many at once take longer than a statement may on a busy machine.
    for (let first = 0; first < rows.length; first += 1_000) await this.writeRows(...rows.slice(first, first + 1_000));
  }

  async writeRows(...rows: Publication[]): Promise<void> {
    await this.#database.db.transaction().execute((tx) => writeRows(tx, this.customer, rows));
  }

  /** Changes a job as a user or a collection would. */
  async change(differences: Partial<JobRow>, id = 1): Promise<void> {
    const { rev: _, ...row } = await this.job(id);
    await this.writeRows({ collection: 'job', row: { ...row, ...differences } });
  }

  async setTarget(differences: Partial<TargetRow>): Promise<void> {
    await this.writeRows({ collection: 'target', row: { ...target, ...differences } });
  }

  /** Maps a shared text as a user or a run would. */
  async mapText(value: Pick<MapValueRow, 'id' | 'kind' | 'mappedId'>): Promise<void> {
    const at = this.clock.toISOString();
    const row: MapValueRow = {
      targetId: 1,
      sourceId: 1,
      text: `TEXT ${value.id}`,
      within: null,
      ...place,
      how: 'person',
      suggestedId: null,
      certainty: null,
      ignored: false,
      unique: false,
      by: 'Ana Silva',
      at,
      firstSeenAt: at,
      ...value,
    };
    await this.writeRows({ collection: 'mapValue', row, extra: { key: row.text } });
  }

  /** The posting queue, connected to the double unless an adapter is given. */
  queue({ adapter = this.adapter(), ...differences }: Partial<PosterOptions> & { adapter?: TargetAdapter } = {}): PostingQueue {
    const { db } = this.#database;
    const attempt = createPoster({
      transaction: postRowsIn(db, () => this.clock),
      now: () => this.clock,
      openTarget: async () => ({ adapter, resendWhenAbsent: false, lookupSeconds }),
      mayAsk: async () => true,
      reconcileFirst: false,
      ...differences,
    });
    return createPostingQueue({
      readDue: async (at, limit) => {
        await followChanges(db);
        return duePosts(db, at, limit);
      },
      log: pino({ level: 'silent' }),
      now: () => this.clock,
      attempt,
      pollMs: 1000,
    });
  }

  /** A connection to the double. */
  adapter(): TargetAdapter {
    const { port } = this.double.server.address() as AddressInfo;
    const session = new BullhornSession(
      { ...doubleCredentials, loginInfoUrl: `http://127.0.0.1:${port}/rest-services/loginInfo` },
      guardedSend([`http://127.0.0.1:${port}`]),
    );
    return bullhornAdapter(session, { ownerId: 1, contactId: 2 });
  }

  later(seconds: number): void {
    this.clock = new Date(this.clock.getTime() + seconds * 1000);
  }

  posts() {
    return this.#database.db
      .selectFrom('post')
      .selectAll()
      .where('customer_id', '=', this.customer)
      .orderBy('job_id')
      .orderBy('generation')
      .execute();
  }

  async job(id = 1): Promise<JobRow & { rev: number }> {
    const found = await this.#database.db
      .selectFrom('job')
      .select(['row', 'rev'])
      .where('customer_id', '=', this.customer)
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return { ...(found.row as JobRow), rev: found.rev };
  }

  /** Number of calls to the double, such as `PUT entity/JobOrder`. */
  calls(name: string): number {
    return this.double.calls.filter((call) => call === name).length;
  }
}

export const idleAdapter: TargetAdapter = {
  nativeIdempotency: false,
  post: async () => ({ kind: 'later', words: 'idle' }),
  find: async () => ({ kind: 'absent' }),
  read: async () => ({ kind: 'unclear', words: 'idle' }),
  values: () => ({}),
  closing: [],
  update: async () => ({ kind: 'later', words: 'idle' }),
  check: async () => ({ kind: 'ok' }),
  fields: async () => null,
  list: async () => [],
};
