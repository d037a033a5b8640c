import { offerNumberOf, type VendorOffer } from './vendor-offers.ts';

/** One order in this many is staffed by shift. */
const oneOf = 4;
const shifts = { A: '07:00AM - 07:00PM', B: '07:00PM - 07:30AM' };

/** The shifts of an order, as offers of their own; most orders have none. They open, change and are filled with their order. */
export const shiftsOf = (order: VendorOffer): readonly VendorOffer[] =>
  offerNumberOf(order) % oneOf === 0
    ? Object.entries(shifts).map(([letter, shift]) => ({ ...order, id: `${order.id}-${letter}`, shift, positions: 1 }))
    : [];
