import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type MessageName, messages } from '#contract/kit/messages.ts';

const catalogue = 'contract/kit/messages.ts';
/** Files that repeat sentences of the catalogue, because `domain` imports only types. The compiler checks that they match. */
const typedCopy = /^domain\/rules\/.*rule-(words|messages)\.ts$/;

const files = ['contract', 'domain', 'server', 'src']
  .flatMap((house) =>
    readdirSync(house, { recursive: true, encoding: 'utf8' }).map((path) => `${house}/${path.replaceAll('\\', '/')}`),
  )
  .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.') && path !== catalogue)
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }));

const names = Object.keys(messages) as MessageName[];
const place = '\u0000';

/** The fixed parts of a message: its text, split at the parameters. */
function partsOf(name: MessageName): string[] {
  const message = messages[name];
  const text = typeof message === 'string' ? message : message(new Proxy({}, { get: () => place }) as never);
  return text.split(place).map((part) => part.replace(/\.$/, ''));
}

/** Whether a file repeats a part: four or more words anywhere in the file, fewer only as a whole string. */
function spells(text: string, part: string): boolean {
  const isSentence = part.trim().split(' ').length >= 4;
  if (isSentence) return text.includes(part.trim());
  if (!text.includes(part)) return false;
  const ends = [`'`, '"', '`', '>', '<'];
  return ends.some((start) =>
    ends.some((end) => text.includes(`${start}${part}${end}`) || text.includes(`${start}${part}.${end}`)),
  );
}

test('every message of the catalogue is used in other files', () => {
  const unused = names.filter((name) => {
    const use = new RegExp(`\\bmessages\\.${name}\\b`);
    return !files.some(({ path, text }) => use.test(text) || (typedCopy.test(path) && text.includes(`'${name}'`)));
  });
  expect(names.length).toBeGreaterThan(50);
  expect(unused).toEqual([]);
});

test('no other file repeats a text of the catalogue', () => {
  const twice = names
    .flatMap((name) => partsOf(name).filter((part) => part.includes(' ') && part.trim().split(' ').length >= 2))
    .flatMap((part) =>
      files.filter(({ path, text }) => !typedCopy.test(path) && spells(text, part)).map(({ path }) => `${path}: ${part}`),
    );
  expect(twice).toEqual([]);
});

test('messages get their parameters as arguments, not by replace()', () => {
  expect(messages.sourceRequired({ label: 'Source' })).toBe('Source Name is required');
  const filled = files.filter(({ text }) => /messages\.\w+(\(|\.text)?[^\n]*\.replace\(/.test(text)).map(({ path }) => path);
  expect(filled).toEqual([]);
});
