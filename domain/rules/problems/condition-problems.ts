import { fieldOf } from '#domain/fields/catalogue.ts';
import { defined, type FieldDefinitions } from '#domain/fields/definitions.ts';
import type { Field, LookupKind } from '#domain/fields/field.ts';
import { fold, isEmpty, kindOf, numberIn, relativeDate, yesNoIn } from '#domain/fields/values.ts';
import type { Comparison, ConditionTree, FieldRef, Operand, Span } from '../language/condition.ts';
import { operatorNamed } from '../language/operators.ts';
import { ruleMessages } from './rule-messages.ts';

type ConditionProblemCode = 'missing_value' | 'collection_only' | 'export_only' | 'unreadable_value' | 'unknown_value';

/**
 * A problem that prevents saving a rule: the part of the rule and the wrong values. `at` and `to` are 0 if the tree has no text.
 */
export type ConditionProblem = Span & {
  readonly code: ConditionProblemCode;
  readonly fieldId: number;
  readonly values: readonly string[];
  readonly words: string;
};

/**
 * What a condition is checked against: when its rule runs, the values of its lookups (null: not known here), and administrators'
 * settings of fields.
 */
export type Surroundings = {
  readonly runOnExport: boolean;
  readonly today: string;
  readonly valuesOf?: ((lookup: LookupKind) => ReadonlySet<string> | null) | undefined;
  readonly definitions?: FieldDefinitions | undefined;
};

/** Every comparison of a tree, in the order of its text. */
function comparisonsIn(tree: ConditionTree): readonly Comparison[] {
  if (tree === null) return [];
  if (tree.kind === 'comparison') return [tree];
  return (tree.kind === 'group' ? [tree.of] : tree.parts).flatMap(comparisonsIn);
}

/** Every field that a condition reads, including fields in values. */
export function fieldsRead(tree: ConditionTree): readonly FieldRef[] {
  return comparisonsIn(tree).flatMap(({ field, value }) => [
    field,
    ...value.flat().flatMap((operand) => (operand.kind === 'field' ? [operand.field] : [])),
  ]);
}

/** The problems of a parsed condition that must be fixed before its rule can be saved. */
export function conditionProblems(tree: ConditionTree, around: Surroundings): readonly ConditionProblem[] {
  return comparisonsIn(tree).flatMap((comparison) => [...timeProblems(comparison, around), ...valueProblems(comparison, around)]);
}

const place = ({ span }: { readonly span?: Span }): Span => ({ at: span?.at ?? 0, to: span?.to ?? 0 });

function timeProblems(comparison: Comparison, { runOnExport, definitions }: Surroundings): ConditionProblem[] {
  return fieldsRead(comparison).flatMap((ref) => {
    const field = fieldOf(ref.fieldId);
    const problem = field && timeProblem(defined(field, definitions), runOnExport);
    return problem ? [{ ...problem, ...place(ref), fieldId: field.id, values: [] }] : [];
  });
}

/** Why a field cannot be used in a rule that runs at that time, in the documents' words. */
export function timeProblem({ time }: Field, runOnExport: boolean): Pick<ConditionProblem, 'code' | 'words'> | null {
  if (time === 'exportOnly' && !runOnExport) return { code: 'export_only', words: ruleMessages.onlyOnExport };
  return time === 'collectionOnly' && runOnExport ? { code: 'collection_only', words: ruleMessages.onlyOnCollection } : null;
}

function valueProblems(comparison: Comparison, { today, valuesOf, definitions }: Surroundings): ConditionProblem[] {
  const field = fieldOf(comparison.field.fieldId);
  const entry = operatorNamed(comparison.operator);
  if (!field || !entry || entry.compares === 'state') return [];
  const texts = comparison.value.flat().filter((operand) => operand.kind === 'text');
  const about = { fieldId: field.id, ...place(comparison) };
  if (defined(field, definitions).needsValue && texts.some(({ text }) => isEmpty(text))) {
    return [{ ...about, code: 'missing_value', values: [], words: ruleMessages.conditionsWithoutValue }];
  }
  const unreadable = entry.compares === 'text' ? [] : texts.filter(({ text }) => !isEmpty(text) && !reads(text, field, today));
  const known = field.lookup && entry.compares === 'same' ? (valuesOf?.(field.lookup) ?? null) : null;
  const gone = known ? texts.filter(({ text }) => !isEmpty(text) && !hasFolded(known, text)) : [];
  return [
    ...unreadable.map((operand) => unreadableProblem(operand, field)),
    ...(gone.length > 0 ? [unknownValues(gone, field)] : []),
  ];
}

type TextOperand = Extract<Operand, { readonly kind: 'text' }>;

function reads(text: string, field: Field, today: string): boolean {
  const kind = kindOf(field);
  if (kind === 'number') return numberIn(text) !== null;
  if (kind === 'date') return relativeDate(text, today) !== null;
  return kind !== 'yes-no' || yesNoIn(text) !== null;
}

function unreadableProblem(operand: TextOperand, field: Field): ConditionProblem {
  const kind = kindOf(field);
  const remedy =
    kind === 'number'
      ? 'a number such as 60'
      : kind === 'date'
        ? 'a date such as 12/31/2026, [Today]+7 or Monday+7'
        : 'yes or no';
  const words = `“${operand.text}” is not ${remedy}, as ${field.label} needs.`;
  return { ...place(operand), code: 'unreadable_value', fieldId: field.id, values: [operand.text], words };
}

function unknownValues(gone: readonly TextOperand[], field: Field): ConditionProblem {
  const values = gone.map(({ text }) => text);
  const words = `${ruleMessages.valuesGone}: ${field.label}: ${values.join(', ')}.`;
  return {
    at: place(gone[0] ?? {}).at,
    to: place(gone.at(-1) ?? {}).to,
    code: 'unknown_value',
    fieldId: field.id,
    values,
    words,
  };
}

const folded = new WeakMap<ReadonlySet<string>, ReadonlySet<string>>();
function hasFolded(values: ReadonlySet<string>, text: string): boolean {
  const all = folded.get(values) ?? new Set([...values].map(fold));
  folded.set(values, all);
  return all.has(fold(text));
}
