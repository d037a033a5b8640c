import { describe, expect, test } from 'vitest';
import { parseCondition } from '../rules/language/parse-condition.ts';
import { aliasProblem } from './alias-problem.ts';
import { plainRuleText, withoutAliases } from './rule-text.ts';

const ward = { id: 1, fieldId: 15, alias: 'Ward' };

describe('an alias', () => {
  test.each([
    ['a new name', { id: 0, fieldId: 15, alias: 'Station 4' }, null],
    ['the same alias saved again', ward, null],
    ['an alias of another field', { id: 0, fieldId: 7, alias: ' WARD ' }, /^“Ward” is already an alias of Unit\./],
    ['an alias that the field has', { id: 0, fieldId: 15, alias: 'ward' }, /^Unit has the alias “Ward” already/],
    ['the name of another field', { id: 0, fieldId: 15, alias: 'facility' }, /^“facility” is the name of the field Facility\./],
    ['no letter or digit', { id: 0, fieldId: 15, alias: ' - ' }, /letter or digit/],
    ['brackets', { id: 0, fieldId: 15, alias: 'Ward [old]' }, /brackets/],
    ['a field that does not exist', { id: 0, fieldId: 99_999, alias: 'Station 4' }, /Choose a field/],
  ])('is judged: %s', (_, asked, words) => {
    const problem = aliasProblem(asked, [ward]);
    if (words === null) expect(problem).toBeNull();
    else expect(problem?.message).toMatch(words);
  });
});

describe('a rule text', () => {
  test('means the field where it names an alias, and keeps quoted texts and names of fields', () => {
    const { text } = plainRuleText('[ward] equal "[Ward]" and [Degree] equal RN', [ward]);
    expect(text).toBe('[Unit] equal "[Ward]" and [Degree] equal RN');
    expect(parseCondition(text)).toHaveProperty('tree');
    expect(withoutAliases({ source: '[Ward] is Empty', operand: '[Ward]' }, [ward])).toEqual({
      source: '[Unit] is Empty',
      operand: '[Unit]',
    });
  });

  test('a place in the plain text is found in the text as it was written', () => {
    const written = '[Ward] equal ICU and [Wrd] equal ICU';
    const { text, placeOf } = plainRuleText(written, [{ ...ward, alias: 'Ward' }]);
    expect(placeOf(text.indexOf('[Wrd]'))).toBe(written.indexOf('[Wrd]'));
    expect(placeOf(0)).toBe(0);
  });

  test('a removed alias changes no rule that was saved with it', () => {
    const saved = plainRuleText('[Ward] equal ICU', [ward]).text;
    expect(plainRuleText(saved, []).text).toBe('[Unit] equal ICU');
  });
});
