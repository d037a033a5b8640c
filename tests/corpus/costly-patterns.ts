/** Patterns that are costly for backtracking engines, automata or compilers, by the kind of cost. From public descriptions of ReDoS. */
export const costlyPatterns: readonly (readonly [kind: string, pattern: string])[] = [
  // Nested quantifiers.
  ['nested plus', '(a+)+$'],
  ['nested star', '(a*)*b'],
  ['nested plus of a class', String.raw`([a-zA-Z]+)*$`],
  ['nested three times', '((a+)+)+!'],
  ['nested with a space', String.raw`(\w+\s?)+:$`],
  ['nested optional', '((a?)+)+b'],
  ['star of a counted repeat', '(a{2,5})*b'],
  ['lazy inside greedy', '(a+?)+b'],
  ['many nested groups', `${'('.repeat(12)}a${'+)'.repeat(12)}!`],
  // Alternatives that overlap.
  ['same alternative twice', '(a|a)*$'],
  ['alternative with a prefix', '(a|aa)+$'],
  ['any and one', '(.|a)*b'],
  ['word and digit', String.raw`(\w|\d)+$!`],
  ['three that overlap', String.raw`(x|xx|xxx)*y`],
  ['empty alternative', '(a|)*b'],
  // Neighbors that can take the same characters.
  ['two stars', String.raw`\d*\d*!`],
  ['five any', '(.*)(.*)(.*)(.*)(.*)!'],
  ['stars in a row', '.*'.repeat(60)],
  ['lazy stars in a row', '.*?'.repeat(40)],
  ['stars of words', String.raw`\w*\w*\w*\w*\w*\w*\w*\w*!`],
  ['many stars', String.raw`\w*`.repeat(300)],
  ['trailing spaces', String.raw`\s+$`],
  ['spaces around a comma', String.raw`\s*,\s*x`],
  // Counted repeats.
  ['a thousand optional', String.raw`(?:\w?){1000}[0-9]$`],
  ['a hundred optional with groups', String.raw`(\w?){100}([0-9])`],
  ['ninety optional', String.raw`(?:\w?){90}[0-9]$`],
  ['product of repeats', '((a{1,30}){1,30})b'],
  ['product of three', '(((a{1,10}){1,10}){1,10})b'],
  ['a window', String.raw`x.{0,90}y`],
  ['a wide window', String.raw`x[\s\S]{1000}y`],
  ['window from anywhere', String.raw`[\s\S]*x[\s\S]{80}y`],
  ['more than the engine allows', 'a{1001}'],
  // Real ones.
  [
    'email',
    String.raw`^([a-zA-Z0-9])(([\-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}[a-z0-9]+[.]{1}(([a-z]{2,3})|([a-z]{2,3}[.]{1}[a-z]{2,3}))$`,
  ],
  ['class name', String.raw`^(([a-z])+.)+[A-Z]([a-z])+$`],
  ['markup', String.raw`<([a-z]+)(.*?)>(.*?)</`],
  ['comment', String.raw`/\*(.|\n)*?\*/`],
  [
    'web firewall',
    String.raw`(?:(?:"|'|\]|\}|\\|\d|(?:nan|infinity|true|false|null|undefined|symbol|math)|\x60|-|\+)+[)]*;?((?:\s|-|~|!|\{\}|\|\||\+)*.*(?:.*=.*)))`,
  ],
  ['version', String.raw`(\d+)\.(\d+)\.(\d+)(?:-([\w.-]+))?(?:\+([\w.-]+))?!`],
  // The rest of the text again for each match.
  ['search behind each match', 'x*y|x'],
  ['search behind each match, with groups', '(x*)(y)|x'],
  ['negated class', '[^y]*y|.'],
  ['lazy to the end', '.*?!|.'],
  // Unicode and case.
  ['letters of all scripts', String.raw`\p{L}{1000}!`],
  ['letters and digits', String.raw`([\p{L}\p{N}]+)*!`],
  ['twenty scripts', String.raw`\p{Greek}?\p{Cyrillic}?`.repeat(10)],
  ['many scripts', String.raw`\pL|\pN|`.repeat(200)],
  ['letters that change length', '(ß|ſ|K|İ)+$'],
  ['pairs outside the basic plane', '(😀|😀😀)+!'],
  // Long programs.
  ['a list of words', Array.from({ length: 50 }, (_, i) => `north${i} clinic`).join('|')],
  ['a long list of words', Array.from({ length: 220 }, (_, i) => `cl${i}x`).join('|')],
  ['one letter two thousand times', 'a'.repeat(2000)],
  ['optional letters', 'a?'.repeat(150)],
  ['deep brackets', `${'('.repeat(900)}a${')'.repeat(900)}`],
  ['empty groups', '()'.repeat(900)],
  ['edges of words', String.raw`(?:\b\w{1,9}\b\s?){1,8}@`],
];

const prose = 'The registered nurse works nights at the hospital in Texas for 13 weeks, <b>36 hours</b> a week; a@b.co 4.5.1. ';

/** Texts on which such patterns take long, each of 20,000 characters. */
export const longTexts: readonly (readonly [name: string, text: string])[] = [
  ['one letter', 'a'.repeat(20_000)],
  ['another letter', 'x'.repeat(19_999).concat('!')],
  ['digits', '1'.repeat(20_000)],
  ['spaces', ' '.repeat(20_000)],
  ['prose', prose.repeat(200).slice(0, 20_000)],
  ['all scripts', 'aßЖЩ漢字😀İK'.repeat(2000).slice(0, 20_000)],
];
