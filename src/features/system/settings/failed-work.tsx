import { listFailedWork } from '#contract/system/system-settings.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { Ago } from '#src/ui/format/use-format.tsx';
import { SettingsPart } from '#src/ui/page/settings-page.tsx';

const shown = 20;

/** Background work that failed for good: what an administrator looks at first when something did not happen. */
export function FailedWork() {
  const { reply } = useReply(listFailedWork, { limit: shown });
  if (!reply) return null;
  return (
    <SettingsPart title="Failed background work">
      {reply.total === 0 && <p className="muted">Nothing failed in the last 14 days.</p>}
      <ul className="settings-failed">
        {reply.rows.map(({ name, customer, ids, error, at }) => (
          <li key={`${name} ${ids} ${at}`}>
            <strong>{name}</strong> {customer} <span className="mono">{ids}</span> <Ago at={at} />
            <br />
            <span className="settings-problem">{error}</span>
          </li>
        ))}
      </ul>
    </SettingsPart>
  );
}
