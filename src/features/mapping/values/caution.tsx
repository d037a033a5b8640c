import * as z from 'zod';
import { postedText } from '#src/entities/mapping/effect.ts';
import { ask } from '#src/ui/ask/ask.tsx';
import { counted } from '#src/ui/format/format.ts';
import { localSetting } from '#src/ui/local-setting.ts';
import type { MapEffect } from '#src/workers/grid/map-queue.ts';

/** Above so many jobs or rows a person is asked once more (documented). */
const cautionAbove = 100;

/** The day on which the question was waved off; the next day it is asked again. */
const wavedOff = localSetting('mapping-caution-off', z.string(), '');
const today = () => new Date().toDateString();

type Action = MapEffect & {
  /** "Map ST ROSE to St Rose Siena". */
  readonly action: string;
  /** Without a mapping nothing is sent, so that posted jobs stay as they are in the ATS. */
  readonly unmaps: boolean;
  /** Accepting may be waved off for the day; what takes a mapping away may not. */
  readonly accepting: boolean;
};

/** Says the effect of a large change before it is made; true where it is small, waved off for today, or agreed to. */
export async function cautious({ action, openJobs, postedJobs, unmaps, accepting }: Action): Promise<boolean> {
  if (openJobs <= cautionAbove || (accepting && wavedOff.read() === today())) return true;
  const jobs = counted(openJobs, 'open job');
  const posted = postedText(postedJobs, unmaps);
  const choices: Record<string, { words: string; tone?: 'primary' }> = {
    do: { words: `Change ${jobs}`, tone: 'primary' },
    ...(accepting && { today: { words: 'Change, and don’t ask again today' } }),
    keep: { words: 'Cancel' },
  };
  const answer = await ask({
    title: `${action}?`,
    body: (
      <>
        <p className="caution-count">{jobs}</p>
        {posted && <p>{`${posted}.`}</p>}
      </>
    ),
    choices,
    safe: 'keep',
  });
  if (answer === 'today') wavedOff.write(today());
  return answer !== 'keep';
}
