import { type Device, killDevice, listDevices } from '#contract/sync/devices.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useDo } from '#src/entities/reply/use-save.ts';
import { useSession } from '#src/entities/session/session.ts';
import { Ago } from '#src/ui/format/use-format.tsx';
import { useList } from '#src/ui/list/use-list.ts';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { ListPage } from '#src/ui/page/list-page.tsx';
import { columnsOf } from '#src/ui/table/column.ts';
import { DataTable } from '#src/ui/table/data-table.tsx';
import { DeviceState, DeviceStorage } from './device-cells.tsx';
import { revokeQuestion } from './revoke-question.ts';

const col = columnsOf<Device>();
const columns = [
  col('userName', 'User'),
  col('label', 'Device'),
  col('unsent', 'Unsent changes', { align: 'end', sum: true }),
  col('oldestUnsentAt', 'Oldest unsent', { cell: ({ oldestUnsentAt }) => <Ago at={oldestUnsentAt} /> }),
  col('seenAt', 'Last contact', { cell: ({ seenAt }) => <Ago at={seenAt} /> }),
  col('appVersion', 'App version'),
  col('persisted', 'Storage', { cell: (device) => <DeviceStorage device={device} /> }),
  col('wipedAt', 'Status', { cell: (device) => <DeviceState device={device} /> }),
];

/** Devices with a customer's data: their unsent changes, how safe the storage is, and an action to revoke. */
export function DeviceList() {
  const { customer } = useSession();
  const answer = useReply(listDevices, { cust: customer.id });
  const list = useList(answer.reply, {
    sort: 'unsent',
    descending: true,
    searchIn: ['userName', 'label', 'appVersion'],
    from: answer,
  });
  const revoke = useDo(killDevice, {
    args: ({ clientId }: Device) => ({ cust: customer.id, clientId }),
    said: (_, { label }) => ({ title: `${label} revoked`, detail: 'Its data is wiped the next time it connects.' }),
    failed: 'Device not revoked',
    refreshes: [listDevices],
  });
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
      <DataTable
        list={list}
        label="Devices"
        columns={columns}
        rowKey={(device) => device.clientId}
        nameOf={({ label, userName }) => `${label} of ${userName}`}
        actions={[
          {
            label: 'Revoke',
            run: revoke,
            when: ({ killedAt }) => killedAt === null,
            online: true,
            confirm: (device) => revokeQuestion(device, customer.name),
          },
        ]}
      />
    </ListPage>
  );
}
