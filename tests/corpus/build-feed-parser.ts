import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'vite';

/**
 * Bundles the parsing process as the service's build does and sets it for the code under test. Returns a function that undoes
 * this. `root` is the checkout, for callers that are themselves bundled.
 */
export async function buildFeedParser(root = resolve(import.meta.dirname, '../..')): Promise<() => void> {
  // Inside the checkout, so that the bundle finds its packages.
  const outDir = join(root, 'node_modules', '.cache', 'jobdock', `feed-parser-${process.pid}`);
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: resolve(root, 'server/parsing/feed-parser.ts'),
      outDir,
      emptyOutDir: true,
      target: 'node20',
      minify: false,
      rolldownOptions: { output: { entryFileNames: 'feed-parser.mjs' } },
    },
  });
  const before = process.env['JOBDOCK_FEED_PARSER'];
  process.env['JOBDOCK_FEED_PARSER'] = join(outDir, 'feed-parser.mjs');
  return () => {
    if (before === undefined) delete process.env['JOBDOCK_FEED_PARSER'];
    else process.env['JOBDOCK_FEED_PARSER'] = before;
    rmSync(outDir, { recursive: true, force: true });
  };
}
