import { Dexie, type Table } from 'dexie';
import type { JobRow } from '#contract/rows/jobs.ts';
import { parts, type StorePeer } from './store-peer.ts';

const often: (keyof JobRow)[] = [
  'providerJobId',
  'status',
  'state',
  'facility',
  'specialty',
  'startDate',
  'billRate',
  'changedAt',
];
const more: (keyof JobRow)[] = [
  'city',
  'degree',
  'shift',
  'unit',
  'endDate',
  'postedAt',
  'firstSeenAt',
  'durationDays',
  'hoursPerWeek',
  'localRate',
  'vms',
  'coordinator',
];

/** Dexie as in its manual: one record per job, and an index per filtered field. */
const rowsPeer = (indexes: readonly (keyof JobRow)[]): StorePeer => ({
  name: indexes.length === 0 ? 'Dexie, no index' : `Dexie, ${indexes.length} indexes`,
  async open(database, rows) {
    const declared = () => {
      // Same durability as ours: "written" means on disk.
      const db = new Dexie(database, { cache: 'disabled', chromeTransactionDurability: 'strict' });
      db.version(1).stores({ jobs: ['id', ...indexes].join(', ') });
      return db;
    };
    let db = declared();
    await db.open();
    const jobs = (): Table<JobRow, number> => db.table('jobs');
    return {
      async write() {
        for (const part of parts(rows)) await jobs().bulkPut(part);
      },
      async reopen() {
        db.close();
        db = declared();
        await db.open();
      },
      read: async () => (await jobs().toArray()).length,
      rows: () => jobs().toArray(),
      close: () => db.close(),
      remove: () => db.delete(),
    };
  },
});

export const rowsPeers: readonly StorePeer[] = [rowsPeer([...often, ...more]), rowsPeer(often), rowsPeer([])];
