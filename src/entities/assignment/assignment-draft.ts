import * as z from 'zod';
import type { CommandArgs } from '#contract/commands/commands.ts';
import type { AssignmentRuleRow } from '#contract/rows/assignment-rule.ts';
import type { AssignmentBook } from './use-assignment-book.ts';

/** What a person chooses in the form of a rule; blank text for nothing. */
export const AssignmentDraft = z
  .object({ userId: z.string().min(1, 'Choose the person'), sourceId: z.string(), facility: z.string(), enabled: z.boolean() })
  .refine(({ sourceId, facility }) => sourceId !== '' || facility !== '', {
    path: ['facility'],
    message: 'Choose a source, a facility or both',
  });
export type AssignmentDraft = z.output<typeof AssignmentDraft>;

const facilityKey = ({ facilityId, facilityText }: AssignmentRuleRow): string => {
  if (facilityId !== null) return `ats:${facilityId}`;
  return facilityText === null ? '' : `text:${facilityText}`;
};

/** The draft of a rule, or of a new one. */
export const assignmentDraftOf = (row: AssignmentRuleRow | null): AssignmentDraft =>
  row
    ? { userId: String(row.userId), sourceId: String(row.sourceId ?? ''), facility: facilityKey(row), enabled: row.enabled }
    : { userId: '', sourceId: '', facility: '', enabled: true };

/** The choices of people and facilities. What the rule names stays a choice, also where the lists no longer have it. */
export function assignmentChoices(row: AssignmentRuleRow | null, { people: known, facilities: listed }: AssignmentBook) {
  const people = (known ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  if (row && !people.some(({ value }) => value === String(row.userId)))
    people.push({ value: String(row.userId), label: row.person });
  const own = row ? facilityKey(row) : '';
  const isListed = own === '' || listed.some(({ id }) => id === own);
  const facilities = isListed ? listed : [...listed, { id: own, name: row?.facilityName ?? row?.facilityText ?? own }];
  return { people, facilities };
}
type Choices = ReturnType<typeof assignmentChoices>;
type Said = Omit<CommandArgs<'assignmentRule.save.v1'>, 'id' | 'ref' | 'position'>;

/** What a draft makes of the rule. */
export function saidBy({ userId, sourceId, facility, enabled }: AssignmentDraft, { people, facilities }: Choices): Said {
  const name = facilities.find(({ id }) => id === facility)?.name ?? null;
  const isAts = facility.startsWith('ats:');
  return {
    userId: Number(userId),
    person: people.find(({ value }) => value === userId)?.label ?? `person ${userId}`,
    sourceId: sourceId === '' ? null : Number(sourceId),
    facilityId: isAts ? facility.slice('ats:'.length) : null,
    facilityName: isAts ? name : null,
    facilityText: facility.startsWith('text:') ? facility.slice('text:'.length) : null,
    enabled,
  };
}
