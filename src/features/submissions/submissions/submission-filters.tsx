import { TextInput } from '@mantine/core';
import { useSession } from '#src/entities/session/session.ts';
import { targetChoices } from '#src/entities/submission/submission-labels.ts';
import { useSubmissionTargets } from '#src/entities/submission/use-submissions.ts';
import { DateField } from '#src/ui/form/date-fields.tsx';
import { ListFilter } from '#src/ui/list/list-filter.tsx';
import type { List } from '#src/ui/list/use-list.ts';
import type { ShownSubmission } from './submission.ts';

type Filtered = Pick<List<unknown>, 'filter' | 'setFilter'>;

type Props = { list: Filtered; submissions: readonly ShownSubmission[] };

/** Filters of submissions: status, contact, source, destination, job and days. The choices are those of the rows of this device. */
export function SubmissionFilters({ list, submissions }: Props) {
  const seesAll = useSession().may('submissions.all');
  const targets = targetChoices(useSubmissionTargets().all);
  const counts = new Map<string, number>();
  for (const { status } of submissions) counts.set(status, (counts.get(status) ?? 0) + 1);
  const people = new Map(
    submissions.flatMap(({ contactId, contact }) => (contactId === null ? [] : [[contactId, contact] as const])),
  );
  return (
    <>
      <ListFilter
        list={list}
        name="status"
        label="Status"
        choices={[...counts]
          .toSorted(([one], [other]) => one.localeCompare(other, 'en'))
          .map(([status, count]) => ({ value: status, label: `${status} (${count.toLocaleString('en-US')})` }))}
      />
      {seesAll && (
        <ListFilter
          list={list}
          name="contact"
          label="Contact"
          choices={[...people].map(([id, name]) => ({ value: String(id), label: name }))}
        />
      )}
      <ListFilter list={list} name="from" label="Source" choices={targets} />
      <ListFilter list={list} name="to" label="Destination" choices={targets} />
      <TextInput
        size="xs"
        className="list-filter"
        inputMode="numeric"
        aria-label="Number of the job"
        placeholder="Any job number"
        value={list.filter('job')}
        onChange={(event) => list.setFilter('job', event.currentTarget.value.replaceAll(/\D/g, '').slice(0, 9))}
      />
      <Day list={list} name="since" label="Created from" />
      <Day list={list} name="until" label="Created until" />
    </>
  );
}

const Day = ({ list, name, label }: { list: Filtered; name: string; label: string }) => (
  <div className="list-filter">
    <DateField
      label={label}
      hideLabel
      name={name}
      data-path={name}
      value={list.filter(name) || null}
      onChange={(day) => list.setFilter(name, day ?? '')}
      onBlur={() => undefined}
    />
  </div>
);
