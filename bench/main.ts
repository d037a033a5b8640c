type Bench = {
  /** Measures, prints, and sets the exit code when results differ. */
  readonly run: (argv: readonly string[]) => Promise<void>;
  /** Arguments of its short form: takes seconds and compares all results. Its measurements are meaningless. */
  readonly short: readonly string[];
};

// npm run bench -- grid|match|…  Each name is a module in this folder that exports `run` and `short`.
const benches: Readonly<Record<string, () => Promise<Bench>>> = Object.fromEntries(
  Object.entries(import.meta.glob<Bench>(['./*.ts', '!./main.ts', '!./*.test.ts'])).map(([path, load]) => [
    path.slice(2, -3),
    load,
  ]),
);
const names = Object.keys(benches).sort();

/**
 * Runs every bench in its short form, one after another, so that none breaks unnoticed. Prints a bench's output only when it
 * fails.
 */
async function runShort(only: readonly string[]): Promise<void> {
  const failed: string[] = [];
  for (const name of only) {
    const since = performance.now();
    const problem = await shortOf(name);
    const took = `${((performance.now() - since) / 1000).toFixed(1)} s`;
    console.log(problem === null ? `✓ ${name} (${took})` : `✗ ${name} (${took})\n${problem}`);
    if (problem !== null) failed.push(name);
  }
  process.exitCode = failed.length === 0 ? 0 : 1;
}

/** The output of a bench whose short form failed; null when its results agree. */
async function shortOf(name: string): Promise<string | null> {
  const said: string[] = [];
  const { log, error, table } = console;
  console.log = console.error = (...words: unknown[]) => void said.push(words.map(String).join(' '));
  console.table = () => undefined;
  process.exitCode = 0;
  try {
    const bench = await benches[name]?.();
    await bench?.run(bench.short);
    return bench !== undefined && process.exitCode === 0 ? null : said.join('\n');
  } catch (fault) {
    return `${said.join('\n')}\n${fault instanceof Error ? fault.stack : String(fault)}`;
  } finally {
    Object.assign(console, { log, error, table });
  }
}

const [name = '', ...args] = process.argv.slice(2);
const load = benches[name];
if (load) await (await load()).run(args);
else if (name === '--short' && args.every((one) => one in benches)) await runShort(args.length > 0 ? args : names);
else {
  console.error(`usage: npm run bench -- ${names.join('|')} [sizes]\n       npm run bench -- --short [names]`);
  process.exitCode = 2;
}
