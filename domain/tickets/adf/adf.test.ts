import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AdfNode, adfOf, fittedAdf, mostJiraCharacters, withPlainBreaks } from './adf.ts';
import { textOf } from './text-of-adf.ts';

const typed = fc
  .array(fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('\n', '\n\n', '\r\n', '- a', '1. b', '> c')))
  .map((parts) => parts.join(''));

const everyNode = (node: AdfNode): AdfNode[] => [node, ...(node.content ?? []).flatMap(everyNode)];

test('any text goes to Jira and back unchanged, and no text node is empty', () => {
  fc.assert(
    fc.property(typed, (text) => {
      const doc = adfOf(text);
      expect(textOf(doc)).toBe(withPlainBreaks(text));
      for (const { type, text: said } of everyNode(doc)) if (type === 'text') expect(said).not.toBe('');
    }),
  );
});

test('a text of any length fits into Jira; a cut one keeps its start, and its end says where the rest is', () => {
  const note = 'The whole text is in ticket-121.txt.';
  fc.assert(
    fc.property(typed, fc.integer({ min: 1, max: 3000 }), (part, times) => {
      const text = `${part}.`.repeat(times);
      const { doc, isCut } = fittedAdf(text, note);
      expect(JSON.stringify(doc).length).toBeLessThanOrEqual(mostJiraCharacters);
      const back = textOf(doc);
      expect(isCut || back === withPlainBreaks(text)).toBe(true);
      expect(!isCut || back.endsWith(note)).toBe(true);
      expect(!isCut || withPlainBreaks(text).startsWith(back.slice(0, -note.length - 3))).toBe(true);
    }),
    { numRuns: 40 },
  );
});

const text = (said: string, marks: AdfNode['marks'] = []): AdfNode => ({ type: 'text', text: said, marks });
const paragraph = (...content: AdfNode[]): AdfNode => ({ type: 'paragraph', content });

test('what people write in Jira is readable: lists, people, links, days, quotes, code, tables and files', () => {
  const item = (...content: AdfNode[]): AdfNode => ({ type: 'listItem', content });
  const doc: AdfNode = {
    type: 'doc',
    content: [
      { type: 'heading', attrs: { level: 2 }, content: [text('Done')] },
      paragraph(
        { type: 'mention', attrs: { id: '5', text: '@Sam' } },
        text(' see '),
        text('here', [{ type: 'link', attrs: { href: 'https://a.example' } }]),
      ),
      {
        type: 'orderedList',
        attrs: { order: 3 },
        content: [
          item(paragraph(text('one'))),
          item(paragraph(text('two')), { type: 'bulletList', content: [item(paragraph(text('deep')))] }),
        ],
      },
      { type: 'blockquote', content: [paragraph(text('said'))] },
      { type: 'codeBlock', content: [text('a\n b')] },
      {
        type: 'table',
        content: [
          {
            type: 'tableRow',
            content: [
              { type: 'tableCell', content: [paragraph(text('x'))] },
              { type: 'tableCell', content: [paragraph(text('y'))] },
            ],
          },
        ],
      },
      { type: 'mediaSingle', content: [{ type: 'media', attrs: { id: '1' } }] },
      paragraph(
        { type: 'emoji', attrs: { shortName: ':ok:' } },
        { type: 'date', attrs: { timestamp: '1795824000000' } },
        { type: 'status', attrs: { text: 'READY' } },
      ),
      { type: 'panel', content: [paragraph(text('note'))] },
      { type: 'futureNode', content: [text('still read')] },
      { type: 'rule' },
    ],
  };
  expect(textOf(doc).split('\n\n')).toEqual([
    'Done',
    '@Sam see here (https://a.example)',
    '3. one\n4. two\n  - deep',
    '> said',
    'a\n b',
    'x | y',
    '[file]',
    ':ok:2026-11-28READY',
    'note',
    'still read',
    '---',
  ]);
});

test('a document nested without end is read without failing', () => {
  let node: AdfNode = paragraph(text('deep'));
  for (let at = 0; at < 5000; at++) node = { type: 'panel', content: [node] };
  expect(textOf({ type: 'doc', content: [node] })).toBe('');
});
