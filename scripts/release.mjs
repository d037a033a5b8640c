#!/usr/bin/env node
// `npm run release`: writes the archive of this commit, its SBOM and their checksums to dist/release. The same commit gives the
// same archive, byte for byte. A machine needs Node and the npm registry to run it: `npm ci --omit=dev && npm start`.
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from './build.mjs';
import { ensurePackages, root, run, say } from './tasks.mjs';

const folder = join(root, 'dist/release');
const staged = join(folder, 'staged');
const docs = ['README.md', 'docs/guide.md', 'docs/operations.md', 'docs/api.md'];

/** Runs a command and returns its output. Throws with it if the command fails. */
async function outputOf(program, args, cwd = root) {
  const { code, words } = await run(program, args, { quiet: true, cwd });
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} failed:\n${words}`);
  return words;
}

/** The JSON in the output of npm, which may begin with warnings. */
const jsonIn = (words) => JSON.parse(words.slice(words.search(/^[[{]/m)));

/** Copies what the service needs, and only files that this build made. */
function stage(manifest, commit) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(staged, { recursive: true });
  const own = new Set(JSON.parse(readFileSync(join(root, 'dist/client-files.json'), 'utf8')));
  cpSync(join(root, 'dist/server'), join(staged, 'dist/server'), { recursive: true });
  cpSync(join(root, 'dist/client'), join(staged, 'dist/client'), { recursive: true });
  const assets = join(staged, 'dist/client/assets');
  for (const name of readdirSync(assets)) if (!own.has(name)) rmSync(join(assets, name));
  for (const file of docs) {
    mkdirSync(dirname(join(staged, file)), { recursive: true });
    cpSync(join(root, file), join(staged, file));
  }
  const { name, version, license, engines, dependencies, overrides } = manifest;
  const scripts = { start: 'node dist/server/main.mjs', database: 'node dist/server/operate.mjs' };
  const packed = { name, version, type: 'module', license, engines, scripts, dependencies, overrides, gitHead: commit };
  writeFileSync(join(staged, 'package.json'), `${JSON.stringify(packed, null, 2)}\n`);
  // npm leaves package-lock.json out of an archive. Under this name the versions are locked all the same.
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const { private: _private, devDependencies: _dev, scripts: _scripts, imports: _imports, ...home } = lock.packages[''];
  lock.packages[''] = home;
  writeFileSync(join(staged, 'npm-shrinkwrap.json'), `${JSON.stringify(lock, null, 2)}\n`);
}

/** Says whether the registry knows faults of the packages; that it could not be asked is no proof that there are none. */
async function sayAudit() {
  const { code, words } = await run('npm', ['audit', '--omit=dev', '--audit=true'], { quiet: true });
  if (code === 0) say('npm audit: no known faults in the packages of the service.');
  else say(`npm audit found faults, or could not ask the registry:\n${words.trim()}`);
}

try {
  const changed = await outputOf('git', ['status', '--porcelain']);
  if (changed.trim() !== '') throw new Error(`Commit these changes first, so that the archive is of a commit:\n${changed}`);
  const commit = (await outputOf('git', ['rev-parse', 'HEAD'])).trim();
  await ensurePackages();
  await build({ force: true });
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  stage(manifest, commit);
  const [{ filename }] = jsonIn(
    await outputOf('npm', ['pack', '--json', '--loglevel=silent', '--pack-destination', folder], staged),
  );
  const sbom = `${manifest.name}-${manifest.version}.cdx.json`;
  const parts = jsonIn(await outputOf('npm', ['sbom', '--loglevel=silent', '--omit=dev', '--sbom-format', 'cyclonedx']));
  writeFileSync(join(folder, sbom), `${JSON.stringify(parts, null, 2)}\n`);
  const sums = [filename, sbom].map((name) => {
    const sum = createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex');
    return `${sum}  ${name}\n`;
  });
  writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''));
  rmSync(staged, { recursive: true });
  await sayAudit();
  say(`Release of ${commit.slice(0, 12)} with ${parts.components.length} packages, in dist/release:\n${sums.join('')}`);
} catch (error) {
  say(error.message);
  process.exitCode = 1;
}
