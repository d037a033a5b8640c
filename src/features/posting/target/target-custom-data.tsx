import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReplyOf } from '#contract/kit/endpoint.ts';
import { messages } from '#contract/kit/messages.ts';
import { listClientStatuses } from '#contract/posting/target-connection.ts';
import type { TargetRow } from '#contract/rows/rows.ts';
import { kindSettings } from '#domain/targets/settings/setting-fields.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { OnlineButton } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { toast } from '#src/ui/toast/toasts.tsx';
import { SettingFieldsForm } from './setting-fields-form.tsx';
import { TargetSettings } from './target-settings.tsx';
import { useSaveTarget } from './use-save-target.ts';

/** Settings that only this kind of target has. */
export function TargetCustomData({ row }: { row: TargetRow }) {
  const save = useSaveTarget();
  const { id, name, disabled } = row;
  return (
    <TargetSettings
      row={row}
      id="target-custom"
      title="Custom data"
      about={`How this agency’s ${name} differs from others. A filter is checked when it is saved; lists follow with their next sync.`}
    >
      {(target) => (
        <SettingFieldsForm
          title={`${name} custom data`}
          fields={kindSettings(row.typeId).custom}
          stored={target.settings}
          onSave={(settings) => save({ id, name, isDisabled: disabled, settings })}
          renderBelow={(field, add) => field.name === 'clientStatusesExclude' && <LoadStatuses row={row} onChosen={add} />}
        />
      )}
    </TargetSettings>
  );
}

type StatusesProps = { row: TargetRow; onChosen: (texts: readonly string[]) => void };

/** The statuses that the ATS has, each as a button that adds it to the list. */
function LoadStatuses({ row, onChosen }: StatusesProps) {
  const call = useCall();
  const cust = useSession().customer.id;
  const [busy, setBusy] = useState(false);
  const [statuses, setStatuses] = useState<ReplyOf<typeof listClientStatuses> | null>(null);
  const load = async () => {
    setBusy(true);
    const answer = await call(listClientStatuses, { cust, id: row.id });
    setBusy(false);
    if (answer.ok) setStatuses(answer.value);
    else toast.warning({ title: messages.listsNotRead, detail: errorMessage(answer.error) });
  };
  return (
    <div className="target-check">
      <OnlineButton variant="default" size="xs" loading={busy} onClick={() => void load()}>
        Load statuses
      </OnlineButton>
      {statuses?.length === 0 && <span className="muted">{row.name} lists no statuses.</span>}
      {statuses?.map((status) => (
        <Button key={status.id} variant="subtle" size="compact-xs" onClick={() => onChosen([status.id])}>
          Leave out {status.name}
        </Button>
      ))}
    </div>
  );
}
