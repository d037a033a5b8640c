import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { messages } from '#contract/kit/messages.ts';
import { mostJobsOfFacilities as mostJobs, setRulesOfJobs } from '#contract/rules/facility-rules.ts';
import { all, equals, type JobConditions, jobConditions } from '#domain/staging/job-conditions.ts';
import { longWorkNews } from '#src/entities/long-work/long-work-news.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { OnlineButton } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { counted } from '#src/ui/format/format.ts';
import { Waiting } from '#src/ui/page/waiting.tsx';
import { SidePanel } from '#src/ui/panel/side-panel.tsx';
import { toast } from '#src/ui/toast/toasts.tsx';
import type { GridClient } from '#src/workers/grid/grid-client.ts';
import { RunResult } from './run-result.tsx';
import type { SheetProps } from './sheet.ts';

type Facility = {
  readonly name: string;
  readonly sourceId: number;
  readonly source: string;
  readonly open: number;
  readonly posted: number;
};

/** Not staffing facilities any more: which ones, and how many jobs that cancels, then the run. */
export function FacilitySheet({ wish: { ids }, target, client, width, onWidth, onDone, onClose }: SheetProps) {
  const facilities = useFacilities(client, ids, jobConditions(target));
  const [started, setStarted] = useState<readonly number[] | null>(null);
  const title = facilities?.length === 1 ? `Do not staff ${facilities[0]?.name ?? ''}` : 'Do not staff facilities';
  const done = (runs: readonly number[]) => {
    setStarted(runs);
    onDone();
  };
  return (
    <SidePanel title={title} onClose={onClose} width={width} onWidth={onWidth}>
      {started?.map((runId) => (
        <RunResult key={runId} runId={runId} onClose={onClose} />
      ))}
      {started?.length === 0 && <p role="status">These facilities were not staffed already.</p>}
      {!started && !facilities && <Waiting />}
      {!started && facilities && <Confirm ids={ids} facilities={facilities} onStarted={done} onClose={onClose} />}
    </SidePanel>
  );
}

type ConfirmProps = {
  readonly ids: readonly number[];
  readonly facilities: readonly Facility[];
  readonly onStarted: (runs: readonly number[]) => void;
  readonly onClose: () => void;
};

function Confirm({ ids, facilities, onStarted, onClose }: ConfirmProps) {
  const { customer } = useSession();
  const call = useCall();
  const stop = async () => {
    const answer = await call(setRulesOfJobs, { cust: customer.id, ids: ids.slice(0, mostJobs) });
    if (!answer.ok) return void toast.error({ title: messages.unableToProcess, detail: errorMessage(answer.error) });
    longWorkNews.begun();
    onStarted([...new Set(answer.value.flatMap(({ runId }) => runId ?? []))]);
  };
  return (
    <div className="action-sheet">
      <p>
        A rule cancels the jobs of {facilities.length === 1 ? 'this facility' : 'these facilities'}, those that come later too.
      </p>
      <ul aria-label="Facilities">
        {facilities.map(({ name, sourceId, source, open, posted }) => (
          <li key={`${sourceId} ${name}`}>
            <div>
              <b>{name}</b>
              <span className="muted">{source}</span>
            </div>
            <p>
              {counted(open, 'open job')}, {posted.toLocaleString('en-US')} posted
            </p>
          </li>
        ))}
      </ul>
      {ids.length > mostJobs && <p className="muted">Only the facilities of the first {mostJobs} jobs are taken.</p>}
      <div className="action-foot">
        <OnlineButton color="red" onClick={() => void stop()}>
          {facilities.length === 1 ? 'Do not staff it' : `Do not staff ${counted(facilities.length, 'facility', 'facilities')}`}
        </OnlineButton>
        <Button variant="default" onClick={onClose} data-autofocus>
          Go back
        </Button>
        <p className="muted">You can undo this as a whole: the facility is then staffed again and its jobs open as before.</p>
      </div>
    </div>
  );
}

/** The facilities of jobs with the numbers of their open and posted jobs, counted on this device; null until they are counted. */
function useFacilities(client: GridClient, ids: readonly number[], states: JobConditions): readonly Facility[] | null {
  const [found, setFound] = useState<readonly Facility[] | null>(null);
  // The sheet is keyed by its jobs, so they are counted once.
  useEffect(() => {
    let stale = false;
    const read = async () => {
      const jobs = await client.jobsWhere({ kind: 'ids', ids: ids.slice(0, mostJobs) }, mostJobs);
      const places = new Map(
        jobs.map(({ facility, sourceId, source }) => [`${sourceId} ${facility}`, { facility, sourceId, source }]),
      );
      const facilities: Facility[] = [];
      for (const { facility, sourceId, source } of places.values()) {
        if (!facility) continue;
        const here = all(equals('facility', facility), { kind: 'between', column: 'sourceId', from: sourceId, to: sourceId });
        const [open = 0, posted = 0] = await client.counts([all(here, states.open), all(here, states.posted)]);
        facilities.push({ name: facility, sourceId, source, open, posted });
      }
      if (!stale) setFound(facilities);
    };
    void read();
    return () => {
      stale = true;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- counted once, as said above
  }, []);
  return found;
}
