// npm run bench -- grid|match|…  Each name is a module of this folder that exports run(argv).
const benches: Readonly<Record<string, () => Promise<{ run(argv: readonly string[]): Promise<void> }>>> = Object.fromEntries(
  Object.entries(import.meta.glob<{ run(argv: readonly string[]): Promise<void> }>(['./*.ts', '!./main.ts', '!./*.test.ts'])).map(
    ([path, load]) => [path.slice(2, -3), load],
  ),
);

const [name = '', ...args] = process.argv.slice(2);
const load = benches[name];
if (load) await (await load()).run(args);
else {
  console.error(`usage: npm run bench -- ${Object.keys(benches).sort().join('|')}`);
  process.exitCode = 2;
}
