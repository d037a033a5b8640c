import { createContext } from 'react';

/**
 * Whether the first copy of the rows stands on this device, is still arriving, or cannot come without a connection. Until it is there
 * no list says that it is empty.
 */
export type Arrival = 'whole' | 'arriving' | 'unreachable';
export const ArrivalOfRows = createContext<Arrival>('whole');
