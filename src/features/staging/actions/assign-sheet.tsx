import { Button, Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type Assignee, listAssignees } from '#contract/staging/assignees.ts';
import { useChanges } from '#src/entities/change/use-changes.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSession } from '#src/entities/session/session.ts';
import { counted } from '#src/ui/format/format.ts';
import { Waiting } from '#src/ui/page/waiting.tsx';
import { SidePanel } from '#src/ui/panel/side-panel.tsx';
import type { SheetProps } from './sheet.ts';
import { useAlwaysAssign } from './use-always-assign.ts';

/** Assigning jobs: the people of the customer, this person first. The list is stored, so it opens without a connection too. */
export function AssignSheet({ wish: { ids }, client, width, onWidth, onDone, onClose }: SheetProps) {
  const { customer, may } = useSession();
  const always = useAlwaysAssign(client, ids);
  const changes = useChanges();
  const { reply, problem } = useReply(listAssignees, { cust: customer.id });
  const assign = async ({ id, name }: Assignee) => {
    const done = (count: number) => `${counted(count, 'job')} assigned to ${name}`;
    const { step } = always.isOn
      ? await changes.makeTogether(always.changesFor({ id, name }), () => `${done(ids.length)}, always for ${always.facility}`)
      : await changes.makeForAll('job.assign.v1', ids, { userId: id, name }, done);
    if (!step) return;
    onDone();
    onClose();
  };
  return (
    <SidePanel title={`Assign ${counted(ids.length, 'job')}`} onClose={onClose} width={width} onWidth={onWidth}>
      {always.facility !== null && may('targets.write') && (
        <Checkbox
          label={`Always assign ${always.facility}’s jobs to the person I choose`}
          description="Its open jobs that no person decided about follow."
          checked={always.isOn}
          onChange={(event) => always.turn(event.currentTarget.checked)}
        />
      )}
      {reply && <People {...reply} onChoose={(person) => void assign(person)} />}
      {!reply && (problem === null ? <Waiting /> : <p role="alert">{problem}</p>)}
    </SidePanel>
  );
}

type PeopleProps = {
  readonly people: readonly Assignee[];
  readonly total: number;
  readonly onChoose: (person: Assignee) => void;
};

function People({ people, total, onChoose }: PeopleProps) {
  const { userId } = useSession().role;
  const [words, setWords] = useState('');
  const own = people.filter(({ id }) => id === userId);
  const found = [...own, ...people.filter(({ id }) => id !== userId)].filter(({ name }) =>
    name.toLowerCase().includes(words.trim().toLowerCase()),
  );
  return (
    <div className="action-sheet">
      <TextInput label="Name" value={words} onChange={(event) => setWords(event.currentTarget.value)} data-autofocus />
      <ul aria-label="People">
        {found.map((person) => (
          <li key={person.id}>
            <Button fullWidth variant="default" justify="start" onClick={() => onChoose(person)}>
              {person.id === userId ? `${person.name} (you)` : person.name}
            </Button>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p role="status">No one by this name can see staging here.</p>}
      {total > people.length && (
        <p className="muted">
          The first {people.length.toLocaleString('en-US')} of {total.toLocaleString('en-US')} people are listed.
        </p>
      )}
    </div>
  );
}
