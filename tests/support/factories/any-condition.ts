import fc from 'fast-check';
import { fields } from '#domain/fields/catalogue.ts';
import { type Field, fieldId } from '#domain/fields/field.ts';
import { operators, states } from '#domain/rules/language/operators.ts';

/**
 * Random condition texts for tests: fields of every type, every operator in every spelling, random whitespace and letter case.
 */

const blank = fc.constantFrom(' ', '  ', '\n', '\t ', ' \n ');
const maybeBlank = fc.constantFrom('', '', ' ', '\n');
const word = fc.constantFrom(
  'RN',
  'ICU',
  'Med/Surg',
  'st.',
  'mary',
  '12',
  '60.5',
  '-3',
  "O'Neil",
  'is',
  'not',
  'equal',
  'Monday+7',
  '12/31/2026',
  '#',
  '<3',
);
const bare = fc.array(word, { minLength: 1, maxLength: 3 }).chain((words) => blank.map((b) => words.join(b)));
const quoted = fc
  .string({ maxLength: 8 })
  .map((text) => `"${text.replaceAll(/["\\]/g, String.raw`\$&`).replaceAll(/[\r\n]/g, String.raw`\n`)}"`);
const offset = fc.constantFrom('', '', '+7', '-3', '+ 14', ' +0');

const anyCase = (text: string) =>
  fc.constantFrom(text, text.toUpperCase(), text.toLowerCase(), `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`);

const fieldText = (field: Field) =>
  field.id === fieldId.variable
    ? fc.constantFrom('[Local Variable: rate]', '[variable: x y]', '[local variable:rate]')
    : fc
        .constantFrom(field.label, field.key)
        .chain(anyCase)
        .map((name) => `[${name}]`);

/** `[Field] operator value`, for one of the fields in `from`. */
const comparisonText = (from: readonly Field[]) =>
  fc
    .record({
      field: fc.constantFrom(...from),
      operator: fc.constantFrom(...operators),
      space: fc.array(blank, { minLength: 3, maxLength: 3 }),
    })
    .chain(({ field, operator, space }) => {
      const spelled = fc
        .constantFrom(operator.name, ...operator.also)
        .chain(anyCase)
        .map((name) => name.replaceAll(' ', space[0] ?? ' '));
      return fc
        .tuple(fieldText(field), spelled, valueText(field, operator, from))
        .map(([name, op, value]) => name + space[1] + op + space[2] + value);
    });

function valueText(field: Field, { compares, name }: (typeof operators)[number], from: readonly Field[]) {
  if (compares === 'state') return fc.constantFrom(...states).chain(anyCase);
  const other = fc.tuple(fc.constantFrom(...from).chain(fieldText), offset).map((parts) => parts.join(''));
  const today = fc.tuple(fc.constantFrom('[Today]', '[today]'), offset).map((parts) => parts.join(''));
  const part = fc.oneof(bare, quoted, other, today);
  const ranges = compares === 'same' && ['number', 'money', 'date'].includes(field.type);
  const most = name.endsWith('contain') || name === 'contains' || ranges ? 2 : 1;
  const choice = fc
    .tuple(fc.array(part, { minLength: 1, maxLength: most }), maybeBlank)
    .map(([parts, b]) => parts.join(`${b}~${b}`));
  return fc.tuple(fc.array(choice, { minLength: 1, maxLength: 3 }), maybeBlank).map(([choices, b]) => choices.join(`${b}|${b}`));
}

/** Conditions over the fields in `from` (default: all), with a few levels of parentheses. */
export const anyConditionText = (from: readonly Field[] = fields): fc.Arbitrary<string> =>
  fc.letrec<{ tree: string; term: string }>((tie) => ({
    term: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      comparisonText(from),
      fc.tuple(maybeBlank, tie('tree'), maybeBlank).map(([a, of, b]) => `(${a}${of}${b})`),
    ),
    tree: fc
      .record({
        parts: fc.array(tie('term'), { minLength: 1, maxLength: 3 }),
        joins: fc.array(fc.constantFrom('and', 'or', 'AND', 'Or'), { minLength: 3, maxLength: 3 }),
        space: blank,
      })
      .map(({ parts, joins, space }) => parts.map((part, i) => (i === 0 ? part : `${joins[i]}${space}${part}`)).join(space)),
  })).tree;
