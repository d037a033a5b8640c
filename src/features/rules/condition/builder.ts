import type { Comparison, Condition, ConditionTree, FieldRef, Group, Joined } from '#domain/rules/language/condition.ts';
import type { OperatorName } from '#domain/rules/language/operators.ts';

/**
 * A condition in the builder: boxes of rows that can still lack a field, an operator or a value. Unchanged parts keep the
 * object that the parser returned, so that their original text stays.
 */
export type Row = {
  readonly kind: 'row';
  readonly field: FieldRef | null;
  readonly operator: OperatorName | null;
  readonly value: Comparison['value'];
  readonly original: Comparison | null;
};
export type Box = {
  readonly kind: 'box';
  readonly join: 'and' | 'or';
  readonly parts: readonly Node[];
  readonly bracketed: boolean;
  readonly original: Joined | null;
  /** The group that the parser returned. */
  readonly group: Group | null;
};
export type Node = Row | Box;

/** Indexes of a node, from the outermost box inward. */
export type Path = readonly number[];

export const emptyRow: Row = { kind: 'row', field: null, operator: 'equal', value: [], original: null };
export const emptyBox = (join: Box['join']): Box => ({
  kind: 'box',
  join,
  parts: [emptyRow],
  bracketed: true,
  original: null,
  group: null,
});

/** Converts a tree to the builder's outermost box. */
export function boxOf(tree: ConditionTree): Box {
  if (tree === null) return { kind: 'box', join: 'and', parts: [], bracketed: false, original: null, group: null };
  const node = nodeOf(tree);
  if (node.kind === 'box' && !node.bracketed) return node;
  return { kind: 'box', join: 'and', parts: [node], bracketed: false, original: null, group: null };
}

function nodeOf(condition: Condition): Node {
  switch (condition.kind) {
    case 'comparison': {
      const { field, operator, value } = condition;
      return { kind: 'row', field, operator, value, original: condition };
    }
    case 'group': {
      const inner = nodeOf(condition.of);
      if (inner.kind === 'box' && !inner.bracketed) return { ...inner, bracketed: true, group: condition };
      return { kind: 'box', join: 'and', parts: [inner], bracketed: true, original: null, group: condition };
    }
    default:
      return {
        kind: 'box',
        join: condition.kind,
        parts: condition.parts.map(nodeOf),
        bracketed: false,
        original: condition,
        group: null,
      };
  }
}

/** The tree of a box, or the path of the first unfinished row. */
export function treeOf(
  box: Box,
): { readonly ok: true; readonly tree: ConditionTree } | { readonly ok: false; readonly at: Path } {
  const at = unfinished(box);
  return at ? { ok: false, at } : { ok: true, tree: conditionOf({ ...box, bracketed: false }) };
}

function unfinished(node: Node): Path | null {
  if (node.kind === 'row') return isFinished(node) ? null : [];
  for (const [i, part] of node.parts.entries()) {
    const within = unfinished(part);
    if (within) return [i, ...within];
  }
  return null;
}

/** A value can be one empty text, which matches an empty field. No value at all is unfinished. */
const isFinished = ({ field, operator, value }: Row): boolean =>
  field !== null && field.variable !== '' && operator !== null && value.length > 0;

function conditionOf(node: Node): Condition | null {
  if (node.kind === 'row') return comparisonOf(node);
  const parts = node.parts.flatMap((part) => conditionOf(part) ?? []);
  const [first] = parts;
  if (!first) return null;
  const inner = parts.length === 1 ? first : joinedOf(node, parts);
  if (!node.bracketed) return inner;
  if (node.group?.of === inner) return node.group;
  return inner.kind === 'group' ? inner : { kind: 'group', of: inner };
}

function comparisonOf({ field, operator, value, original }: Row): Comparison | null {
  if (field === null || operator === null) return null;
  const same = original && original.field === field && original.operator === operator && original.value === value;
  return same ? original : { kind: 'comparison', field, operator, value };
}

function joinedOf({ join, original }: Box, parts: readonly Condition[]): Joined {
  // `and` within `or` is the only nesting that needs no brackets.
  const held = parts.map((part) =>
    part.kind === 'or' || (part.kind === 'and' && join === 'and') ? ({ kind: 'group', of: part } as const) : part,
  );
  if (original?.kind !== join || original.parts.length !== held.length) return { kind: join, parts: held };
  return original.parts.every((part, i) => part === held[i]) ? original : { ...original, parts: held };
}

/** Returns the box with the node at `path` changed. Null removes the node, and any inner box that becomes empty. */
export function changedAt(box: Box, path: Path, change: (node: Node) => Node | null): Box {
  const [at, ...rest] = path;
  if (at === undefined) {
    const changed = change(box);
    return changed?.kind === 'box' ? changed : { ...box, parts: changed ? [changed] : [] };
  }
  const parts = box.parts.flatMap((part, i): Node[] => {
    if (i !== at) return [part];
    if (rest.length === 0) return [change(part) ?? []].flat();
    if (part.kind === 'row') return [part];
    const inner = changedAt(part, rest, change);
    return inner.parts.length === 0 ? [] : [inner];
  });
  return { ...box, parts };
}

export const added = (box: Box, path: Path, node: Node): Box =>
  changedAt(box, path, (target) => (target.kind === 'box' ? { ...target, parts: [...target.parts, node] } : target));

/** Moves a node one place up (-1) or down (1) within its box. */
export function moved(box: Box, path: Path, by: -1 | 1): Box {
  const at = path.at(-1) ?? 0;
  return changedAt(box, path.slice(0, -1), (target) => {
    if (target.kind === 'row' || target.parts[at + by] === undefined) return target;
    const parts = [...target.parts];
    const [node] = parts.splice(at, 1);
    if (node) parts.splice(at + by, 0, node);
    return { ...target, parts };
  });
}
