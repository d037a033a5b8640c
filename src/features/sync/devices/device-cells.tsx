import type { Device } from '#contract/sync/devices.ts';
import { Ago } from '#src/ui/format/use-format.tsx';
import { StateBadge } from '#src/ui/mark/state-badge.tsx';
import { deviceState, lossText } from './device-state.ts';

/** Whether the browser has promised to keep the data. */
export const DeviceStorage = ({ device: { persisted } }: { device: Device }) =>
  persisted ? (
    <StateBadge tone="good" tip="The browser keeps this data">
      Protected
    </StateBadge>
  ) : (
    <StateBadge tone="warn" tip="The browser may clear this data when the device runs low on storage">
      Not protected
    </StateBadge>
  );

/** The state of a device from active to wiped, and the work lost with it. */
export function DeviceState({ device }: { device: Device }) {
  const { words, tone, means, at } = deviceState(device);
  const left = lossText(device);
  return (
    <>
      <StateBadge tone={tone} tip={means}>
        {words}
      </StateBadge>{' '}
      {at && <Ago at={at} />}
      {left && <p className="muted">{left}</p>}
    </>
  );
}
