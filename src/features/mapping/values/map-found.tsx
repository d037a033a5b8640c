import { useRef, useState } from 'react';
import { messages } from '#contract/kit/messages.ts';
import { countBulk, saveBulk } from '#contract/mapping/mapping-runs.ts';
import { longWorkNews } from '#src/entities/long-work/long-work-news.ts';
import { effectText } from '#src/entities/mapping/effect.ts';
import { MapPicker } from '#src/entities/mapping/map-picker.tsx';
import type { Choice } from '#src/entities/mapping/use-candidates.ts';
import type { MapTableList } from '#src/entities/mapping/use-map-table.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { OnlineButton } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { ask } from '#src/ui/ask/ask.tsx';
import { counted } from '#src/ui/format/format.ts';
import { type Spot, spotOf } from '#src/ui/grid/anchored.tsx';
import { toast } from '#src/ui/toast/toasts.tsx';
import type { MapTableQuestion } from '#src/workers/grid/map-table.ts';
import type { MapFrame } from './use-map-frame.ts';

/** The service's codes for the states that it can filter by. */
const stateNumbers: Partial<Record<MapTableQuestion['state'], '0' | '1' | '2' | '3' | '4'>> = {
  all: '0',
  mapped: '1',
  unmapped: '2',
  automatic: '3',
  ignored: '4',
};
const letters = { facility: 'F', degree: 'D', specialty: 'S', shift: 'H' } as const;

/**
 * Maps all rows that match the filter to one value, including rows on other pages. The service does this as a run that can be
 * undone. Hidden if the service's filter cannot express the filter on the screen.
 */
export function MapFound({ frame, list }: { frame: MapFrame; list: MapTableList }) {
  const { kind, target } = frame;
  const { state, sourceIds, within } = list.question;
  const run = useBulk(frame, list);
  const place = useRef<HTMLSpanElement>(null);
  const [spot, setSpot] = useState<Spot | null>(null);
  const [first] = list.rows;
  if (!list.filtered || !first || !stateNumbers[state] || sourceIds !== null || within !== null) return null;
  return (
    <span ref={place}>
      <OnlineButton size="xs" variant="default" onClick={() => place.current && setSpot(spotOf(place.current))}>
        {`Map all ${list.found.toLocaleString('en-US')} results…`}
      </OnlineButton>
      {spot && (
        <MapPicker
          spot={spot}
          kind={kind}
          targetId={target.id}
          targetName={target.name}
          sourceName={`${counted(list.found, 'text')} found`}
          sought={first.value}
          scopes={['text']}
          overridden={false}
          currentId={null}
          effect={null}
          onAdd={null}
          onClose={() => setSpot(null)}
          onPick={(choice) => {
            setSpot(null);
            if (choice) void run(choice);
          }}
        />
      )}
    </span>
  );
}

function useBulk({ kind, target }: MapFrame, list: MapTableList) {
  const call = useCall();
  const cust = useSession().customer.id;
  const refuse = (error: Parameters<typeof errorMessage>[0]) =>
    void toast.error({ title: messages.failedSupport, detail: errorMessage(error) });
  return async ({ ats }: Choice): Promise<void> => {
    const { state, typed } = list.question;
    const where = { type: letters[kind], cust, target: target.id, itemId: ats.extId, degreeId: 0, query: typed } as const;
    const filter = { ...where, mapstate: stateNumbers[state] ?? '0' };
    const counts = await call(countBulk, filter);
    if (!counts.ok) return refuse(counts.error);
    const { count, jobs, posted, caution, token } = counts.value;
    const words = `Map ${counted(count, 'text')}`;
    const answer = await ask({
      title: `${words} to ${ats.name}?`,
      body: (
        <>
          {caution && <p className="caution-count">{counted(count, 'text')}</p>}
          <p>This affects {effectText({ openJobs: jobs, postedJobs: posted })}. You can undo the whole run.</p>
        </>
      ),
      choices: { go: { words, tone: 'primary' }, keep: { words: 'Cancel' } },
      safe: 'keep',
    });
    if (answer !== 'go') return;
    const started = await call(saveBulk, { ...filter, token });
    if (started.ok) longWorkNews.begun();
    else refuse(started.error);
  };
}
