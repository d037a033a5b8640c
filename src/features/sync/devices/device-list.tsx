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
  col('userName', 'Person'),
  col('label', 'Device'),
  col('unsent', 'Not sent', { align: 'end' }),
  col('oldestUnsentAt', 'Oldest waits since', { cell: ({ oldestUnsentAt }) => <Ago at={oldestUnsentAt} /> }),
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
        <EmptyState kind="first-use" title="No device holds data of this customer yet">
          <p>A device appears here once somebody has signed in on it.</p>
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
    <StateBadge tone="good" tip="The browser has promised to keep the data">
      Protected
    </StateBadge>
  ) : (
    <StateBadge tone="warn" tip="The browser may clear the data when the device runs out of room">
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
      title: `Take ${label} of ${userName} out of use?`,
      body: `At its next contact it removes everything of ${customer.name} that it holds${
        unsent > 0 ? `, with ${counted(unsent, 'change')} that it has not sent. They cannot be brought back.` : '.'
      } Whoever has it can sign in anew.`,
      choices: {
        revoke: { words: 'Take out of use', tone: 'danger', ...(unsent > 0 ? { typed: 'wipe' } : {}) },
        keep: { words: 'Leave it in use' },
      },
      safe: 'keep',
    });
    if (choice === 'keep') return;
    const answer = await call(killDevice, { cust: customer.id, clientId });
    if (answer.ok)
      toast.success({ title: `${label} is out of use`, detail: 'It wipes itself at its next contact and says so here.' });
    else toast.error({ title: 'Still in use', detail: wordsOf(answer.error) });
    onDone();
  };
  return (
    <Button
      size="xs"
      variant="default"
      disabled={offline}
      aria-label={`Take out of use: ${device.label} of ${device.userName}`}
      {...(offline ? { 'data-tip': 'Needs a connection' } : {})}
      onClick={() => void revoke()}
    >
      Take out of use
    </Button>
  );
}
