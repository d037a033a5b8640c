import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'vite';

const checkout = resolve(import.meta.dirname, '../..');

/** Bundles the parsing process; see `buildEntry`. */
export const buildFeedParser = (root = checkout): Promise<() => void> =>
  buildEntry('feed-parser', 'server/parsing/feed-parser.ts', 'JOBDOCK_FEED_PARSER', root);

/** Bundles the threads that run rules; see `buildEntry`. */
export const buildRuleWorker = (root = checkout): Promise<() => void> =>
  buildEntry('rule-worker', 'server/rules/apart/rule-worker.ts', 'JOBDOCK_RULE_WORKER', root);

/** Bundles the thread that writes Excel files; see `buildEntry`. */
export const buildSheetWorker = (root = checkout): Promise<() => void> =>
  buildEntry('sheet-worker', 'server/reports/files/sheet-worker.ts', 'JOBDOCK_SHEET_WORKER', root);

/** Bundles the thread that writes exports; see `buildEntry`. */
export const buildPackWorker = (root = checkout): Promise<() => void> =>
  buildEntry('pack-worker', 'server/reports/exports/pack/pack-worker.ts', 'JOBDOCK_PACK_WORKER', root);

/** Bundles the thread that joins the documents of a packet; see `buildEntry`. */
export const buildPacketWorker = (root = checkout): Promise<() => void> =>
  buildEntry('packet-worker', 'server/submissions/packet/packet-worker.ts', 'JOBDOCK_PACKET_WORKER', root);

/** Bundles the thread that answers lists of jobs; see `buildEntry`. */
export const buildListWorker = (root = checkout): Promise<() => void> =>
  buildEntry('list-worker', 'server/reports/jobs/list-worker.ts', 'JOBDOCK_LIST_WORKER', root);

/** Bundles the process that carries out runs and is killed by tests; see `buildEntry`. */
export const buildJobProcess = (root = checkout): Promise<() => void> =>
  buildEntry('job-process', 'tests/support/processes/job-process.ts', 'JOBDOCK_JOB_PROCESS', root);

/** Bundles the process that makes files of reports and is killed by tests; see `buildEntry`. */
export const buildFileProcess = (root = checkout): Promise<() => void> =>
  buildEntry('file-process', 'tests/support/processes/file-process.ts', 'JOBDOCK_FILE_PROCESS', root);

/**
 * Bundles an entry as the service's build does and sets it for the code under test. Returns a function that undoes this. `root` is
 * the checkout, for callers that are themselves bundled.
 */
async function buildEntry(name: string, entry: string, variable: string, root: string): Promise<() => void> {
  // Inside the checkout, so that the bundle finds its packages.
  const outDir = join(root, 'node_modules', '.cache', 'jobdock', `${name}-${process.pid}`);
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: resolve(root, entry),
      outDir,
      emptyOutDir: true,
      target: 'node20',
      minify: false,
      rolldownOptions: { output: { entryFileNames: `${name}.mjs`, chunkFileNames: '[name]-[hash].mjs' } },
    },
  });
  const before = process.env[variable];
  process.env[variable] = join(outDir, `${name}.mjs`);
  return () => {
    if (before === undefined) delete process.env[variable];
    else process.env[variable] = before;
    rmSync(outDir, { recursive: true, force: true });
  };
}
