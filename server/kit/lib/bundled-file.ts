import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Finds an entry of the build beside the service's own, such as `rule-worker.mjs`: in the folder of this bundle, or one folder above if
 * the bundle has chunks. The environment variable names another file, for tests and other bundles.
 */
export function bundledFile(name: string, variable: string): string {
  const named = process.env[variable];
  if (named) return named;
  const beside = join(import.meta.dirname, name);
  return existsSync(beside) ? beside : join(import.meta.dirname, '..', name);
}
