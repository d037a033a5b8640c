#!/usr/bin/env node
// Fails where a noun on the client kit costs more lines than its ceiling: more means that the kit lacks something.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, say } from './tasks.mjs';

const ceilings = { list: 80, form: 100, noun: 200 };
/** Folders of `src/features` whose nouns stand on the kit. Add a folder when its noun is built or rebuilt on it. */
const nouns = [
  'mapping/excluded-facilities',
  'mapping/external-shifts',
  'mapping/shared-facilities',
  'mapping/source-groups',
  'mapping/sources',
  'rules/fields',
  'rules/pay',
  'rules/pay-preview',
  'rules/pay-rates',
  'rules/substitution-names',
  'rules/substitution-rules',
  'rules/substitutions',
  'rules/vendor-values',
  'sync/devices',
];

const problems = [];
let most = 0;
for (const noun of nouns) {
  const folder = join(root, 'src/features', noun);
  let total = 0;
  for (const name of readdirSync(folder).filter((file) => !/\.test\.tsx?$/.test(file))) {
    const text = readFileSync(join(folder, name), 'utf8');
    const lines = text.split('\n').length - 1;
    total += lines;
    const kind =
      text.includes('<ListPage') || text.includes('<ListBody') ? 'list' : text.includes('<FormDialog') ? 'form' : 'noun';
    judge(`${noun}/${name}`, lines, kind);
  }
  judge(noun, total, 'noun');
  most = Math.max(most, total);
}
say(
  `${nouns.length} nouns on the client kit, the largest ${most} lines (ceilings: list ${ceilings.list}, form ${ceilings.form}, noun ${ceilings.noun})`,
);
for (const problem of problems) say(problem);
process.exitCode = problems.length === 0 ? 0 : 1;

function judge(what, lines, kind) {
  if (lines > ceilings[kind]) problems.push(`${what} has ${lines} lines; the ceiling of a ${kind} is ${ceilings[kind]}`);
}
