import * as z from 'zod';
import { messages } from '#contract/kit/messages.ts';
import { endpoint } from '../kit/endpoint.ts';
import { Id } from '../kit/ids.ts';
import { wire } from '../kit/wire-names.ts';
import { saveFails } from './ats-entry.ts';

const Text = z.string().nullable();

const OrderType = z.enum(['5', '6'], 'Choose 5 order types or 6 order sub-types');
export const listOrderTypes = endpoint('GET /api/map/ordertype/:type/:targetId', {
  about: 'The order types (5) or sub-types (6) of a target.',
  args: z.object({ type: OrderType, targetId: Id }),
  reply: z.array(z.object({ externalId: wire('External_ID', z.string()), name: wire('ObjectName', z.string()) })),
  fails: ['invalid', 'not_found'],
  needs: 'session',
  offline: 'cached',
  example: [{ externalId: '2', name: 'Long-term order' }],
});

export const listSourceOrderTypes = endpoint('GET /api/map/sourceMap/:orderType/:targetId', {
  about: 'The order type (or sub-type) that jobs of each source get in a target; null if none is chosen.',
  args: z.object({ orderType: OrderType, targetId: Id }),
  reply: z.array(
    z.object({
      id: wire('ID', z.number()),
      source: wire('Source', z.string()),
      orderTypeExternalId: wire('External_ID', Text),
      orderTypeName: wire('ObjectName', Text),
    }),
  ),
  fails: ['invalid', 'not_found'],
  needs: 'session',
  offline: 'cached',
  example: [{ id: 3, source: 'Medloop', orderTypeExternalId: '2', orderTypeName: 'Long-term order' }],
});

export const saveSourceOrderType = endpoint('POST /api/map/sourceMap/save/:orderType/:targetId/:rowId/:externalId', {
  about: 'Sets the order type for a source (the row’s ID); -1 clears it.',
  args: z.object({ orderType: OrderType, targetId: Id, rowId: Id, externalId: z.string().min(1).max(200) }),
  reply: z.object({ message: z.string() }),
  fails: saveFails,
  needs: 'lists.write',
  offline: 'online',
  example: { message: messages.saved },
});

export const orderTypeEndpoints = [listOrderTypes, listSourceOrderTypes, saveSourceOrderType];
