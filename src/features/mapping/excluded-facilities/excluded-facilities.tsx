import { type ReactNode, useState } from 'react';
import * as z from 'zod';
import type { SourceRow } from '#contract/rows/rows.ts';
import { listFacilityRules, setSourceRules } from '#contract/rules/rule-runs.ts';
import { useGridAnswer } from '#src/entities/job/use-grid-answer.ts';
import { useTargetChoice } from '#src/entities/mapping/use-target-choice.ts';
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
import type { MapTableQuestion } from '#src/workers/grid/map-table.ts';

type Facility = { readonly name: string; readonly openJobs: number };

/** Facilities of a source whose jobs the agency does not take: each has a rule of its own that cancels them. */
export function ExcludedFacilities(props: EditorProps<SourceRow>) {
  const { customer } = useSession();
  const answer = useReply(listFacilityRules, { cust: customer.id, sourceId: props.row.id });
  const { reply, problem } = answer;
  if (!reply && !problem) return null;
  const held = (reply ?? []).filter(({ Active }) => Active).map(({ Facility }) => Facility);
  return <Excluded key={held.join()} {...props} held={held} note={<AsOf {...answer} />} />;
}

const Draft = z.object({ facilities: z.array(z.string()).max(500, 'Choose at most 500 facilities') });
/** More are found by their name. */
const listedAtMost = 100;

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
    // A choice that was made in another spelling of the same name keeps its spelling.
    value: facilities.find((one) => same(one, name)) ?? name,
    label: name,
    description: openJobs > 0 ? counted(openJobs, 'open job') : undefined,
  }));
  return (
    <FormDialog
      title={`Excluded facilities of ${source.name}`}
      form={form}
      saveWords="Save excluded facilities"
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

const same = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase();

/** What saving does, in one sentence. */
function effectOf(before: readonly string[], after: readonly string[], known: readonly Facility[]): string {
  const added = after.filter((name) => !before.some((one) => same(one, name)));
  const freed = before.filter((name) => !after.some((one) => same(one, name)));
  const jobs = known.filter(({ name }) => added.some((one) => same(one, name))).reduce((sum, one) => sum + one.openJobs, 0);
  if (added.length + freed.length === 0)
    return 'Choose the facilities you don’t staff. A rule cancels their current and future jobs. If you clear a facility, its jobs get their status back.';
  const parts = [
    added.length > 0 &&
      `${counted(added.length, 'facility', 'facilities')} added: ${counted(jobs, 'open job')} will be canceled.`,
    freed.length > 0 && `${counted(freed.length, 'facility', 'facilities')} no longer excluded.`,
  ];
  return parts.filter(Boolean).join(' ');
}

/** Facilities that jobs of a source name, those with the most open jobs first; the same name in several places is one. */
function useFacilities(sourceId: number, typed: string): readonly Facility[] {
  const { choice } = useTargetChoice();
  const question: MapTableQuestion = {
    kind: 'facility',
    targetId: choice?.target.id ?? 0,
    state: 'all',
    sourceIds: [sourceId],
    typed,
    within: null,
    sort: 'openJobs',
    descending: true,
    page: 1,
    size: listedAtMost,
  };
  const { answer } = useGridAnswer(question, (client, asked) => client.mapTable(asked));
  const byName = new Map<string, Facility>();
  for (const { text, openJobs } of answer?.rows ?? []) {
    const key = text.trim().toLowerCase();
    byName.set(key, { name: byName.get(key)?.name ?? text, openJobs: (byName.get(key)?.openJobs ?? 0) + openJobs });
  }
  return [...byName.values()];
}
