import type { SyncState } from '#src/sync/sync-state.ts';
import { counted } from '#src/ui/format/format.ts';
import { progressLabel, type Work } from '#src/ui/long-work/work.ts';
import type { PillTone } from '#src/ui/status/status-pill.tsx';

type Said = { tone: PillTone; words: string; note: string };

/** The pill's text for a sync state; `ago` is the time since the last complete sync, `works` the running long work. */
export function statusLabels(state: SyncState, ago: string, works: readonly Work[] = []): Said {
  const { phase, progress, waiting, needsYou } = state;
  const [work] = works;
  switch (phase) {
    case 'synced':
      return work ? workLabel(work, works.length) : { tone: 'calm', words: 'Synced', note: ago };
    case 'syncing':
      if (work && !progress) return workLabel(work, works.length);
      return { tone: 'busy', words: 'Syncing', note: progress && progress.total > 0 ? progressLabel(progress) : '' };
    case 'waiting':
      return { tone: 'waiting', words: `${waiting} waiting`, note: '' };
    case 'offline':
      return {
        tone: 'offline',
        words: 'Offline',
        note: waiting > 0 ? `${waiting} queued on this device` : 'work is saved on this device',
      };
    case 'needs-you':
      return { tone: 'attention', words: `${needsYou} ${needsYou === 1 ? 'needs' : 'need'} you`, note: '' };
    case 'paused':
      return { tone: 'attention', words: 'Sending paused', note: `${counted(waiting, 'change')} kept` };
    case 'update':
      return { tone: 'attention', words: 'Update to continue', note: 'work is kept' };
    case 'signed-out':
      return { tone: 'attention', words: state.wiped ? 'Device was reset' : 'Signed out', note: 'work is kept' };
  }
}

/** The pill shows running long work when there is nothing more urgent. */
function workLabel(work: Work, count: number): Said {
  return { tone: 'busy', words: count === 1 ? work.title : `${count} long tasks`, note: count === 1 ? progressLabel(work) : '' };
}
