import { type ReactNode, useState } from 'react';
import * as z from 'zod';
import type { SourceRow } from '#contract/rows/rows.ts';
import { listFacilityRules, setSourceRules } from '#contract/rules/facility-rules.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSave } from '#src/entities/reply/use-save.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { FormDialog } from '#src/ui/dialog/form-dialog.tsx';
import type { EditorProps } from '#src/ui/dialog/use-editor.tsx';
import { MultiSelectField } from '#src/ui/form/multi-select-field.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { counted } from '#src/ui/format/format.ts';
import { AsOf } from '#src/ui/page/answered.tsx';
import { effectOf, same, useFacilities } from './source-facilities.ts';

/** Excluded facilities of a source. Each has its own rule, which cancels its jobs. */
export function ExcludedFacilities(props: EditorProps<SourceRow>) {
  const { customer } = useSession();
  const answer = useReply(listFacilityRules, { cust: customer.id, sourceId: props.row.id });
  const { reply, problem } = answer;
  if (!reply && !problem) return null;
  const held = (reply ?? []).filter(({ active }) => active).map(({ facility }) => facility);
  return <Excluded key={held.join()} {...props} held={held} note={<AsOf {...answer} />} />;
}

const Draft = z.object({ facilities: z.array(z.string()).max(500, 'Choose at most 500 facilities') });

type Props = EditorProps<SourceRow> & { held: readonly string[]; note: ReactNode };

function Excluded({ row: source, held, note, onClose }: Props) {
  const { customer } = useSession();
  const [typed, setTyped] = useState('');
  const form = useForm(Draft, {
    initial: { facilities: [...held] },
    onSubmit: useSave(setSourceRules, {
      args: ({ facilities }: z.output<typeof Draft>) => ({ cust: customer.id, sourceId: source.id, facilities }),
      said: (_, { facilities }) => ({
        title: `${counted(facilities.length, 'facility', 'facilities')} excluded for ${source.name}`,
      }),
      refreshes: [listFacilityRules],
      onSaved: onClose,
    }),
  });
  const { facilities } = form.values;
  const found = useFacilities(source.id, typed);
  const choices = found.map(({ name, openJobs }) => ({
    // A selected facility keeps its saved spelling, even if the list spells it differently.
    value: facilities.find((one) => same(one, name)) ?? name,
    label: name,
    description: openJobs > 0 ? counted(openJobs, 'open job') : undefined,
  }));
  return (
    <FormDialog
      title={`Excluded facilities for ${source.name}`}
      form={form}
      saveLabel="Save excluded facilities"
      blocked={useBlocked()}
      onClose={onClose}
    >
      {note}
      <p className="muted">{effectOf(held, facilities, found)}</p>
      <MultiSelectField
        label="Facilities"
        choices={choices}
        search={{ typed, onTyped: setTyped }}
        {...form.field('facilities')}
      />
    </FormDialog>
  );
}
