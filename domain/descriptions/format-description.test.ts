import { expect, test } from 'vitest';
import { descriptionHtml } from './description-html.ts';
import { formatDescription } from './format-description.ts';

/** The parts as short lines: `#` a heading, `-` an item by its level, `+` the rest of an item, `[label]`, and `~struck~` text. */
const shown = (source: string): string[] =>
  formatDescription(source).map(({ kind, level, continues, label, runs }) => {
    const sign = kind === 'heading' ? '# ' : kind === 'item' ? `${(continues ? '+' : '-').repeat(level)} ` : '';
    const text = runs.map((run) => (run.struck ? `~${run.text}~` : run.text)).join('');
    return sign + (label === null ? '' : `[${label}] `) + text;
  });

test.each<[why: string, source: string, lines: readonly string[]]>([
  [
    'labels of plain text',
    'Shift: 3x12 nights\nRequirements:\n- BLS\n* ACLS\n',
    ['[Shift] 3x12 nights', '# Requirements', '- BLS', '- ACLS'],
  ],
  [
    'paragraphs, lists and headings of HTML',
    '<h3>Job Description</h3><p>Go is seeking a nurse.</p>More<ul><li>Specialty: <b>ICU</b></li><li>Weekly pay<ul><li>Direct</ul></ul>',
    ['# Job Description', 'Go is seeking a nurse.', 'More', '- [Specialty] ICU', '- Weekly pay', '-- Direct'],
  ],
  [
    'tags that are never closed',
    'Offers<p> More<p> <strong>Please note that.</strong> <li>One   <li>Two',
    ['Offers', 'More', 'Please note that.', '- One', '- Two'],
  ],
  ['a short bold line is a heading', '<b>About us</b><br>We care.', ['# About us', 'We care.']],
  ['an item of several lines', '<ul><li>One<p>more of it</p></li><li>Two</li></ul>', ['- One', '+ more of it', '- Two']],
  [
    'cells of a table',
    '<table><tr><td>Shift</td><td>7p-7a</td></tr><tr><th>A<th>B<th>C</tr></table>After',
    ['[Shift] 7p-7a', 'A | B | C', 'After'],
  ],
  [
    'a table that only lays out the page',
    '<table><tr><td><p>One</p><p>Two</p></td><td>Three</td></tr></table>',
    ['One', 'Two', 'Three'],
  ],
  [
    'text that is struck through',
    'Rate: <s>$70</s> $75 <span style="text-decoration: line-through">x<span>y</span>z</span>',
    ['[Rate] ~$70~ $75 ~xyz~'],
  ],
  [
    'labels in one line',
    'Shift: 7p-7a Start Date: 12/01 Unit: ICU, Requirements: BLS',
    ['[Shift] 7p-7a', '[Start Date] 12/01', '[Unit] ICU,', '[Requirements] BLS'],
  ],
  ['bullets in one line', 'Requirements: • BLS • ACLS', ['# Requirements', '- BLS', '- ACLS']],
  ['tags as entities', '&lt;p&gt;One &amp;amp; two&lt;/p&gt;', ['One & two']],
  ['entities', 'R&amp;D&nbsp;&#8217;24 &#x41; &#146; &unknown; &#0;', ['R&D ’24 A ’ &unknown; &#0;']],
  ['a text that was broken at the margin', `${'word '.repeat(14)}\nand so on`, [`${'word '.repeat(14)}and so on`]],
  [
    'signs that are no tags',
    'Ratio <5 and <ann@mercy.org> or a <b and c> d, <facility>',
    ['Ratio <5 and <ann@mercy.org> or a <b and c> d, <facility>'],
  ],
  ['a value with a sign', '<p title="a > b">One</p><img src=x alt=\'>\'>Two', ['One', 'Two']],
  ['what is not closed is text', 'One <!-- two <script>three', ['One <!-- two', 'three']],
  ['no text', ' <p> </p><br>&nbsp;', []],
])('%s', (_why, source, lines) => {
  expect(shown(source)).toEqual(lines);
});

test('nothing that runs or loads is left', () => {
  const hostile = `<script>alert(1)</script><style>@import url(//x.test/a.css);</style><svg onload=alert(2)><text>x</text></svg>
    <img src="https://x.test/p.gif" onerror="alert(3)"><a href="javascript:alert(4)">Apply</a><iframe srcdoc="<script>5</script>">6</iframe>
    <p onclick=alert(7) style="background:url(https://x.test/b)">Text</p><meta http-equiv=refresh content="0;url=//x.test"><template>8</template>`;
  expect(descriptionHtml(formatDescription(hostile))).toBe('<p>Apply</p><p>Text</p>');
});

test('the HTML has only our own tags, and texts cannot leave theirs', () => {
  const html = descriptionHtml(formatDescription('<ul><li>Shift: &lt;script&gt;&quot;&#39;&amp;<ul><li>b</ul></ul><s>x</s>'));
  expect(html).toBe('<ul><li><strong>Shift:</strong> &lt;script&gt;&quot;&#39;&amp;</li><ul><li>b</li></ul></ul><p><s>x</s></p>');
});

/** Of the processor, so that other work on the machine does not count. */
const mostMilliseconds = 500;

test.each([
  ['tags that are not closed', '<p '.repeat(60_000)],
  ['scripts that are not closed', '<script>'.repeat(25_000)],
  ['quotation marks', '<a b="'.repeat(33_000)],
  ['open elements', '<b><s><ul><li><table><tr><td>'.repeat(7_000)],
  ['entities of entities', '&amp;lt;p '.repeat(20_000)],
  ['labels', 'Shift: Unit: '.repeat(15_000)],
  ['bullets and blanks', ' • \n'.repeat(50_000)],
  ['blanks', ' '.repeat(200_000)],
  ['lines that go on', `${'word '.repeat(14)}\n`.repeat(3000)],
  ['colons', 'A:'.repeat(100_000)],
])('100,000 characters of %s take little time', (_what, text) => {
  const begin = process.cpuUsage();
  formatDescription(text.slice(0, 100_000));
  const { user, system } = process.cpuUsage(begin);
  expect((user + system) / 1000).toBeLessThan(mostMilliseconds);
});

test('a longer text keeps all of its words', () => {
  const text = 'Word '.repeat(50_000);
  expect(shown(text).join(' ').match(/Word/g)).toHaveLength(50_000);
});
