import type { ComponentType } from 'react';
import type { TargetRow } from '#contract/rows/rows.ts';
import { connectionForm } from '#domain/targets/connection-forms/connections.ts';
import { kindSettings } from '#domain/targets/settings/setting-fields.ts';
import { isSentTo, targetKind } from '#domain/targets/target-kinds.ts';
import { type Session, useSession } from '#src/entities/session/session.ts';
import { TabRow, useTab } from '#src/ui/page/tabs-page.tsx';
import { AtsLists } from './ats-lists.tsx';
import { PostingModeCard } from './posting-mode.tsx';
import { CtmOrders } from './target/ctm-orders.tsx';
import { TargetCustomData } from './target/target-custom-data.tsx';
import { TargetDefaults } from './target/target-defaults.tsx';
import { TargetHistory } from './target/target-history.tsx';
import { TargetMapping } from './target/target-mapping.tsx';
import { TargetConnection } from './target-connection.tsx';
import { TargetLimits } from './target-limits.tsx';

type Viewer = Pick<Session, 'administrator' | 'may'>;

/** One tab of a target: its key in the address, its label, whether the target has something in it for the viewer, and its part. */
type TargetPart = {
  readonly key: string;
  readonly label: string;
  readonly isFor: (row: TargetRow, viewer: Viewer) => boolean;
  readonly Part: ComponentType<{ row: TargetRow }>;
};

const ctm = 2;
const isConnected = ({ typeId }: TargetRow) => connectionForm(typeId) !== null;

/** The tabs in the order of the screen. A new one is one line here. */
const parts: readonly TargetPart[] = [
  { key: 'connection', label: 'Connection', isFor: mayConnect, Part: TargetConnection },
  { key: 'posting', label: 'Posting', isFor: ({ typeId }) => isSentTo(typeId), Part: PostingModeCard },
  { key: 'orders', label: 'Orders', isFor: ({ typeId }) => typeId === ctm, Part: CtmOrders },
  { key: 'defaults', label: 'Defaults', isFor: ({ typeId }) => kindSettings(typeId).defaults.length > 0, Part: TargetDefaults },
  { key: 'mapping', label: 'Mapping', isFor: isConnected, Part: TargetMapping },
  { key: 'custom', label: 'Custom data', isFor: ({ typeId }) => kindSettings(typeId).custom.length > 0, Part: TargetCustomData },
  { key: 'lists', label: 'Lists', isFor: ({ maps }) => maps.length > 0, Part: AtsLists },
  { key: 'limits', label: 'Limits', isFor: (row, { may }) => isConnected(row) && may('targets.write'), Part: TargetLimits },
  { key: 'history', label: 'History', isFor: (_row, { may }) => may('activity.read'), Part: TargetHistory },
];

/** Only administrators see and change the connection of a recruiting suite (documented). */
function mayConnect({ typeId }: TargetRow, { administrator }: Viewer): boolean {
  return administrator || !targetKind(typeId).isConnectedByAdministrators;
}

/** The settings of a target in tabs. The address keeps the tab. */
export function TargetTabs({ row }: { row: TargetRow }) {
  const viewer = useSession();
  const shown = parts.filter(({ isFor }) => isFor(row, viewer));
  const [first = ['connection', 'Connection'] as const, ...others] = shown.map(({ key, label }) => [key, label] as const);
  const tab = useTab<string>('tab', [first, ...others]);
  const current = shown.find(({ key }) => key === tab[0]);
  return (
    <>
      {shown.length > 1 && <TabRow label="Parts of the target" tabs={[first, ...others]} tab={tab} />}
      {current && <current.Part key={current.key} row={row} />}
    </>
  );
}
