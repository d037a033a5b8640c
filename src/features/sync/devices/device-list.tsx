import { Button } from '@mantine/core';
import { type Device, killDevice, listDevices } from '#contract/sync/sync.ts';
import { wordsOf } from '#src/entities/session/failure-words.ts';
import { useOffline } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { useCached } from '#src/entities/session/use-cached.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { ask } from '#src/ui/dialog/ask.tsx';
import { counted } from '#src/ui/format/format.ts';
import { Ago } from '#src/ui/format/use-format.tsx';
import { columnsOf, RowsTable } from '#src/ui/list/rows-table.tsx';
import { useList } from '#src/ui/list/use-list.ts';
import { StateBadge } from '#src/ui/mark/state-badge.tsx';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { ListPage } from '#src/ui/page/list-page.tsx';
import { toast } from '#src/ui/toast/toasts.tsx';
import { deviceState, leftWords } from './device-words.ts';

const col = columnsOf<Device>();
const columns = [
  col('userName', 'User'),
  col('label', 'Device'),
  col('unsent', 'Unsent changes', { align: 'end' }),
  col('oldestUnsentAt', 'Oldest unsent', { cell: ({ oldestUnsentAt }) => <Ago at={oldestUnsentAt} /> }),
  col('seenAt', 'Last contact', { cell: ({ seenAt }) => <Ago at={seenAt} /> }),
  col('appVersion', 'App version'),
  col('persisted', 'Storage', { cell: (device) => <Storage device={device} /> }),
  col('wipedAt', 'State', { cell: (device) => <State device={device} /> }),
];

/** Devices that hold a customer's data: what waits on them, how safe that is, and the way to take one out of use. */
export function DeviceList() {
  const { customer } = useSession();
  const { reply, at, failure, refresh } = useCached(listDevices, { cust: customer.id });
  const list = useList(reply ?? undefined, { sort: 'unsent', descending: true, searchIn: ['userName', 'label', 'appVersion'] });
  return (
    <ListPage
      title="Devices"
      noun="device"
      list={list}
      firstUse={
        <EmptyState kind="first-use" title="No devices yet">
          <p>A device appears here after someone signs in on it.</p>
        </EmptyState>
      }
    >
      {failure && (
        <p className="muted">
          {reply && (
            <>
              As of <Ago at={at} />.{' '}
            </>
          )}
          {wordsOf(failure)}
        </p>
      )}
      <RowsTable
        list={list}
        label="Devices"
        columns={columns}
        rowKey={(device) => device.clientId}
        actions={(device) => revokeOf(device, refresh)}
      />
    </ListPage>
  );
}

function Storage({ device: { persisted } }: { device: Device }) {
  return persisted ? (
    <StateBadge tone="good" tip="The browser keeps this data">
      Protected
    </StateBadge>
  ) : (
    <StateBadge tone="warn" tip="The browser may clear this data when the device runs low on storage">
      May be cleared
    </StateBadge>
  );
}

function State({ device }: { device: Device }) {
  const { words, tone, means, at } = deviceState(device);
  return (
    <>
      <StateBadge tone={tone} tip={means}>
        {words}
      </StateBadge>{' '}
      {at && <Ago at={at} />}
      {leftWords(device) && <p className="muted">{leftWords(device)}</p>}
    </>
  );
}

const revokeOf = (device: Device, onDone: () => void) => <Revoke device={device} onDone={onDone} />;

function Revoke({ device, onDone }: { device: Device; onDone: () => void }) {
  const { customer } = useSession();
  const call = useCall();
  const offline = useOffline();
  if (device.killedAt !== null) return null;
  const revoke = async () => {
    const { unsent, userName, label, clientId } = device;
    const choice = await ask({
      title: `Revoke ${userName}’s ${label}?`,
      body: `The next time it connects, all ${customer.name} data on it is wiped${
        unsent > 0 ? `, including ${counted(unsent, 'unsent change')}. This can’t be undone.` : '.'
      } The user can sign in on it again.`,
      choices: {
        revoke: { words: 'Revoke device', tone: 'danger', ...(unsent > 0 ? { typed: 'wipe' } : {}) },
        keep: { words: 'Cancel' },
      },
      safe: 'keep',
    });
    if (choice === 'keep') return;
    const answer = await call(killDevice, { cust: customer.id, clientId });
    if (answer.ok) toast.success({ title: `${label} revoked`, detail: 'Its data is wiped the next time it connects.' });
    else toast.error({ title: 'Device not revoked', detail: wordsOf(answer.error) });
    onDone();
  };
  return (
    <Button
      size="xs"
      variant="default"
      disabled={offline}
      aria-label={`Revoke ${device.userName}’s ${device.label}`}
      {...(offline ? { 'data-tip': 'Needs a connection' } : {})}
      onClick={() => void revoke()}
    >
      Revoke
    </Button>
  );
}
