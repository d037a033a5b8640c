import type { ReplyOf } from '#contract/kit/endpoint.ts';
import { listFailedWork, retryFailedWork } from '#contract/system/system-settings.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useDo } from '#src/entities/reply/use-save.ts';
import { RowActions } from '#src/ui/actions/row-actions.tsx';
import { Ago } from '#src/ui/format/use-format.tsx';
import { CutNote } from '#src/ui/list/cut-note.tsx';
import { SettingsPart } from '#src/ui/page/settings-page.tsx';

type FailedWork = ReplyOf<typeof listFailedWork>['rows'][number];
const shown = 20;

/** Background work that failed for good, where an administrator looks first when something did not happen. */
export function FailedWork() {
  const { reply } = useReply(listFailedWork, { limit: shown });
  const retry = useDo(retryFailedWork, {
    args: ({ what, id }: FailedWork) => ({ what, id }),
    said: ({ name }) => ({ title: 'Queued again', detail: name }),
    failed: 'Not queued again',
    refreshes: [listFailedWork],
  });
  if (!reply) return null;
  return (
    <SettingsPart title="Failed background work">
      {reply.total === 0 && <p className="muted">Nothing failed in the last 14 days.</p>}
      <ul className="settings-failed">
        {reply.rows.map((work) => (
          <li key={work.id}>
            <span>
              <strong>{work.name}</strong> {work.customer} <span className="mono">{work.ids}</span> <Ago at={work.at} />
              <br />
              <span className="settings-problem">{work.error}</span>
            </span>
            <RowActions row={work} name={`${work.name} ${work.ids}`} actions={[{ label: 'Retry', run: retry, online: true }]} />
          </li>
        ))}
      </ul>
      <CutNote of={reply} noun="job" />
    </SettingsPart>
  );
}
