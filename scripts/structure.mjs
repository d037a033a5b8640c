#!/usr/bin/env node
import { execFileSync } from 'node:child_process';
// Fails when two files or two folders import each other (types count), when an import violates the layer order, when the service
// could read a user's file in its own process, or when a folder has more than 25 files. `npm run check` calls it.
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const houses = ['contract', 'domain', 'server', 'src', 'tests', 'bench', 'scripts'];
const maxFilesInFolder = 25;

const sources = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...houses], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.(ts|tsx|mjs)$/.test(file));
const isTest = (file) => /\.(test|test-d|spec)\.tsx?$/.test(file);

/** Imports of a file inside the repository, as paths from its root. Type imports and dynamic imports count. */
function importsOf(file) {
  const found = [];
  for (const [, target] of readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?\s*'([#.][^']+)'/g)) {
    found.push(target.startsWith('#') ? target.slice(1) : normalize(join(dirname(file), target)));
  }
  return found;
}

/** Strongly connected components of more than one node (Tarjan). `graph` maps a node to the nodes it imports. */
function circlesIn(graph) {
  const index = new Map();
  const low = new Map();
  const stack = [];
  const circles = [];
  function visit(node) {
    index.set(node, index.size);
    low.set(node, index.get(node));
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!index.has(next)) visit(next);
      if (stack.includes(next)) low.set(node, Math.min(low.get(node), low.get(next)));
    }
    if (low.get(node) !== index.get(node)) return;
    const circle = stack.splice(stack.indexOf(node));
    if (circle.length > 1) circles.push(circle);
  }
  for (const node of graph.keys()) if (!index.has(node)) visit(node);
  return circles;
}

/** Layers of the service, lowest first. A folder may import from its own layer and from lower ones. */
const serverLayers = [
  'kit',
  'feed',
  'backup',
  'commands',
  'sync',
  'runs',
  'people',
  'ai',
  'system',
  'billing',
  'parsing',
  'targets',
  'mapping',
  'rules',
  'posting',
  'submissions',
  'collecting',
  'reports',
  'staging',
  'support',
  'demo',
  'seed',
];

function layerOf(path) {
  const [house, layer, ...rest] = path.split('/');
  if (house !== 'server') return undefined;
  // Files directly in `server` connect the layers.
  return rest.length === 0 ? serverLayers.length : serverLayers.indexOf(layer);
}

/** Entry of the process that reads users' files. Only its bundle may contain their readers. */
const parser = 'server/parsing/feed-parser.ts';
const readerPackages = [
  'papaparse',
  'read-excel-file',
  'fflate',
  'fast-xml-parser',
  'postal-mime',
  'htmlparser2',
  'css-select',
  'sanitize-html',
];
const readerFiles = /^server\/parsing\/(?:files|pages|documents)\/(?:read|parse)-/;
/** Uses a reader's package, but reads nothing that comes from outside: it writes, or compiles the selectors of a recipe. */
const writers = [
  'server/demo/vendor-site.ts',
  'server/reports/exports/pack/packer.ts',
  'server/collecting/collectors/portal/recipe-problems.ts',
  // Emails that this service wrote itself.
  'server/demo/mailbox/read-mail.ts',
  // Messages that people type into a form, of limited length: no files.
  'server/kit/lib/clean-html.ts',
];

/** Files and packages that a file imports when it runs, so without types. */
function runtimeImportsOf(file) {
  const statement = /^(?:import|export)\s+(?!type\b)[\w\s{},*]+\sfrom\s*'([^']+)'|\bimport\s*\(?\s*'([^']+)'/gm;
  return Array.from(readFileSync(file, 'utf8').matchAll(statement), ([, from, bare]) => {
    const target = from ?? bare;
    return /^[#.]/.test(target) ? (target.startsWith('#') ? target.slice(1) : normalize(join(dirname(file), target))) : target;
  });
}

/** Imports of the service that would bring a reader of users' files into its own process. */
function readersInService(serverFiles) {
  const imports = new Map(serverFiles.map((file) => [file, runtimeImportsOf(file)]));
  const isPackage = (name) => readerPackages.some((one) => name === one || name.startsWith(`${one}/`));
  const bundle = new Set([parser]);
  for (const file of bundle) for (const to of imports.get(file) ?? []) bundle.add(to);
  const found = [];
  for (const [file, targets] of imports) {
    if (bundle.has(file) || writers.includes(file)) continue;
    const bad = targets.filter(
      (to) => isPackage(to) || readerFiles.test(to) || (bundle.has(to) && reaches(to, imports, isPackage)),
    );
    found.push(...bad.map((to) => `${file} imports ${to}, which reads users' files: call server/parsing/read-apart.ts instead`));
  }
  return found;
}

/** Whether a file leads to a reader over the files that it imports. */
function reaches(file, imports, isPackage) {
  const seen = new Set([file]);
  for (const one of seen) for (const to of imports.get(one) ?? []) seen.add(to);
  return [...seen].some((one) => isPackage(one) || readerFiles.test(one));
}

const product = sources.filter((file) => !isTest(file));
const files = new Map(product.map((file) => [file, importsOf(file)]));
const arrows = [...files].flatMap(([from, targets]) => targets.map((to) => ({ from, to })));
const folders = new Map(product.map((file) => [dirname(file), new Set()]));
for (const { from, to } of arrows) if (dirname(from) !== dirname(to)) folders.get(dirname(from)).add(dirname(to));

const problems = [];
for (const circle of circlesIn(files)) problems.push(`These files import each other: ${circle.join(', ')}`);
for (const circle of circlesIn(folders)) {
  const among = ({ from, to }) => dirname(from) !== dirname(to) && [from, to].every((file) => circle.includes(dirname(file)));
  const lines = arrows.filter(among).map(({ from, to }) => `  ${from} imports ${to}`);
  problems.push(`These folders import each other: ${circle.join(', ')}`, ...lines);
}
for (const { from, to } of arrows) {
  const [here, there] = [layerOf(from), layerOf(to)];
  if (here === -1) problems.push(`${from} is in no layer of the service: add its folder to scripts/structure.mjs`);
  else if (here !== undefined && there > here) problems.push(`${from} imports ${to}, a layer above its own`);
}
problems.push(...readersInService(product.filter((file) => file.startsWith('server/'))));
const sizes = new Map();
for (const file of sources) sizes.set(dirname(file), (sizes.get(dirname(file)) ?? 0) + 1);
for (const [folder, size] of sizes) {
  if (size > maxFilesInFolder) problems.push(`${folder} holds ${size} files; ${maxFilesInFolder} at most`);
}

if (problems.length > 0) {
  process.stderr.write(`${problems.join('\n')}\n`);
  process.exitCode = 1;
}
