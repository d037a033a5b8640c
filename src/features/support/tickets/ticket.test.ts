import { expect, test } from 'vitest';
import { listPath, ticketPath } from './ticket.ts';

const params = new URLSearchParams('whose=all&q=rate&sort=-changed&status=open&waits=yes&level=&page=3&size=50');

test('the address of a ticket keeps search, filters and order of its list, and leads back to them', () => {
  const path = ticketPath(12, { params, list: 'all', customerId: 7 });
  expect(path).toBe('/jira/12?q=rate&sort=-changed&status=open&waits=yes&list=all&customer=7');
  const own = new URL(path, 'http://a.example').searchParams;
  expect(listPath(own)).toBe('/issues?q=rate&sort=-changed&status=open&waits=yes&whose=all');
  // The next ticket of the list is opened from this address in turn.
  expect(ticketPath(13, { params: own, list: 'all', customerId: 8 })).toBe(path.replace('/12?', '/13?').replace('=7', '=8'));
});

test('a ticket of the customer on the screen names no customer', () => {
  expect(ticketPath(12, { params: new URLSearchParams('answers=new&customer=9'), list: 'one' })).toBe('/jira/12?answers=new');
  expect(listPath(new URLSearchParams())).toBe('/issues?whose=one');
});
