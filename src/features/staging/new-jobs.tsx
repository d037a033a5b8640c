import { Button } from '@mantine/core';
import { counted } from '#src/ui/format/format.ts';
import type { WaitingRows } from '#src/workers/grid/lines/held-rows.ts';
import type { HeldJobs } from './use-held-rows.ts';

/** Jobs that arrived in the view or left it while the user works in it, with the button that shows them. */
export function NewJobs({ held: { waiting, show } }: { held: HeldJobs }) {
  const words = waitingWords(waiting);
  return (
    <div role="status" className="new-jobs" data-held-rows>
      {words !== null && (
        <Button size="xs" variant="light" radius="xl" onClick={show} data-tip="Key: n">
          {words} · Show
        </Button>
      )}
    </div>
  );
}

function waitingWords({ arrived, left }: WaitingRows): string | null {
  const parts = [
    arrived > 0 ? counted(arrived, 'new job') : null,
    left > 0 ? `${left.toLocaleString('en-US')} left this view` : null,
  ];
  return arrived + left === 0 ? null : parts.filter((part) => part !== null).join(', ');
}
