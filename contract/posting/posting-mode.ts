import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, Id } from '../kit/ids.ts';
import { PostingMode } from '../rows/rows.ts';

export const readPostingMode = endpoint('GET /api/posting/mode/:cust/:target', {
  about:
    'Whether a target posts (`live`), only checks what it would post (`dryRun`), or takes nothing (`off`). `checked` jobs were checked in a dry run; `wouldPost` of them may be posted now.',
  args: z.object({ cust: CustomerRef, target: Id }),
  reply: z.object({ posting: PostingMode, checked: z.number().int(), wouldPost: z.number().int() }),
  fails: ['not_found', 'forbidden'],
  needs: 'targets.write',
  offline: 'online',
  example: { posting: 'dryRun', checked: 20, wouldPost: 18 },
});

export const setPostingMode = endpoint('POST /api/posting/mode/:cust/:target', {
  about:
    'Sets whether a target posts. With `posting` `live`, the jobs that were checked in a dry run and may be posted are queued, unless `queueChecked` is false; `queued` is their number. Queueing needs the right to post jobs.',
  args: z.object({ cust: CustomerRef, target: Id, posting: PostingMode, queueChecked: z.boolean().default(true) }),
  reply: z.object({ posting: PostingMode, queued: z.number().int() }),
  fails: ['not_found', 'forbidden', 'invalid'],
  needs: 'targets.write',
  offline: 'online',
  example: { posting: 'live', queued: 18 },
});

export const postingModeEndpoints = [readPostingMode, setPostingMode] as const;
