import { rightLabels } from '#contract/kit/right-labels.ts';
import { type RightName, rightIds } from '#contract/kit/rights.ts';
import { type LinkedPerson, linkStatus } from '#contract/people/links.ts';
import type { BadgeTone } from '#src/ui/mark/state-badge.tsx';

/** A link as a row of a list. */
export type LinkRow = LinkedPerson & { readonly key: string; readonly state: string; readonly can: string };

const states: Readonly<Record<number, { words: string; tone: BadgeTone }>> = {
  [linkStatus.asked]: { words: 'Asked', tone: 'pending' },
  [linkStatus.approved]: { words: 'Approved', tone: 'good' },
  [linkStatus.rejected]: { words: 'Rejected', tone: 'bad' },
};
export const toneOf = ({ status }: LinkedPerson): BadgeTone => states[status]?.tone ?? 'neutral';

const labelsById = new Map<number, string>(Object.entries(rightIds).map(([name, id]) => [id, rightLabels[name as RightName]]));
const labelOf = (id: number): string => labelsById.get(id) ?? `Right ${id}`;

export const rowOf = (link: LinkedPerson): LinkRow => ({
  ...link,
  key: `${link.customerId}/${link.userId}/${link.linkedCustomerId}`,
  state: states[link.status]?.words ?? '',
  can: link.rights.map(labelOf).join(', '),
});

/** The call's names of a link. */
export const keyOf = ({ customerId, userId, linkedCustomerId }: LinkedPerson) => ({
  customer: customerId,
  id: userId,
  linkedCustomerId,
});

/** Rights of administrators only: no link carries them. */
const neverLinked: readonly RightName[] = ['admin.customers', 'admin.system'];

/** The rights to choose from: those that the user holds here, and those that the link has already. */
export const rightChoices = (may: (right: RightName) => boolean, had: readonly number[]) =>
  (Object.keys(rightIds) as RightName[])
    .filter((right) => !neverLinked.includes(right) && (may(right) || had.includes(rightIds[right])))
    .map((right) => ({ value: rightIds[right], label: rightLabels[right] }));
