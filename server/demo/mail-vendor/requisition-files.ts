import type { VendorOffer } from '../vendors/vendor-offers.ts';

type MailFile = { readonly filename: string; readonly content: Buffer; readonly contentType: string };

/** The files of a requisition: a profile of the unit as a PDF, and for every other one the orientation as a calendar entry. */
export function requisitionFiles({ facilityText, degree, specialty, start, positions, hoursPerWeek }: VendorOffer): MailFile[] {
  const profile = pdfOf([
    `Unit profile: ${degree} ${specialty}`,
    facilityText,
    `Hours a week: ${hoursPerWeek}`,
    'Scrubs: navy blue. Parking: deck B, free.',
    'Charting: Epic. Floating: within the division.',
  ]);
  const day = start.toISOString().slice(0, 10).replaceAll('-', '');
  const entry = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Lakeside VMS//EN',
    'BEGIN:VEVENT',
    `UID:${day}-${positions}@lakeside-vms.example`,
  ];
  const orientation = [
    ...entry,
    `DTSTAMP:${day}T000000Z`,
    `DTSTART;VALUE=DATE:${day}`,
    'SUMMARY:Orientation',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ];
  return [
    { filename: `Unit profile ${specialty}.pdf`, content: profile, contentType: 'application/pdf' },
    ...(positions % 2 === 0
      ? [{ filename: 'Orientation.ics', content: Buffer.from(orientation.join('\r\n')), contentType: 'text/calendar' }]
      : []),
  ];
}

/** A PDF of one page with lines of ASCII text. */
function pdfOf(lines: readonly string[]): Buffer {
  const shown = lines.map((line) => `(${line.replaceAll(/[^\x20-\x7e]/g, '').replaceAll(/[\\()]/g, '\\$&')}) Tj T*`);
  const text = `BT /F1 13 Tf 20 TL 60 760 Td ${shown.join(' ')} ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let pdf = '%PDF-1.4\n';
  const places = objects.map((object, i) => {
    const at = pdf.length;
    pdf += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${pdf.length}\n%%EOF\n`;
  return Buffer.from(`${pdf}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}${trailer}`, 'latin1');
}
