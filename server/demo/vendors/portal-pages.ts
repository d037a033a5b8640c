import { escapeHtml, pageEnd, pageHeaders, pageStart } from '../loopback/loopback.ts';
import type { VendorOffer } from './vendor-offers.ts';
import { day } from './vendor-system.ts';

export const portalHeaders = pageHeaders("'self'");

/** The sign-in form, with the token that belongs to the visitor's cookie. `said` is shown above it. */
export const signInPage = (token: string, said = ''): string =>
  `${pageStart('Crestview agency portal')}${said === '' ? '' : `<p class="error" role="alert">${escapeHtml(said)}</p>`}
<form id="search" action="/portal/search"><input name="q"></form>
<form id="sign-in" method="post" action="login"><input type="hidden" name="__token" value="${escapeHtml(token)}">
<p><label>Agency <input name="Agency"></label></p><p><label>User <input name="UserId"></label></p>
<p><label>Passcode <input name="Passcode" type="password"></label></p><button name="do" value="enter">Sign in</button></form>${pageEnd}`;

export const textPage = (title: string, text: string): string => `${pageStart(title)}<p>${escapeHtml(text)}</p>${pageEnd}`;

type ListPage = {
  readonly offers: readonly VendorOffer[];
  readonly page: number;
  readonly pages: number;
  /** Address of the next page; empty on the last one. */
  readonly next: string;
  /** The id of the table, and whether it has the column of facilities. */
  readonly table: string;
  readonly facilities: boolean;
};

export function listPage({ offers, page, pages, next, table, facilities }: ListPage): string {
  const row = (o: VendorOffer) =>
    `<tr><td><a href="/portal/jobs/${o.id}">${o.id}</a></td>${facilities ? `<td>${escapeHtml(o.facilityText)}</td>` : ''}<td>${escapeHtml(o.facility.city)}</td><td>${o.facility.state}</td><td>${escapeHtml(o.degree)}</td><td>${day(o.start)}</td><td>${o.status}</td></tr>`;
  const header = `<tr><th>Order Number</th>${facilities ? '<th>Facility</th>' : ''}<th>City</th><th>State</th><th>Profession</th><th>Start Date</th><th>Status</th></tr>`;
  const body = offers.length > 0 ? offers.map(row).join('\n') : `<tr><td colspan="7">No orders match.</td></tr>`;
  return `${pageStart('Open orders')}<p><a href="/portal/logout">Sign out</a></p>
<table id="${table}"><thead>${header}</thead><tbody>${body}</tbody></table>
<p class="pages">Page ${page} of ${pages}${next === '' ? '' : ` <a rel="next" href="${next}">Next</a>`}</p>${pageEnd}`;
}

export function detailPage(o: VendorOffer): string {
  const line = (label: string, value: string | number) => `<dt>${label}:</dt><dd>${escapeHtml(String(value))}</dd>`;
  return `${pageStart(`Order ${o.id}`)}<p><a href="/portal/logout">Sign out</a></p><dl class="order">
${line('Specialty', o.specialty)}${line('Shift', o.shift)}${line('Bill Rate', `$${o.billRate.toFixed(2)}/hr`)}${line('Hours Per Week', o.hoursPerWeek)}
${line('Weeks', o.weeks)}${line('Openings', o.positions)}${line('Street Address', o.facility.address)}${line('Zip Code', o.facility.zip)}</dl>
<h2>Description</h2><div class="text"><p>${escapeHtml(`${o.degree} ${o.specialty}`)}</p><p>Two years of experience asked.</p></div>${pageEnd}`;
}
