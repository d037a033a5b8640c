import { expect, test } from 'vitest';
import { cleanHtml, plainText, withLineBreaks } from './clean-html.ts';

test.each([
  ['<p>Hello</p><script>alert(1)</script>', '<p>Hello</p>'],
  ['<img src=x onerror=alert(1)>Text', 'Text'],
  ['<p onclick="alert(1)" style="position:fixed">Text</p>', '<p>Text</p>'],
  ['<svg><a xlink:href="javascript:alert(1)">x</a></svg>Text', 'Text'],
  ['<a href="javascript:alert(1)">x</a>', '<a target="_blank" rel="noopener noreferrer">x</a>'],
  ['<a href="JaVa\tScript:alert(1)">x</a>', '<a target="_blank" rel="noopener noreferrer">x</a>'],
  ['<a href="//evil.example/x">x</a>', '<a target="_blank" rel="noopener noreferrer">x</a>'],
  ['<a href="data:text/html,<script>1</script>">x</a>', '<a target="_blank" rel="noopener noreferrer">x</a>'],
  [
    '<a href="https://a.example/?b=1&c=2" onmouseover="x()">x</a>',
    '<a href="https://a.example/?b=1&amp;c=2" target="_blank" rel="noopener noreferrer">x</a>',
  ],
  ['<iframe srcdoc="<script>1</script>"></iframe><b>bold</b>', '<b>bold</b>'],
  ['<noscript><p title="</noscript><img src=x onerror=alert(1)>">', ''],
  ['a < b & c', 'a &lt; b &amp; c'],
  ['<div><table><tr><td>cell</td></tr></table></div>', 'cell'],
])('nothing that runs, loads or pretends stays of %s', (html, clean) => {
  expect(cleanHtml(html)).toBe(clean);
  expect(cleanHtml(clean)).toBe(clean);
});

test('plain text says everything that the HTML says', () => {
  const html =
    '<h2>News</h2><p>Hello <b>Ann</b> &amp; team,<br>see <a href="https://a.example/x">the page</a>.</p><ul><li>One</li><li>Two</li></ul><p>Write to <a href="mailto:help@a.example">help@a.example</a>.</p>';
  expect(plainText(cleanHtml(html))).toBe(
    'News\n\nHello Ann & team,\nsee the page (https://a.example/x).\n- One\n- Two\n\nWrite to help@a.example.',
  );
});

test('lines of a text without markup stay lines', () => {
  expect(withLineBreaks(cleanHtml('First\nSecond < third'))).toBe('First<br />Second &lt; third');
  expect(withLineBreaks('<p>First\nSecond</p>')).toBe('<p>First\nSecond</p>');
  expect(plainText(withLineBreaks('First\nSecond'))).toBe('First\nSecond');
});
