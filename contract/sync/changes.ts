import * as z from 'zod';
import { CommandResult } from '../commands/commands.ts';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef } from '../kit/ids.ts';
import { PreValues } from './sync.ts';

export const changeNow = endpoint('POST /api/sync/change/:cust', {
  about:
    'Runs one change immediately, like a pushed one: for an administrator who works as another user and so has no outbox [edge case 18].',
  args: z.object({
    cust: CustomerRef,
    /** Wire name of the command, whose schema parses `args`. */
    name: z.string().min(1).max(100),
    args: z.unknown(),
    pre: PreValues,
  }),
  reply: CommandResult,
  fails: ['invalid', 'conflict', 'forbidden', 'not_found', 'key_reused'],
  needs: 'session',
  offline: 'online',
  example: { done: [7], refused: [] },
});

export const changeEndpoints = [changeNow];
