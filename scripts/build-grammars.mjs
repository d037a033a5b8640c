#!/usr/bin/env node
// `npm run -s rules:grammar`: generates the parsers of the rule language from their grammars. The parsers are in the repository,
// because they rarely change. A test fails when a grammar and its parser differ.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildParserFile } from '@lezer/generator';
import { root, run } from './tasks.mjs';

const folder = join(root, 'domain/rules/language');
const names = process.argv.length > 2 ? process.argv.slice(2) : ['condition', 'formula'];
// The generator also passes the parse stack to specializers, both as `any`. Ours only use the word.
const written = [];
for (const name of names) {
  const grammar = readFileSync(join(folder, `${name}.grammar`), 'utf8');
  const { parser, terms } = buildParserFile(grammar, {
    fileName: `${name}.grammar`,
    typeScript: true,
    moduleStyle: 'es',
    includeNames: false,
    warn: (message) => {
      throw new Error(message);
    },
  });
  for (const [suffix, text] of [
    ['', parser],
    ['.terms', terms],
  ]) {
    const file = join(folder, `${name}-parser${suffix}.ts`);
    writeFileSync(file, text.replaceAll('(value: any, stack: any)', '(word: string)').replaceAll('(value, stack)', '(word)'));
    written.push(file);
  }
}
const { code, words } = await run('npx', ['biome', 'check', '--write', ...written], { quiet: true });
if (code !== 0) throw new Error(words);
