import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { endpoints } from '#contract/all.ts';

const modules = import.meta.glob<Record<string, unknown>>(
  ['../../../contract/**/*.ts', '!**/*.test.ts', '!../../../contract/all.ts'],
  {
    eager: true,
  },
);
const declared: ReadonlySet<unknown> = new Set(endpoints);

/** Names that client code imports from the contract. */
function importedByClient(): ReadonlySet<string> {
  const src = resolve(import.meta.dirname, '../../../src');
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) => /(?<!\.test)\.tsx?$/.test(file));
  const imports = files.flatMap((file) => [
    ...readFileSync(resolve(src, file), 'utf8').matchAll(/import\s*\{([^}]*)\}\s*from '#contract\//g),
  ]);
  return new Set(imports.flatMap(([, names = '']) => names.split(',').map((name) => name.trim().split(' as ')[0] ?? '')));
}

/** Declared calls that our own client never makes, by area (the contract folder that declares them). */
export function unusedCalls(): ReadonlyMap<string, readonly string[]> {
  const imported = importedByClient();
  const found = new Map<string, string[]>();
  for (const [path, exports] of Object.entries(modules)) {
    const area = /contract\/(\w+)\//.exec(path)?.[1] ?? '';
    for (const [name, value] of Object.entries(exports))
      if (declared.has(value) && !imported.has(name))
        found.set(area, [...(found.get(area) ?? []), (value as { route: string }).route]);
  }
  return found;
}
