#!/usr/bin/env node
// Fails where a noun on the client kit costs more lines than its ceiling: more means that the kit lacks something. Fails, too, where a
// dialog with a field says that closing it loses nothing.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, say } from './tasks.mjs';

const ceilings = { list: 80, form: 100, noun: 200 };
/** Folders of `src/features` that use the kit. Add a folder when its noun is built on the kit. */
const nouns = JSON.parse(readFileSync(join(root, 'scripts/kit-nouns.json'), 'utf8'));

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

/** Elements that a user types in, ticks or chooses from. */
const fields = /<(?:\w*(?:Field|Input|Picker)|Textarea|TextArea|Autocomplete|Checkbox|Radio|Switch|input|textarea)\b/;
for (const file of readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })) {
  if (!file.endsWith('.tsx') || file.startsWith('ui/')) continue;
  const text = readFileSync(join(root, 'src', file), 'utf8');
  for (const [dialog] of text.matchAll(/<Dialog\b[^]*?<\/Dialog>/g)) {
    if (/dirty=\{false\}/.test(dialog) && fields.test(text.replaceAll(/<FormDialog\b[^]*?<\/FormDialog>/g, '')))
      problems.push(`src/${file}: a dialog with fields says dirty={false}; leave it out, or say what closing would lose`);
  }
}

say(
  `${nouns.length} nouns on the client kit, the largest ${most} lines (ceilings: list ${ceilings.list}, form ${ceilings.form}, noun ${ceilings.noun})`,
);
for (const problem of problems) say(problem);
process.exitCode = problems.length === 0 ? 0 : 1;

function judge(what, lines, kind) {
  if (lines > ceilings[kind]) problems.push(`${what} has ${lines} lines; the ceiling of a ${kind} is ${ceilings[kind]}`);
}
