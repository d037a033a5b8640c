/** Values of an order, as its mail must be read. Absent ones are not compared. */
export type Expected = Readonly<Record<string, string | number | null>>;

/** The body of an email of one vendor: rows that can change their order, between a beginning and an end that cannot. */
export type VendorMail = {
  readonly vendor: 'hwl' | 'staffingEngine';
  readonly rows: readonly string[];
  readonly page: (rows: readonly string[]) => string;
  readonly expected: Expected;
};

const struck = (style: number, text: string): string =>
  [
    `<div><span style="color:red; text-decoration:line-through"><div style="white-space:pre-line">\n ${text}\n</div></span></div>`,
    `<s>${text}</s>`,
    `<br><del><b>${text}</b></del>`,
    `<div class="old"><p>${text}</p></div>`,
    `<strike>${text}</strike>`,
  ][style % 5] ?? '';

type Pick = <T>(items: readonly T[]) => T;

const facilities = [
  'Lakeside Regional Hospital',
  'Hôpital Sacré-Cœur – North',
  'St. Brigid’s Medical Center & Clinics',
  'Alta Vista (East) Hospital',
];
const places = [
  ['Tulsa', 'Oklahoma', 'OK', '74104'],
  ['Winston-Salem', 'North Carolina', 'NC', '27103'],
  ['St. Paul', 'Minnesota', 'MN', '55101'],
] as const;

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const dayText = (iso: string): string => {
  const [year = '', month = '', day = ''] = iso.split('-');
  return `${months[Number(month) - 1]} ${day}, ${year}`;
};
const addDays = (iso: string, days: number): string =>
  new Date(Date.parse(`${iso}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

const cell = (html: string, span = 1): string => `<td${span > 1 ? ` colspan="${span}"` : ''} style="padding:8px">${html}</td>`;
const row = (...cells: readonly string[]): string => `  <tr>\n   ${cells.join('\n   ')}\n  </tr>`;
const label = (text: string): string => cell(`<strong>${text} </strong>`);
const escaped = (text: string): string => text.replaceAll('&', '&amp;');

/** A requisition in the form of HWL with values of our own. Earlier dates are struck through. */
export function hwlMail(pick: Pick): VendorMail {
  const facility = pick(facilities);
  const [city, state, code] = pick(places);
  const [start, weeks, hours] = [addDays('2026-02-02', pick([0, 7, 35])), pick([8, 13, 26]), pick([36, 40])];
  const end = addDays(start, weeks * 7 - 2);
  const shift = pick(['10hr Nights', '12hr Days', '8hr Eve']);
  const id = `2026-${pick([10_421, 67_815, 990_001])}`;
  const rate = pick(['88.50', '100.00', '1,204.25']);
  const style = pick([0, 1, 2, 3, 4]);
  const value = (text: string): string => `<span>${escaped(text)}</span> <div></div>`;
  const rows = [
    row(label('State'), cell(value(state)), label('City'), cell(value(city))),
    row(label('Facility'), cell(value(facility), 3)),
    row(label('Job Title(s)'), cell(value('CT Technologist (Allied)'), 3)),
    row(label('Requisition'), cell(value(id)), label('Specialty/Dept.'), cell(value('Gwi-CT SCAN GMC (7290)'))),
    row(
      label('Contract Start Date'),
      cell(`<span>${dayText(start)}</span> ${struck(style, dayText(addDays(start, -7)))}`),
      label('Contract End Date'),
      cell(`<span>${dayText(end)} </span>${struck(style + 1, dayText(addDays(end, -7)))}`),
    ),
    row(label('Shift Type'), cell(value(shift)), label('Type'), cell(value('Travel '))),
    row(label('Shift Duration (Hrs)'), cell(value(shift.slice(0, 2).replace(/\D/, '')))),
    row(label('OnCall'), cell(value('no')), label('OnCall Ratio'), cell(value(''))),
    row(label('Guaranteed Hours (Weekly)'), cell(value(String(hours))), label('Weeks'), cell(value(String(weeks)))),
    row(
      label('Selected Contract Type'),
      cell('Daily OT after <strong>24</strong> hours<br><span>Weekly OT after <strong>40</strong> hours</span>', 3),
    ),
    row(
      cell(
        '<div><strong>Description / Comment</strong></div><div style="white-space:pre-line">\n Schedule 730pm-6am 13 weeks. Required BLS.\n</div>',
        4,
      ),
    ),
  ];
  const other = rate === '88.50' ? '91.00' : '88.50';
  const rates = ['10hr Day', '10hr Nights', '12hr Days', '8hr Eve', 'Callback | 24hr On-Call'].map((name) =>
    row(
      cell(`${name} `),
      cell(
        `<div><div style="float:left"><div>\n Fixed\n</div></div><div style="float:right">$${name === shift ? rate : other} </div></div>`,
      ),
    ),
  );
  return {
    vendor: 'hwl',
    rows,
    page: (all) =>
      `<style>.old { text-decoration: line-through }</style>\n<table style="width:100%">\n <tbody>\n${row(cell('<strong>Requisition Details</strong> ', 4))}\n${all.join('\n')}\n </tbody>\n</table>\n` +
      `<table>\n <tbody>\n${row(cell('<strong>Rates for CT Technologist </strong>', 2))}\n${row(label('Shift Type'), label('Requisition Override Rates'))}\n${rates.join('\n')}\n </tbody>\n</table>`,
    expected: {
      providerJobId: id,
      facility,
      city,
      state: code,
      title: 'CT Technologist (Allied)',
      specialty: 'Gwi-CT SCAN GMC (7290)',
      startDate: start,
      endDate: end,
      durationDays: weeks * 7,
      guaranteedHours: hours,
      shift,
      workType: 1,
      billRate: Number(rate.replace(',', '')),
    },
  };
}

/** An order in the form of StaffingEngine with values of our own. */
export function staffingEngineMail(pick: Pick): VendorMail {
  const facility = pick(facilities);
  const [city, state, code, zip] = pick(places);
  const [id, shifts, start] = [pick([40_112, 32_646, 1_200_000]), pick([3, 4]), addDays('2026-03-02', pick([0, 12]))];
  const [year = '', month = '', day = ''] = start.split('-');
  const rate = pick(['0.00', '77.25', '102.00']);
  const rows = [
    `Job ID: ${id}`,
    'Description: Assist with the insertion of catheters.',
    'Openings: 2',
    `Job Type: ${pick(['Permanent', 'Direct Hire'])}`,
    'Profession/ Speciality: RN/ Cath Lab',
    `Client: ${escaped(facility)}`,
    `Location: ${city}, ${state}, ${zip}`,
    'Shift: 12 hr days',
    `Shifts per Week: ${shifts}`,
    `Start and End Date: ${month}/${day}/${year} - `,
    `Agency Regular Bill Rate: ${rate}`,
    'Agency &gt;40 Bill Rate: 0.00',
  ];
  return {
    vendor: 'staffingEngine',
    rows,
    page: (all) =>
      `<div>A new job was posted in StaffingEngine.</div><div>${all.join(' <br>')}<br><br>Additional Details Cath Lab Tech<br><br>Good benefits.</div>`,
    expected: {
      providerJobId: String(id),
      facility,
      city,
      state: code,
      zip,
      degree: 'RN',
      specialty: 'Cath Lab',
      shift: '12 hr days',
      shiftsPerWeek: shifts,
      startDate: start,
      workType: 2,
      billRate: Number(rate),
      positions: 2,
    },
  };
}

/** A real email, as it is stored. Its rows are those between tags that repeat. */
export function realMail(vendor: VendorMail['vendor'], html: string, expected: Expected): VendorMail {
  if (vendor === 'staffingEngine') {
    const [from, to] = [html.indexOf('openings:'), html.indexOf('<br><br>agency')];
    const lines = html.slice(from, to).split('<br>');
    return { vendor, rows: lines, page: (all) => html.slice(0, from) + all.join('<br>') + html.slice(to), expected };
  }
  const from = html.indexOf('<tr>', html.indexOf('Requisition Details'));
  const to = html.indexOf('</tbody>');
  const rows = html
    .slice(from, to)
    .split(/(?<=<\/tr>)/)
    .filter((part) => part.includes('<tr>'));
  return { vendor, rows, page: (all) => html.slice(0, from) + all.join('\n') + html.slice(to), expected };
}
