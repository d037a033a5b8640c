import type { ComponentType } from 'react';
import type { TargetRow } from '#contract/rows/rows.ts';
import { type Session, useSession } from '#src/entities/session/session.ts';
import { TabRow, useTab } from '#src/ui/page/tabs-page.tsx';
import { AtsLists } from './ats-lists.tsx';
import { TargetHistory } from './target/target-history.tsx';
import { TargetConnection } from './target-connection.tsx';

type Viewer = Pick<Session, 'administrator' | 'may'>;

/** One tab of a target: its key in the address, its label, whether the target has something in it for the viewer, and its part. */
type TargetPart = {
  readonly key: string;
  readonly label: string;
  readonly isFor: (row: TargetRow, viewer: Viewer) => boolean;
  readonly Part: ComponentType<{ row: TargetRow }>;
};

/** The tabs in the order of the screen. A new one is one line here. */
const parts: readonly TargetPart[] = [
  { key: 'connection', label: 'Connection', isFor: () => true, Part: TargetConnection },
  { key: 'lists', label: 'Lists', isFor: ({ maps }) => maps.length > 0, Part: AtsLists },
  { key: 'history', label: 'History', isFor: (_row, { may }) => may('activity.read'), Part: TargetHistory },
];

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
