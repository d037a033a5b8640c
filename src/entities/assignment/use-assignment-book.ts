import type { AssignmentRuleRow } from '#contract/rows/assignment-rule.ts';
import type { Assignee } from '#contract/staging/assignees.ts';
import { type AssignmentLook, lookAt } from '#domain/assignments/assignment-moves.ts';
import { type AssignedJob, prepareAssignments } from '#domain/assignments/assignment-of.ts';
import type { MapValues } from '#domain/jobs/mapping-of.ts';
import { scanFields } from '#src/store/rows.ts';
import type { Store } from '#src/store/store.ts';
import { useCollection } from '#src/sync/hooks/use-collection.ts';
import { useWatched } from '#src/sync/hooks/use-watched.ts';
import type { Reference } from '#src/ui/form/reference-field.tsx';
import { useAssignable } from './use-assignment-rules.ts';

/** What the rules mean for the jobs on this device. */
export type AssignmentBook = {
  /** False until the jobs are read. */
  readonly ready: boolean;
  readonly people: readonly Assignee[] | null;
  readonly sources: readonly { readonly id: number; readonly name: string; readonly members: readonly number[] }[];
  /** Facilities of the ATS (`ats:` and the id) and texts of vendors (`text:` and the text). */
  readonly facilities: readonly Reference[];
  /** Open jobs by the rule that assigned them. */
  readonly held: ReadonlyMap<number, number>;
  /** What would become of open jobs if these were the rules; `id` is the rule that is looked at. */
  readonly lookOf: (rules: readonly AssignmentRuleRow[], id: number) => AssignmentLook;
};

type Read = { readonly jobs: readonly AssignedJob[]; readonly values: MapValues; readonly facilities: readonly Reference[] };
const nothing: Read = { jobs: [], values: new Map(), facilities: [] };
const read = ['job', 'mapValue', 'atsValue'];

/** Reads the jobs of this device with what assigns them, and keeps it up to date. It needs no connection. */
export function useAssignmentBook(): AssignmentBook {
  const people = useAssignable();
  const { rows: sources } = useCollection('source');
  const watched = useWatched('assignments', readBook, ({ changes }) =>
    changes.some(({ collection }) => read.includes(collection)),
  );
  const { jobs, values, facilities } = watched.ready ? watched.value : nothing;
  const held = new Map<number, number>();
  for (const { status, assignmentRuleId } of jobs)
    if (status === 'Open' && assignmentRuleId !== null) held.set(assignmentRuleId, (held.get(assignmentRuleId) ?? 0) + 1);
  return {
    ready: watched.ready,
    people,
    sources,
    facilities,
    held,
    lookOf: (rules, id) => {
      const able = new Set(people ? people.map((person) => person.id) : rules.map(({ userId }) => userId));
      return lookAt(jobs, prepareAssignments({ rules, people: able, sources, values }), id);
    },
  };
}

async function readBook(store: Store): Promise<Read> {
  const jobs = await scanFields(store, 'job', [
    'sourceId',
    'status',
    'facility',
    'facilityMap',
    'facilityValueId',
    'assigneeId',
    'assignee',
    'assignedByHand',
    'assignmentRuleId',
  ]);
  const texts = await scanFields(store, 'mapValue', ['kind', 'text', 'mappedId', 'certainty']);
  const ats = await scanFields(store, 'atsValue', ['kind', 'extId', 'name', 'city', 'state', 'active']);
  const clients = ats
    .filter(({ kind, active }) => kind === 'facility' && active)
    .map(({ extId, name, city, state }) => ({
      id: `ats:${extId}`,
      name,
      detail: [city, state, 'ATS'].filter(Boolean).join(', '),
    }));
  const own = new Map(texts.filter(({ kind }) => kind === 'facility').map(({ text }) => [text.trim().toLowerCase(), text]));
  const vendors = [...own.values()].map((text) => ({ id: `text:${text}`, name: text, detail: 'Vendor’s text' }));
  const byName = [...clients, ...vendors].sort((a, b) => a.name.localeCompare(b.name));
  return { jobs, values: new Map(texts.map((value) => [value.id, value])), facilities: byName };
}
