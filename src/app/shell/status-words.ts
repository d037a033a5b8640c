import type { SyncState } from '#src/sync/sync-state.ts';
import { counted } from '#src/ui/format/format.ts';
import type { PillTone } from '#src/ui/status/status-pill.tsx';

/** The pill's words for a state of synchronisation; `ago` is when it last was complete. */
export function statusWords(state: SyncState, ago: string): { tone: PillTone; words: string; note: string } {
  const { phase, progress, waiting, needsYou } = state;
  switch (phase) {
    case 'synced':
      return { tone: 'calm', words: 'Synced', note: ago };
    case 'syncing':
      return {
        tone: 'busy',
        words: 'Syncing',
        note:
          progress && progress.total > 0
            ? `${progress.done.toLocaleString('en-US')} of ${progress.total.toLocaleString('en-US')}`
            : '',
      };
    case 'waiting':
      return { tone: 'waiting', words: `${waiting} waiting`, note: '' };
    case 'offline':
      return { tone: 'offline', words: 'Offline', note: waiting > 0 ? `${waiting} waiting, saved here` : 'work is saved here' };
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
