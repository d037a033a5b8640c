import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { listShortContacts } from '#contract/submissions/contacts.ts';
import { listSubmissionStatuses } from '#contract/submissions/submissions.ts';
import { listSubmissionTargets } from '#contract/submissions/targets.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSession } from '#src/entities/session/session.ts';
import { targetChoices } from '#src/entities/submission/submission-labels.ts';
import { DateField } from '#src/ui/form/date-fields.tsx';
import { isDay } from '#src/ui/form/optional.ts';
import { ListFilter } from '#src/ui/list/list-filter.tsx';
import type { List } from '#src/ui/list/use-list.ts';

type Filtered = Pick<List<unknown>, 'filter' | 'setFilter'>;

/** Filters of submissions: status, contact, source, destination, job and days. */
export function SubmissionFilters({ list }: { list: Filtered }) {
  const { customer, may } = useSession();
  const me = customer.id;
  const seesAll = may('submissions.all');
  const statuses = useReply(listSubmissionStatuses, { me }).reply ?? [];
  const targets = targetChoices(useReply(listSubmissionTargets, { me }).reply);
  const contacts = useReply(listShortContacts, { cust: me }, { wanted: seesAll }).reply ?? [];
  return (
    <>
      <ListFilter
        list={list}
        name="status"
        label="Status"
        choices={statuses.map(({ name, count }) => ({ value: name, label: `${name} (${count.toLocaleString('en-US')})` }))}
      />
      {seesAll && (
        <ListFilter
          list={list}
          name="contact"
          label="Contact"
          choices={contacts.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
      )}
      <ListFilter list={list} name="from" label="Source" choices={targets} />
      <ListFilter list={list} name="to" label="Destination" choices={targets} />
      <ListFilter list={list} name="errors" label="Problems" choices={[{ value: '1', label: 'Errors and decisions' }]} />
      <TextInput
        size="xs"
        className="list-filter"
        inputMode="numeric"
        aria-label="Number of the job"
        placeholder="Any job number"
        value={list.filter('job')}
        onChange={(event) => list.setFilter('job', event.currentTarget.value.replaceAll(/\D/g, '').slice(0, 9))}
      />
      <span className="submission-days">
        Created from <Day list={list} name="since" label="Created from" /> to <Day list={list} name="until" label="Created to" />
      </span>
    </>
  );
}

/** A day in the address. Text that is no day stays in the box and filters nothing. */
function Day({ list, name, label }: { list: Filtered; name: string; label: string }) {
  const [typed, setTyped] = useState('');
  const value = typed === '' || isDay(typed) ? list.filter(name) : typed;
  return (
    <DateField
      label={label}
      hideLabel
      size="xs"
      name={name}
      data-path={name}
      value={value || null}
      error={value !== '' && !isDay(value)}
      onChange={(day) => {
        setTyped(day);
        if (day === '' || isDay(day)) list.setFilter(name, day);
      }}
      onBlur={() => undefined}
    />
  );
}
