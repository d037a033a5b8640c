import * as z from 'zod';
import type { MapEffect } from '#domain/mapping/table/map-rows.ts';
import { postedText } from '#src/entities/mapping/effect.ts';
import { ask } from '#src/ui/ask/ask.tsx';
import { counted } from '#src/ui/format/format.ts';
import { localSetting } from '#src/ui/local-setting.ts';

/** Above this many open jobs, the user must confirm (documented). */
const cautionAbove = 100;

/** The day on which the user turned the question off. It returns the next day. */
const wavedOff = localSetting('mapping-caution-off', z.string(), '');
const today = () => new Date().toDateString();

type Action = MapEffect & {
  /** "Map ST ROSE to St Rose Siena". */
  readonly action: string;
  /** Removing a mapping sends nothing, so posted jobs stay as they are in the ATS. */
  readonly unmaps: boolean;
  /** Users can turn the question off for the day when they accept a mapping, but not when they change or remove one. */
  readonly accepting: boolean;
};

/** Confirms a large change. Resolves to true if the change is small, the question is off today, or the user agrees. */
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
