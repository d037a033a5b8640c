import { useState } from 'react';
import { maxIdsPerCommand } from '#contract/commands/row-ids.ts';
import type { Assignee } from '#contract/staging/assignees.ts';
import { facilityOf } from '#domain/assignments/assignment-words.ts';
import { firstPosition } from '#domain/assignments/positions.ts';
import type { Change } from '#domain/commands/kit/command.ts';
import { localIdOf } from '#domain/commands/local-id.ts';
import { mappingOf } from '#domain/jobs/mapping-of.ts';
import { useAssignmentRules } from '#src/entities/assignment/use-assignment-rules.ts';
import { readRows } from '#src/store/rows.ts';
import type { Store } from '#src/store/store.ts';
import { useWatched } from '#src/sync/hooks/use-watched.ts';
import type { GridClient } from '#src/workers/grid/grid-client.ts';

type Facility = {
  readonly facilityId: string | null;
  readonly facilityName: string | null;
  readonly facilityText: string | null;
};

/** A rule for the one facility of these jobs that is saved along with an assignment by hand, if the person wants it. */
export function useAlwaysAssign(client: GridClient, ids: readonly number[]) {
  const [isOn, turn] = useState(false);
  const { rules } = useAssignmentRules();
  const read = useWatched(
    `facility of ${ids.join()}`,
    (store) => oneFacility(store, client, ids),
    ({ changes }) => changes.some(({ collection }) => collection === 'mapValue'),
  );
  const facility = read.ready ? read.value : null;
  return {
    isOn: isOn && facility !== null,
    turn,
    /** The name of the facility; null where the jobs have several, or none. */
    facility: facility && facilityOf({ sourceId: null, ...facility }),
    /** The assignment of the jobs, and the rule: the one that is there for the whole facility already, else a new one before all others. */
    changesFor: ({ id: userId, name }: Assignee): Change[] => {
      const same = rules.find((rule) => rule.sourceId === null && facility !== null && isSame(rule, facility));
      const newRef = crypto.randomUUID();
      const row = same ?? { id: localIdOf(newRef), ref: newRef, position: firstPosition(rules) };
      const says = { userId, person: name, sourceId: null, ...(facility ?? noFacility), enabled: true };
      return [
        ...Array.from(
          { length: Math.ceil(ids.length / maxIdsPerCommand) },
          (_, i): Change => ({
            name: 'job.assign.v1',
            args: { ids: ids.slice(i * maxIdsPerCommand, (i + 1) * maxIdsPerCommand), userId, name },
          }),
        ),
        { name: 'assignmentRule.save.v1', args: { id: row.id, ref: row.ref, position: row.position, ...says } },
      ];
    },
  };
}

const noFacility: Facility = { facilityId: null, facilityName: null, facilityText: null };

const isSame = (rule: Facility, facility: Facility): boolean =>
  facility.facilityId === null
    ? rule.facilityId === null && textKey(rule.facilityText) === textKey(facility.facilityText)
    : rule.facilityId === facility.facilityId;

const textKey = (text: string | null): string => (text ?? '').trim().toLowerCase();

/** The facility that all of these jobs are mapped to, else the vendor's text that all of them have; null if there is none. */
async function oneFacility(store: Store, client: GridClient, ids: readonly number[]): Promise<Facility | null> {
  const jobs = (await readRows(store, 'job', ids)).filter((job) => job !== undefined);
  const texts = [...new Set(jobs.flatMap(({ facilityValueId }) => facilityValueId ?? []))];
  const rows = (await readRows(store, 'mapValue', texts)).filter((row) => row !== undefined);
  const values = new Map(rows.map((row) => [row.id, row]));
  const mapped = new Set(jobs.map((job) => mappingOf(job, 'facility', values)?.id ?? null));
  const [facilityId] = mapped;
  if (mapped.size !== 1 || facilityId === undefined) return null;
  if (facilityId !== null) {
    const [facilityName] = await client.atsNames([['facility', facilityId]]);
    return { facilityId, facilityName: facilityName ?? null, facilityText: null };
  }
  const [first] = jobs;
  const isOne = jobs.every(({ facility }) => textKey(facility) === textKey(first?.facility ?? null));
  return isOne && first?.facility ? { ...noFacility, facilityText: first.facility } : null;
}
