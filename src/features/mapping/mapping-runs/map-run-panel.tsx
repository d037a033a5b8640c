import { useState } from 'react';
import * as z from 'zod';
import type { ReplyOf } from '#contract/kit/endpoint.ts';
import { listMapRunChanges, type MapRun } from '#contract/mapping/mapping-runs.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSession } from '#src/entities/session/session.ts';
import { counted } from '#src/ui/format/format.ts';
import { Ago } from '#src/ui/format/use-format.tsx';
import { Pager } from '#src/ui/list/pager.tsx';
import { localSetting, useSetting } from '#src/ui/local-setting.ts';
import { AsOf } from '#src/ui/page/answered.tsx';
import { Waiting } from '#src/ui/page/waiting.tsx';
import { SidePanel } from '#src/ui/panel/side-panel.tsx';

type Change = ReplyOf<typeof listMapRunChanges>['rows'][number];

const panelWidth = localSetting('run-panel-width', z.number(), 560);
const sizes = [50, 100, 500, 1000];

/** The changes of one run, and who changed a value since. */
export function MapRunPanel({ run, onClose }: { run: MapRun; onClose: () => void }) {
  const [width, setWidth] = useSetting(panelWidth);
  const { customer } = useSession();
  const [page, setPage] = useState(1);
  const [size, setSize] = useState(50);
  const [touched, setTouched] = useState(false);
  const args = { cust: customer.id, id: run.id, pageSize: size, page, touched: touched ? 1 : 0 };
  const cached = useReply(listMapRunChanges, args, { since: run.state });
  const { reply } = cached;
  const paging = { page, size, sizes, toPage: setPage, toSize: (next: number) => [setSize(next), setPage(1)] };
  return (
    <SidePanel title={run.name} onClose={onClose} width={width} onWidth={setWidth}>
      <p>
        {counted(run.changed, 'text')} changed by {run.by}, <Ago at={run.queuedAt} />.
      </p>
      <label className="map-run-touched">
        <input
          type="checkbox"
          checked={touched}
          onChange={(event) => {
            setTouched(event.currentTarget.checked);
            setPage(1);
          }}
        />
        Only values changed since
      </label>
      <AsOf {...cached} />
      {!reply && !cached.problem && <Waiting />}
      {reply?.total === 0 && <p className="muted">{touched ? 'No values changed since.' : 'No changes.'}</p>}
      <ul className="map-run-changes">
        {reply?.rows.map((change) => (
          <Line key={change.id} change={change} />
        ))}
      </ul>
      {reply && <Pager list={{ found: reply.total, paging }} label="Pages of changes" />}
    </SidePanel>
  );
}

function Line({ change }: { change: Change }) {
  const { name, before, after, beforeName, afterName, undone, touchedBy, touchedAt } = change;
  return (
    <li>
      <strong>{name}</strong>
      <span>
        {beforeName ?? before ?? 'not mapped'} → {afterName ?? after ?? 'not mapped'}
      </span>
      {undone && <span className="muted">Restored</span>}
      {touchedBy && (
        <span className="muted">
          {touchedBy} changed it <Ago at={touchedAt} />: undo will keep this value
        </span>
      )}
    </li>
  );
}
