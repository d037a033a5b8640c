#!/usr/bin/env node
// Part of `npm run check`: fails when a text, a comment or a document uses a word that has a plainer one, or when a screen writes
// the name of a job's field itself.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** Each word with its plainer replacement. Names in code are not checked: a name may contain any word. */
const words = {
  deed: 'action',
  deeds: 'actions',
  mend: 'fix',
  mends: 'fixes',
  mended: 'fixed',
  mending: 'fixing',
  anew: 'again',
  whoever: 'anyone who, or the person',
  thereby: 'so, or by this',
  nobody: 'no one',
  'e-mail': 'email',
  'e-mails': 'emails',
  stands: 'is',
  told: 'informed, or a sentence that says who says what',
};

const found = new RegExp(`\\b(${Object.keys(words).join('|')})\\b`, 'gi');
const keywords =
  /^(as|async|await|case|const|default|else|export|extends|function|if|import|in|instanceof|is|keyof|let|new|of|or|readonly|return|throw|type|typeof|var|void|yield)$/;

/**
 * The text of a source file that people read, with everything else replaced by blanks: comments, quoted texts, and adjacent
 * words, as between tags.
 */
function proseOf(source) {
  const token = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\[\s\S])*`/g;
  const kept = [];
  const code = source.replace(token, (text, at) => {
    // Code inside a template is not text. A short quoted word without a blank is a name.
    if (text.startsWith('/') || / /.test(text)) kept.push([at, text.replace(/\$\{[^}]*\}/g, (part) => ' '.repeat(part.length))]);
    return text.replace(/[^\n]/g, ' ');
  });
  const between = code.replace(/[\w’]+(?=(\s+)([\w’]+))|[\w’]+/g, (word, _blank, next, at) => {
    const before = /([\w’]+)\s+$/.exec(code.slice(Math.max(0, at - 40), at))?.[1];
    const isProse = [before, next].some((beside) => beside !== undefined && !keywords.test(beside) && /^[a-z’]+$/i.test(beside));
    return isProse && !keywords.test(before ?? '') ? word : ' '.repeat(word.length);
  });
  const out = [...between];
  for (const [at, text] of kept) for (let i = 0; i < text.length; i++) out[at + i] = text[i];
  return out.join('');
}

// Migrations never change after release.
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter(
    (path) =>
      /\.(ts|tsx|mjs|md|sql|html|css)$/.test(path) &&
      path !== 'scripts/word-list.mjs' &&
      !path.includes('/migrations/') &&
      existsSync(path),
  );

const problems = files.flatMap((path) => {
  const text = readFileSync(path, 'utf8');
  const prose = /\.(ts|tsx|mjs)$/.test(path) ? proseOf(text) : text;
  return prose
    .split('\n')
    .flatMap((line, i) =>
      [...line.matchAll(found)].map(([word]) => `${path}:${i + 1}: “${word}”, better: ${words[word.toLowerCase()]}`),
    );
});

/** Fields whose names a screen takes from `fieldLabel`, because a customer may have its own words for them. */
const fields = 'Facility|Degree|Specialty|Shift|City|State|Zip|Address|Unit|Bill rate';
const ownName = new RegExp(`label="(${fields})"|[cC]ol\\('\\w+', '(${fields})'`);
for (const path of files.filter((one) => /^src\/features\/.*(?<!\.test)\.tsx?$/.test(one))) {
  for (const [i, line] of readFileSync(path, 'utf8').split('\n').entries()) {
    const [, label, column] = ownName.exec(line) ?? [];
    if (label ?? column) problems.push(`${path}:${i + 1}: “${label ?? column}” is the name of a field; take it from fieldLabel`);
  }
}

if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exitCode = 1;
}
