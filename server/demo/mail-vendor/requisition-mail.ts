import { escapeHtml } from '../loopback/loopback.ts';
import type { VendorOffer } from '../vendors/vendor-offers.ts';

const day = (at: Date): string =>
  at.toLocaleDateString('en-US', { timeZone: 'UTC', month: 'short', day: 'numeric', year: 'numeric' });
const later = (at: Date, days: number): Date => new Date(at.getTime() + days * 86_400_000);

const cell = (html: string, span = 1): string => `<td${span > 1 ? ` colspan="${span}"` : ''} style="padding:8px">${html}</td>`;
const row = (...cells: readonly string[]): string => `<tr>${cells.join('')}</tr>`;
const label = (text: string): string => cell(`<strong>${text}</strong>`);
const value = (text: string, span = 1): string => cell(`<span>${escapeHtml(text)}</span>`, span);

const shifts = ['10hr Day', '10hr Nights', '12hr Days', '8hr Eve'] as const;

/** The number of a requisition: the year and a running number. */
export const requisitionId = ({ id, openedAt }: VendorOffer): string => `${openedAt.getUTCFullYear()}-${id.replace(/\D+/, '')}`;

/** A requisition as an email: a table of labels with values, earlier dates struck through, and a table of rates by shift. */
export function requisitionMail(offer: VendorOffer): { readonly subject: string; readonly html: string } {
  const shift = shifts[offer.positions % shifts.length] ?? shifts[0];
  const end = later(offer.start, offer.weeks * 7 - 2);
  const details = [
    row(label('State'), value(offer.facility.state), label('City'), value(offer.facility.city)),
    row(label('Facility'), value(offer.facilityText, 3)),
    row(label('Job Title(s)'), value(`${offer.degree} ${offer.specialty}`, 3)),
    row(label('Requisition'), value(requisitionId(offer)), label('Specialty/Dept.'), value(offer.specialty)),
    row(
      label('Contract Start Date'),
      cell(`<span>${day(offer.start)}</span> <s>${day(later(offer.start, -7))}</s>`),
      label('Contract End Date'),
      cell(`<span>${day(end)}</span> <s>${day(later(end, -7))}</s>`),
    ),
    row(label('Shift Type'), value(shift), label('Type'), value('Travel')),
    row(label('Guaranteed Hours (Weekly)'), value(String(offer.hoursPerWeek)), label('Weeks'), value(String(offer.weeks))),
    row(cell('<div><strong>Description / Comment</strong></div><div>Two years of experience asked. Required BLS.</div>', 4)),
  ];
  const rates = shifts.map((name) =>
    row(cell(name), cell(`<div>Fixed</div><div>$${(name === shift ? offer.billRate : offer.billRate + 3).toFixed(2)}</div>`)),
  );
  const table = (rows: readonly string[]): string => `<table style="width:100%"><tbody>${rows.join('\n')}</tbody></table>`;
  return {
    subject: `Requisition ${requisitionId(offer)}: ${offer.degree} ${offer.specialty}`,
    html: `${table([row(cell('<strong>Requisition Details</strong>', 4)), ...details])}
${table([row(cell(`<strong>Rates for ${escapeHtml(offer.specialty)}</strong>`, 2)), row(label('Shift Type'), label('Requisition Override Rates')), ...rates])}`,
  };
}
