import { createContext } from 'react';

/**
 * Whether the first copy of the rows is on this device, still arriving, or unreachable without a connection. Until it is
 * `whole`, no list says that it is empty.
 */
export type Arrival = 'whole' | 'arriving' | 'unreachable';
export const ArrivalOfRows = createContext<Arrival>('whole');
