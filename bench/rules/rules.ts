import type { RuleRow } from '#contract/rows/rule-rows.ts';
import { fieldNamed } from '#domain/fields/catalogue.ts';
import { degrees, firstDay, pick, randomOf, shifts, specialties, states } from './jobs.ts';

/** One comparison that every engine supports. Texts are in lower case; `day` compares days since 1970. */
export type Leaf =
  | { readonly kind: 'in'; readonly field: string; readonly values: readonly string[] }
  | { readonly kind: 'not'; readonly field: string; readonly value: string }
  | { readonly kind: 'contains'; readonly field: string; readonly text: string }
  | { readonly kind: 'less' | 'more'; readonly field: string; readonly value: number };
export type Tree = { readonly kind: 'and' | 'or'; readonly parts: readonly (Tree | Leaf)[] };

/** A rule of the bench: if `when` matches, `target` becomes `value`. */
export type BenchRule = { readonly id: number; readonly when: Tree; readonly target: string; readonly value: string | number };

/** Fields that chained rules write. Later rules read half of them. */
const written: readonly (readonly [target: string, values: readonly (string | number)[]])[] = [
  ['unit', Array.from({ length: 20 }, (_, i) => `unit ${i}`)],
  ['shift', shifts],
  ['specialty', specialties.slice(0, 20)],
  ['billRate', [60, 65, 70, 75, 80, 85, 90]],
  ['category', ['one', 'two', 'three', 'four']],
  ['region', ['north', 'south', 'east', 'west']],
];

/** `count` rules of two to four comparisons over texts, rates, dates, and the note. */
export function benchRules(count: number, seed: number): BenchRule[] {
  const random = randomOf(seed);
  return Array.from({ length: count }, (_, i) => {
    const some = (): Leaf => anyLeaf(random);
    const simple: Tree = { kind: 'and', parts: Array.from({ length: 2 + Math.floor(random() * 2) }, some) };
    const nested: Tree = { kind: 'and', parts: [some(), { kind: 'or', parts: [some(), some()] }] };
    const [target, values] = pick(random, written);
    return { id: i + 1, when: random() < 0.7 ? simple : nested, target, value: pick(random, values) };
  });
}

function anyLeaf(random: () => number): Leaf {
  const several = (from: readonly string[], most: number) => [
    ...new Set(Array.from({ length: 1 + Math.floor(random() * most) }, () => pick(random, from))),
  ];
  const kind = random();
  if (kind < 0.2) return { kind: 'in', field: 'state', values: several(states, 6) };
  if (kind < 0.35) return { kind: 'in', field: 'specialty', values: several(specialties, 8) };
  if (kind < 0.45) return { kind: 'in', field: 'degree', values: several(degrees, 3) };
  if (kind < 0.52) return { kind: 'in', field: 'shift', values: several(shifts, 2) };
  if (kind < 0.58) return { kind: 'not', field: 'degree', value: pick(random, degrees) };
  if (kind < 0.7)
    return {
      kind: 'contains',
      field: 'facility',
      text: pick(random, ['mary', 'regional', 'clinic', 'st j', 'memorial 1', 'center 2', 'care']),
    };
  if (kind < 0.75)
    return {
      kind: 'contains',
      field: 'note',
      text: pick(random, ['float charge', 'weekend call', 'acls required', 'urgent night', 'bonus']),
    };
  if (kind < 0.8)
    return {
      kind: 'in',
      field: 'unit',
      values: several(
        Array.from({ length: 40 }, (_, i) => `unit ${i}`),
        4,
      ),
    };
  if (kind < 0.92)
    return { kind: random() < 0.5 ? 'less' : 'more', field: 'billRate', value: 45 + Math.floor(random() * 150) / 2 };
  return { kind: random() < 0.5 ? 'less' : 'more', field: 'startDay', value: firstDay + Math.floor(random() * 400) };
}

const labelOf = (key: string): string => {
  const field = fieldNamed(key === 'startDay' ? 'startDate' : key);
  if (!field) throw new Error(key);
  return field.label;
};

/** A condition in the rule language. */
function textOfTree(node: Tree | Leaf): string {
  switch (node.kind) {
    case 'in':
      return `[${labelOf(node.field)}] equal ${node.values.map((value) => JSON.stringify(value)).join('|')}`;
    case 'not':
      return `[${labelOf(node.field)}] not equal "${node.value}"`;
    case 'contains':
      return `[${labelOf(node.field)}] contains "${node.text}"`;
    case 'less':
    case 'more': {
      const value = node.field === 'startDay' ? new Date(node.value * 86_400_000).toISOString().slice(0, 10) : node.value;
      return `[${labelOf(node.field)}] ${node.kind === 'less' ? 'less' : 'greater'} than ${value}`;
    }
    default:
      return node.parts.map((part) => (part.kind === 'or' ? `(${textOfTree(part)})` : textOfTree(part))).join(` ${node.kind} `);
  }
}

/** A product rule. Without `writes`, it sets a field that no rule reads, so that rules are independent. */
export function ruleRowOf({ id, when, target, value }: BenchRule, writes: boolean): RuleRow {
  return {
    id,
    name: `Rule ${id}`,
    source: textOfTree(when),
    actionType: 1,
    fieldId: fieldNamed(writes ? target : 'title')?.id ?? null,
    variable: null,
    operand: String(writes ? value : 'wanted'),
    table: null,
    workType: null,
    sourceId: null,
    ord: id,
    global: false,
    runOnExport: false,
    appliedToCancelledJobs: true,
    active: true,
    adminsOnly: false,
    disableAfterOn: null,
    deleted: false,
    version: 1,
    by: 'bench',
    at: '2026-11-21T00:00:00.000Z',
  };
}
