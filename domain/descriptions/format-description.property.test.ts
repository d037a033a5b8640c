import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { descriptionHtml } from './description-html.ts';
import { formatDescription } from './format-description.ts';

/** Random HTML of vendors, with the words that people see of it. */
type Written = { readonly html: string; readonly seen: string };

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];
const word = fc.constantFrom('Shift', 'nurse', 'ICU', '$70', '7p', '12/01/2026', 'Zürich', '3x12', 'a', 'Unit', 'd’or');
const mark = fc.constantFrom(' ', ': ', '\n', '. ', ', ', ' - ', ' • ', ' <5 ', ' & ', '\n\n', '\t', '; ', ' > ');
const text = fc.array(fc.tuple(word, mark), { maxLength: 6 }).map((parts): Written => {
  const plain = parts.flat().join('');
  return { html: plain.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'), seen: plain };
});
const attribute = fc.constantFrom(
  '',
  ' class="a > b"',
  ' onclick=alert(1)',
  " style='color: red'",
  ' href="javascript:alert(1)"',
  ' nowrap',
  ' src=//x.test/p',
);
const unseen = fc.constantFrom(
  '<script>alert("no")</script>',
  '<STYLE>@import url(//x.test);</STYLE>',
  '<!-- hidden -->',
  '<svg onload=alert(1)><text>no</text></svg>',
  '<img src=//x.test/p.gif onerror="alert(1)">',
  '<iframe src="javascript:alert(1)">no</iframe>',
  '<meta http-equiv="refresh" content="0;url=//x.test">',
  '<o:p></o:p>',
  '<?xml version="1.0"?>',
  '<link rel=stylesheet href=//x.test/a.css>',
  '<br>',
  '<hr/>',
);
const name = fc.constantFrom(
  'p',
  'div',
  'b',
  'strong',
  's',
  'span',
  'ul',
  'ol',
  'li',
  'table',
  'tr',
  'td',
  'h3',
  'pre',
  'a',
  'o:p',
  'font',
  'blockquote',
);

const { html } = fc.letrec<{ html: Written; element: Written }>((tie) => ({
  html: fc
    .array(
      fc.oneof(
        { depthSize: 'small' },
        text,
        unseen.map((tag): Written => ({ html: tag, seen: ' ' })),
        tie('element'),
      ),
      { maxLength: 6 },
    )
    .map((parts): Written => ({ html: parts.map((part) => part.html).join(' '), seen: parts.map(({ seen }) => seen).join(' ') })),
  // Some elements are never closed, and some are closed by another name.
  element: fc
    .tuple(name, attribute, tie('html'), fc.option(name), fc.boolean())
    .map(([tag, has, inner, other, closes]): Written => {
      const end = closes ? `</${tag}>` : other === null ? '' : `</${other}>`;
      return { html: `<${tag}${has}>${inner.html} ${end}`, seen: inner.seen };
    }),
}));

const runs = Number(process.env['DESCRIPTIONS'] ?? 500);

test('all words of random HTML stay in their order, and nothing active does', () => {
  fc.assert(
    fc.property(html, (written) => {
      const parts = formatDescription(written.html);
      const shown = parts.map(({ label, runs: of }) => `${label ?? ''} ${of.map((run) => run.text).join('')}`).join(' ');
      expect(wordsOf(shown)).toEqual(wordsOf(written.seen));
      expect(descriptionHtml(parts).replaceAll(/<\/?(?:p|h4|ul|li|strong|s)>|&(?:amp|lt|gt|quot|#39);/g, '')).not.toMatch(
        /[<>]|&\w/,
      );
    }),
    { numRuns: runs },
  );
});

test('formatting plain text loses no word, and any text gives an answer', () => {
  const plainText = fc.string({ unit: fc.constantFrom('a', 'B', '1', ' ', '\n', ':', '-', '•', ';', '.', '#', '"', 'é') });
  const shown = (text: string) =>
    formatDescription(text).map(({ label, runs: of }) => `${label ?? ''} ${of.map((run) => run.text).join('')}`);
  fc.assert(
    fc.property(plainText, fc.string({ unit: 'grapheme' }), (plain, any) => {
      expect(wordsOf(shown(plain).join(' '))).toEqual(wordsOf(plain));
      expect(shown(any).every((line) => line.trim() !== '')).toBe(true);
    }),
    { numRuns: runs },
  );
});
