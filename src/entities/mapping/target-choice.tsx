import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useSession } from '#src/entities/session/session.ts';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { Waiting } from '#src/ui/page/waiting.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { WhoCanGive } from '../access/who-can.tsx';
import { type TargetChoice, useTargetChoice } from './use-target-choice.ts';
import './target-choice.css';

/** Selects the target if there is more than one. */
export function TargetPick({ choice: { target, targets, choose } }: { choice: TargetChoice }) {
  if (targets.length < 2) return <span className="muted target-pick-only">{target.name}</span>;
  return (
    <label className="target-pick">
      <span className="visually-hidden">Target</span>
      <select value={target.id} onChange={(event) => choose(Number(event.currentTarget.value))}>
        {targets.map((row) => (
          <option key={row.id} value={row.id}>
            {row.name}
          </option>
        ))}
      </select>
    </label>
  );
}

function FirstTarget() {
  const { may } = useSession();
  if (!may('targets.write')) return <WhoCanGive right="targets.write" />;
  return (
    <Button component={Link} to={pathTo('/targetconfig')}>
      Connect a target
    </Button>
  );
}

/** Renders a screen of one target, or explains why there is none. */
export function OfTarget({
  isForTexts = false,
  children,
}: {
  /** Whether only targets that texts are mapped for are offered. */
  isForTexts?: boolean;
  children: (choice: TargetChoice) => ReactNode;
}) {
  const { ready, choice } = useTargetChoice(isForTexts);
  if (!ready) return <Waiting />;
  if (choice) return children(choice);
  return (
    <EmptyState kind="first-use" title="No targets to map to yet">
      <p>Vendor values are mapped to the clients, degrees, specialties and shifts of a target.</p>
      <FirstTarget />
    </EmptyState>
  );
}
