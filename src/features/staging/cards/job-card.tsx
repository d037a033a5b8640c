import { ActionIcon, Menu } from '@mantine/core';
import { IconCheck, IconDotsVertical } from '@tabler/icons-react';
import { useState } from 'react';
import type { MapKind, TargetRow } from '#contract/rows/rows.ts';
import { numberIn, placeText, statusBadges, textIn } from '#domain/job-list/cell-texts.ts';
import { has } from '#domain/jobs/flags.ts';
import { neededKinds } from '#domain/posting/needed-kinds.ts';
import { type JobActionKey, jobAction } from '#domain/staging/job-actions.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useFormat, useNow } from '#src/ui/format/use-format.tsx';
import { type Spot, spotOf } from '#src/ui/grid/anchored.tsx';
import type { RowView } from '#src/ui/grid/model/grid-source.ts';
import { StateBadge } from '#src/ui/mark/state-badge.tsx';
import { useSwipe } from './use-swipe.ts';

type Props = {
  readonly row: RowView;
  readonly target: TargetRow | null;
  readonly isSelected: boolean;
  readonly onTap: () => void;
  readonly onSelect: () => void;
  readonly onAction: (key: JobActionKey) => void;
  /** The actions that the job offers to this person. */
  readonly offers: () => Promise<readonly JobActionKey[]>;
  readonly onMap: (kind: MapKind, spot: Spot) => void;
};

/** One job: where, what, when, for how much, and what it still needs. */
export function JobCard({ row, target, isSelected, onTap, onSelect, onAction, offers, onMap }: Props) {
  const format = useFormat();
  const nowMs = useNow();
  const { may } = useSession();
  const chgMap = numberIn(row, 'chgMap') ?? 0;
  const right: JobActionKey = has(chgMap, 'onHold') ? 'release' : 'hold';
  const left: JobActionKey = has(chgMap, 'hidden') ? 'show' : 'hide';
  const swipe = useSwipe({
    onRight: may('jobs.hold') ? () => onAction(right) : null,
    onLeft: may('jobs.hold') ? () => onAction(left) : null,
    onLongPress: onSelect,
    onTap,
  });
  const nameOf = (kind: MapKind) => textIn(row, `${kind}Name`) ?? textIn(row, kind);
  const missing = neededKinds(target).filter((kind) => textIn(row, `${kind}Name`) === null);
  const rate = numberIn(row, 'billRate');
  const start = textIn(row, 'startDate');
  const days = numberIn(row, 'durationDays');
  const facility = nameOf('facility') ?? 'No facility given';
  return (
    <>
      <div className="job-card-under" data-side={swipe.side ?? undefined} aria-hidden>
        <span>{labelOf(right)}</span>
        <span>{labelOf(left)}</span>
      </div>
      <div className="job-card" data-selected={isSelected || undefined} style={swipe.style} {...swipe.handlers}>
        <button type="button" className="job-card-main" aria-pressed={isSelected} onClick={swipe.onClick}>
          <b>
            {isSelected && <IconCheck size={16} aria-label="Selected" />} {facility}
          </b>
          <span className="muted">{[placeText(row), textIn(row, 'providerJobId')].filter(Boolean).join(' · ')}</span>
          <span>{[nameOf('specialty'), nameOf('degree')].filter(Boolean).join(' · ')}</span>
          <span className="job-card-facts">
            <span>{nameOf('shift')}</span>
            {rate !== null && <b>{format.money(rate, textIn(row, 'currency') ?? 'USD')}</b>}
            <span>{[start && format.localDate(start), days !== null && format.duration(days)].filter(Boolean).join(', ')}</span>
          </span>
        </button>
        <div className="job-card-needs">
          {missing.map((kind) => (
            <button key={kind} type="button" className="jc-map" onClick={(event) => onMap(kind, spotOf(event.currentTarget))}>
              Map {kind}…
            </button>
          ))}
          {statusBadges(row, nowMs).map(({ words, tone }) => (
            <StateBadge key={words} tone={tone}>
              {words}
            </StateBadge>
          ))}
        </div>
        <CardMenu offers={offers} facility={facility} onSelect={onSelect} onAction={onAction} />
      </div>
    </>
  );
}

const labelOf = (key: JobActionKey): string => jobAction(key).label;

type MenuProps = Pick<Props, 'onSelect' | 'onAction' | 'offers'> & { readonly facility: string };

/** Every action by tap, for people who do not swipe. */
function CardMenu({ offers, facility, onSelect, onAction }: MenuProps) {
  const [offered, setOffered] = useState<readonly JobActionKey[]>([]);
  const look = () => void offers().then(setOffered, () => setOffered([]));
  return (
    <Menu position="bottom-end" shadow="md" onOpen={look}>
      <Menu.Target>
        <ActionIcon className="job-card-menu" size="lg" aria-label={`Actions for ${facility}`}>
          <IconDotsVertical size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={onSelect}>Select</Menu.Item>
        {offered.map((key) => (
          <Menu.Item
            key={key}
            {...(jobAction(key).look === 'danger' && { color: 'var(--danger)' })}
            onClick={() => onAction(key)}
          >
            {labelOf(key)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
