import { useState } from 'react';
import * as z from 'zod';
import { commandArgs } from '#contract/commands/commands.ts';
import { messages } from '#contract/kit/messages.ts';
import type { SourceRow } from '#contract/rows/rows.ts';
import { textMatches } from '#domain/query/text-matches.ts';
import { useChanges } from '#src/entities/change/use-changes.ts';
import { FormDialog } from '#src/ui/dialog/form-dialog.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { MemberPick } from './member-pick.tsx';
import type { SourceLine } from './source-list.tsx';

const Draft = z.object({ members: commandArgs['source.group.v1'].shape.members });
type Props = { source: SourceLine; all: readonly SourceRow[]; onClose: () => void };

/** The sub-sources that a source stands for: filters and reports on it cover theirs too. Groups do not nest. */
export function SourceGroup({ source, all, onClose }: Props) {
  const changes = useChanges();
  const [typed, setTyped] = useState('');
  const form = useForm(Draft, {
    initial: { members: source.members },
    async onSubmit({ members }) {
      const done = () => `${source.name} groups ${members.length === 0 ? 'no other sources' : members.length}`;
      const { refused } = await changes.make('source.group.v1', { id: source.id, members }, done);
      const [first] = refused;
      if (first) return { '': `${messages.groupNotSaved({ what: 'sources' })} ${first.message}` };
      onClose();
      return undefined;
    },
  });
  const { members } = form.values;
  const fits = textMatches(typed);
  const others = all.filter(({ id, name }) => id !== source.id && (members.includes(id) || fits(name)));
  const toggle = (id: number) =>
    form.set('members', members.includes(id) ? members.filter((one) => one !== id) : [...members, id]);
  return (
    <FormDialog title={`Sources grouped under ${source.name}`} form={form} saveWords="Save group" onClose={onClose}>
      <MemberPick
        find="Find a source"
        label="Sources"
        typed={typed}
        onTyped={setTyped}
        members={others.map(({ id, name, members: own }) => ({
          key: id,
          label: own.length > 0 ? `${name} (already a group)` : name,
          disabled: own.length > 0,
          chosen: members.includes(id),
        }))}
        onToggle={toggle}
      />
    </FormDialog>
  );
}
