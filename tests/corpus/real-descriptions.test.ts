import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DomUtils, ElementType, parseDocument } from 'htmlparser2';
import { expect, test } from 'vitest';
import { descriptionHtml } from '#domain/descriptions/description-html.ts';
import { formatDescription } from '#domain/descriptions/format-description.ts';
import { readFeed } from '#server/parsing/files/read-feed.ts';

const folder = join(process.env['JOBDOCK_DATA'] ?? resolve(import.meta.dirname, '../../../shared/data'), 'jobs');
const present = existsSync(folder);
if (!present) process.stdout.write(`no real data at ${folder}: real descriptions are not measured\n`);

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];

/** The words of a page as another reader finds them. */
function wordsOfPage(html: string): string[] {
  const tree = parseDocument(html);
  for (const name of ['script', 'style', 'title'])
    for (const element of DomUtils.getElementsByTagName(name, tree)) DomUtils.removeElement(element);
  return wordsOf(
    DomUtils.getElementsByTagType(ElementType.Text, tree)
      .map((node) => DomUtils.textContent(node))
      .join(' '),
  );
}

async function descriptions(): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const name of [
    'messy-html-job.html',
    'travel-job-description-gohealthcare.html',
    'vms-email-hwl-requisition-2024-67814.html',
    'vms-email-staffingengine-32646.html',
  ])
    found.set(name, readFileSync(join(folder, name), 'utf8'));
  const feed = await readFeed(readFileSync(join(folder, 'appcast-feed-healthtrust-100.xml')));
  if (!feed.ok) throw new Error(feed.error.words);
  const column = feed.value.columns.findIndex((name) => /(?:^|\.)body$/.test(name));
  for (const [i, { cells }] of feed.value.rows.entries()) found.set(`body ${i + 1}`, cells[column] ?? '');
  return found;
}

test('real descriptions keep each word in its order, and nothing of them runs or loads', async () => {
  if (!present) return;
  const all = await descriptions();
  expect(all.size).toBe(104);
  let words = 0;
  for (const [name, html] of all) {
    const parts = formatDescription(html);
    const shown = parts.map(({ label, runs }) => `${label ?? ''} ${runs.map(({ text }) => text).join('')}`).join(' ');
    // A tag inside of a word parts it for the other reader only.
    expect([name, wordsOf(shown).join('')]).toEqual([name, wordsOfPage(html).join('')]);
    words += wordsOf(shown).length;
    const tags = descriptionHtml(parts).match(/<[^>]*>/g) ?? [];
    expect([name, tags.filter((tag) => !/^<\/?(?:p|h4|ul|li|strong|s)>$/.test(tag))]).toEqual([name, []]);
  }
  process.stdout.write(`${all.size} real descriptions with ${words} words: 0 lost, 0 tags but ours\n`);
});
