import { LRLanguage } from '@codemirror/language';
import { styleTags, tags } from '@lezer/highlight';
import { fields } from '#domain/fields/catalogue.ts';
import { parser } from '#domain/rules/language/condition-parser.ts';
import { operators } from '#domain/rules/language/operators.ts';
import type { CodeLanguage } from '#src/ui/code/code-language.ts';

const language = LRLanguage.define({
  name: 'condition',
  parser: parser.configure({
    props: [
      styleTags({
        Field: tags.propertyName,
        Operator: tags.operator,
        // Styles the join as a whole: the words `and` and `or` have no nodes of their own.
        'And Or': tags.logicOperator,
        Quoted: tags.literal,
        'Bare/...': tags.literal,
        'Relative/Field': tags.special(tags.variableName),
      }),
    ],
  }),
});

/** Suggests fields after a bracket, operators after a field, and joins after a value. */
const proposals: CodeLanguage['complete'] = (context) => {
  const field = context.matchBefore(/\[[^\]\n]*/);
  if (field) {
    return {
      from: field.from,
      options: fields.map(({ label, type }) => ({ label: `[${label}]`, detail: type, apply: `[${label}]` })),
    };
  }
  const word = context.matchBefore(/[a-z]*$/i);
  const before = context.state.sliceDoc(0, word?.from ?? context.pos).trimEnd();
  if (!context.explicit && !word?.text) return null;
  const from = word?.from ?? context.pos;
  if (before.endsWith(']')) return { from, options: operators.map(({ name }) => ({ label: name })) };
  return before === '' ? null : { from, options: ['and', 'or'].map((label) => ({ label })) };
};

/** The condition language for the editor, with the same grammar as the service. */
export const conditionLanguage: CodeLanguage = { language, complete: proposals };
