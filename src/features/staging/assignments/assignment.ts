import type { AssignmentRuleRow } from '#contract/rows/assignment-rule.ts';
import { facilityOf, placeOf } from '#domain/assignments/assignment-words.ts';
import type { AssignmentBook } from '#src/entities/assignment/use-assignment-book.ts';

/** A rule as the list shows it, at its place in the order from 1. */
export type AssignmentLine = AssignmentRuleRow & {
  readonly order: number;
  readonly place: string;
  readonly source: string | null;
  readonly facility: string | null;
  /** Why it assigns no one; null if it does. */
  readonly idle: string | null;
  readonly jobs: number;
};

/** The rules in order, with what the device knows about them. */
export const linesOf = (rules: readonly AssignmentRuleRow[], { people, sources, held }: AssignmentBook): AssignmentLine[] =>
  rules.map((rule, i) => {
    const source = sources.find(({ id }) => id === rule.sourceId)?.name ?? null;
    const isAble = people === null || people.some(({ id }) => id === rule.userId);
    const whyOff = rule.enabled ? null : 'Switched off';
    const idle = isAble ? whyOff : `${rule.person} can no longer see staging`;
    const place = placeOf(rule, source);
    return { ...rule, order: i + 1, place, source, facility: facilityOf(rule), idle, jobs: held.get(rule.id) ?? 0 };
  });
