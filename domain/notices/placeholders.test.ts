import { expect, test } from 'vitest';
import { filledHtml, filledText, messagePlaceholderProblem, placeholderProblem } from './placeholders.ts';

const ann = { name: 'Ann <b>O’Neil</b> & "Co"', customerName: 'North\r\nBcc: all@evil.example' };

test('placeholders in HTML are escaped, wherever they are', () => {
  expect(filledHtml('<p>Hello #NAME# of #CUSTOMER_NAME#</p>', { ...ann, customerName: 'A&B' })).toBe(
    '<p>Hello Ann &#60;b&#62;O’Neil&#60;/b&#62; &#38; &#34;Co&#34; of A&#38;B</p>',
  );
  expect(filledHtml('<a href="https://a.example/?n=#NAME#">x</a>', { ...ann, name: '"><script>alert(1)</script>' })).toBe(
    '<a href="https://a.example/?n=&#34;&#62;&#60;script&#62;alert(1)&#60;/script&#62;">x</a>',
  );
});

test('placeholders in a subject stay on its line', () => {
  expect(filledText('News for #CUSTOMER_NAME#', ann)).toBe('News for North Bcc: all@evil.example');
});

test('a name that looks like a placeholder is not replaced again', () => {
  const trick = { name: '#CUSTOMER_NAME#', customerName: 'North' };
  expect(filledText('#NAME#/#CUSTOMER_NAME#', trick)).toBe('#CUSTOMER_NAME#/North');
  expect(filledHtml('#NAME#', trick)).toBe('#CUSTOMER_NAME#');
});

test('every other placeholder is refused by its name', () => {
  expect(placeholderProblem('Hello #NAME#, #CUSTOMER_NAME#: ticket #4711, C# and F#, item #1#')).toBeNull();
  expect(placeholderProblem('#FIRST_NAME# #name# #FIRST_NAME#')).toBe(
    'Remove #FIRST_NAME#, #name#: only #NAME# and #CUSTOMER_NAME# are replaced.',
  );
});

test('a placeholder that markup divides is refused, since no one would replace it', () => {
  expect(messagePlaceholderProblem('<p>Hello #NA<b>ME#</b></p>', 'Hello #NAME#')).toBe(
    'Write each placeholder in one piece: bold, italic or a link must not begin or end inside it.',
  );
  expect(messagePlaceholderProblem('<p>Hello <b>#NAME#</b></p>', 'Hello #NAME#')).toBeNull();
  expect(messagePlaceholderProblem('<p>#X_1#</p>', '#X_1#')).toBe('Remove #X_1#: only #NAME# and #CUSTOMER_NAME# are replaced.');
});
