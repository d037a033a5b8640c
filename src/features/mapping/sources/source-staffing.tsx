import { type ReactNode, useState } from 'react';
import * as z from 'zod';
import { listFacilityRules, setSourceRules } from '#contract/rules/rule-runs.ts';
import { useGridAnswer } from '#src/entities/job/use-grid-answer.ts';
import { useTargetChoice } from '#src/entities/mapping/use-target-choice.ts';
import { CachedNote } from '#src/entities/session/cached-note.tsx';
import { problemsOf } from '#src/entities/session/failure-words.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { useCached } from '#src/entities/session/use-cached.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { FormDialog } from '#src/ui/dialog/form-dialog.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { counted } from '#src/ui/format/format.ts';
import { toast } from '#src/ui/toast/toasts.tsx';
import type { MapTableQuestion } from '#src/workers/grid/map-table.ts';
import { MemberPick } from './member-pick.tsx';
import type { SourceLine } from './source-list.tsx';

type Props = { source: SourceLine; onClose: () => void };
type Facility = { readonly name: string; readonly openJobs: number };

/** Facilities of a source that are not staffed: each has a rule of its own that cancels its jobs. */
export function SourceStaffing(props: Props) {
  const { customer } = useSession();
  const cached = useCached(listFacilityRules, { cust: customer.id, sourceId: props.source.id });
  const { reply } = cached;
  if (!reply && !cached.failure) return null;
  const held = (reply ?? []).filter(({ Active }) => Active).map(({ Facility }) => Facility);
  return <Staffing key={held.join()} {...props} held={held} note={<CachedNote {...cached} />} />;
}

const Draft = z.object({ facilities: z.array(z.string()).max(500, 'Choose at most 500 facilities') });
/** More are found by their name. */
const listedAtMost = 100;

function Staffing({ source, held, note, onClose }: Props & { held: readonly string[]; note: ReactNode }) {
  const call = useCall();
  const { customer } = useSession();
  const [typed, setTyped] = useState('');
  const form = useForm(Draft, {
    initial: { facilities: [...held] },
    async onSubmit({ facilities }) {
      const answer = await call(setSourceRules, { cust: customer.id, sourceId: source.id, facilities });
      if (!answer.ok) return problemsOf(answer.error);
      toast.success({ title: `${counted(facilities.length, 'facility', 'facilities')} excluded for ${source.name}` });
      onClose();
      return undefined;
    },
  });
  const { facilities } = form.values;
  const found = useFacilities(source.id, typed);
  const shown = [...facilities.filter((name) => !found.some((one) => same(one.name, name))).map(unlisted), ...found];
  const toggle = (name: string) => {
    const others = facilities.filter((one) => !same(one, name));
    form.set('facilities', others.length < facilities.length ? others : [...facilities, name]);
  };
  return (
    <FormDialog
      title={`Excluded facilities for ${source.name}`}
      form={form}
      saveWords="Save excluded facilities"
      blocked={useBlocked()}
      onClose={onClose}
    >
      {note}
      <p className="muted">{effectOf(held, facilities, found)}</p>
      <MemberPick
        find="Find a facility"
        label="Facilities"
        typed={typed}
        onTyped={setTyped}
        members={shown.map(({ name, openJobs }) => ({
          key: name,
          label: name,
          description: openJobs > 0 ? counted(openJobs, 'open job') : undefined,
          chosen: facilities.some((one) => same(one, name)),
        }))}
        onToggle={toggle}
      />
    </FormDialog>
  );
}

const same = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase();
const unlisted = (name: string): Facility => ({ name, openJobs: 0 });

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
