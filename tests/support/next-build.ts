import { cp, mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build, type Plugin } from 'vite';

const root = resolve(import.meta.dirname, '../..');
const folder = join(root, 'node_modules/.cache/jobdock/next-build');

/** Source changes of the next version: each text with its replacement. */
const changes: readonly { readonly file: string; readonly from: string; readonly to: string }[] = [
  {
    file: 'src/store/store.ts',
    from: 'const schemaStamp: SchemaStamp = { schema: 2, minReader: 2 };',
    to: 'const schemaStamp: SchemaStamp = { schema: 3, minReader: 2 };',
  },
  {
    // Adds a table and rewrites all rows except the outbox one by one, which leaves time for a kill.
    file: 'src/store/tables/dexie-backend.ts',
    from: "db.version(2).stores({ files: keySpec('files') });",
    to: `db.version(2).stores({ files: keySpec('files') });
  db.version(3).stores({ marks: 'key' }).upgrade(async (trans) => {
    for (let pass = 0; pass < 5; pass++)
      for (const table of ['overlay', 'fresh', 'notices', 'ballast'])
        await trans.table(table).toCollection().modify((row) => { row.pass = pass; });
    await trans.table('marks').put({ key: 'upgraded' });
  });`,
  },
];

/** Makes the changes. The app itself has them all; a worker those of the files that it has. */
function changed(of: 'app' | 'worker'): Plugin {
  const left = new Set(of === 'app' ? changes : []);
  return {
    name: 'next-version',
    enforce: 'pre',
    transform(code, id) {
      const wanted = changes.find(({ file }) => id.endsWith(`/${file}`));
      if (!wanted) return null;
      if (!code.includes(wanted.from)) throw new Error(`${wanted.file} no longer says: ${wanted.from}`);
      left.delete(wanted);
      return code.replace(wanted.from, wanted.to);
    },
    buildEnd(error) {
      if (!error && left.size > 0) throw new Error(`the next version lacks ${[...left].map(({ file }) => file).join(', ')}`);
    },
  };
}

/**
 * Builds a later version of the app: the current one with an additional table and an upgrade of all rows except the outbox.
 * Returns the folder whose `dist` the service runs.
 */
export async function buildNextVersion(): Promise<string> {
  await rm(folder, { recursive: true, force: true });
  const client = join(folder, 'dist/client');
  await mkdir(client, { recursive: true });
  process.env['JOBDOCK_CLIENT_FOLDER'] = client;
  try {
    await build({
      root,
      configFile: join(root, 'vite.config.ts'),
      logLevel: 'error',
      plugins: [changed('app')],
      worker: { format: 'es', plugins: () => [changed('worker')] },
    });
  } finally {
    delete process.env['JOBDOCK_CLIENT_FOLDER'];
  }
  // The old version's files stay for its open tabs, as in a real build.
  await cp(join(root, 'dist/client/assets'), join(client, 'assets'), { recursive: true, force: false });
  await cp(join(root, 'dist/server'), join(folder, 'dist/server'), { recursive: true });
  await cp(join(root, 'package.json'), join(folder, 'package.json'));
  return folder;
}
