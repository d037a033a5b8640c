import { packColumns } from '#domain/columns/pack-columns.ts';
import { readBlocks, scan } from '#src/store/rows.ts';
import { addBlock, beginSnapshot, flipSnapshot } from '#src/store/snapshot-blocks.ts';
import { type Device, openStore } from '#src/store/store.ts';
import { openDexieBackend } from '#src/store/tables/dexie-backend.ts';
import { parts, type StorePeer } from './store-peer.ts';

const key = { origin: 'bench', userId: 1, customerId: 1, impersonation: null };
const device: Device = {
  now: () => 0,
  newId: () => 'bench'.padEnd(32, '0'),
  digest: () => Promise.reject(new Error('nothing is digested here')),
  channel: { post: () => undefined, listen: () => () => undefined },
};

/** The app's own store, loaded like a first sync: from column blocks as the service sends them. */
export const blocksPeer: StorePeer = {
  name: 'Jobdock, blocks of columns',
  async open(database, jobs) {
    const blocks = parts(jobs).map(packColumns);
    const opened = async () => openStore(await openDexieBackend(database, { sleep: () => Promise.resolve() }), key, device);
    let store = await opened();
    return {
      async write() {
        const load = await beginSnapshot(store, 'bench');
        for (const block of blocks) {
          if (!(await addBlock(store, load, 'job', block))) throw new Error('a block was refused');
        }
        await store.write((tx) => flipSnapshot(tx, load));
      },
      async reopen() {
        store.close();
        store = await opened();
      },
      async read() {
        let count = 0;
        for await (const part of readBlocks(store, 'job')) if (part.kind === 'block') count += part.block.ids.length;
        return count;
      },
      rows: () => scan(store, 'job'),
      close: () => store.close(),
      remove: () => store.destroy(),
    };
  },
};
