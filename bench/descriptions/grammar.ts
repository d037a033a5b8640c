import { seeded } from '#bench/match/noisy-facilities.ts';

/** What a made description says. Times are `HH:mm`; `hours` is the length of a shift. */
export type Truth = {
  readonly start: string | null;
  readonly end: string | null;
  readonly rate: number | null;
  readonly minRate: number | null;
};

export type MadeDescription = {
  readonly text: string;
  readonly truth: Truth;
  /** The traps in it, for the list of wrong ones. */
  readonly traps: readonly string[];
};

type Draw = {
  readonly next: () => number;
  readonly pick: <T>(list: readonly T[]) => T;
  readonly chance: (share: number) => boolean;
};

const drawFrom = (seed: number): Draw => {
  const next = seeded(seed);
  return {
    next,
    pick: <T>(list: readonly T[]): T => {
      const one = list[Math.floor(next() * list.length)];
      if (one === undefined) throw new Error('nothing to choose from');
      return one;
    },
    chance: (share) => next() < share,
  };
};

type Span = { readonly start: number; readonly end: number };
const spans: readonly Span[] = [
  [420, 1140],
  [420, 1170],
  [1140, 420],
  [1140, 450],
  [1125, 435],
  [420, 930],
  [480, 990],
  [480, 1020],
  [900, 1410],
  [900, 1380],
  [1380, 420],
  [1380, 450],
  [360, 1080],
  [390, 1110],
  [660, 1380],
  [600, 1200],
  [540, 1050],
  [1110, 420],
].map(([start = 0, end = 0]) => ({ start, end }));

const two = (n: number): string => String(n).padStart(2, '0');
const clock = (minute: number): string => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
const twelve = (minute: number): number => Math.floor(minute / 60) % 12 || 12;

/** One time in each of the ways in which vendors write it. Both times of a span are written in the same way. */
const styles: readonly ((minute: number) => string)[] = [
  (m) => `${twelve(m)}:${two(m % 60)} ${m < 720 ? 'AM' : 'PM'}`,
  (m) => `${twelve(m)}:${two(m % 60)}${m < 720 ? 'am' : 'pm'}`,
  (m) => `${twelve(m)}${m % 60 ? `:${two(m % 60)}` : ''}${m < 720 ? 'a' : 'p'}`,
  (m) => `${twelve(m)}${m % 60 ? `:${two(m % 60)}` : ''} ${m < 720 ? 'a.m.' : 'p.m.'}`,
  (m) => `${two(Math.floor(m / 60))}${two(m % 60)}`,
  (m) => clock(m),
  (m) => `${twelve(m)}${m % 60 ? two(m % 60) : ''}${m < 720 ? 'a' : 'p'}`,
];

function written(span: Span, { pick }: Draw): string {
  const style = pick(styles);
  return `${style(span.start)}${pick(['-', ' - ', ' to ', '–', ' – '])}${style(span.end)}`;
}

const hoursOf = ({ start, end }: Span): number => Math.round((((end - start + 1440) % 1440) / 60) * 2) / 2;
const partOf = ({ start }: Span): string => (start < 660 ? 'day' : start < 1050 ? 'evening' : 'night');

function shiftLine(span: Span, draw: Draw): string {
  const { pick } = draw;
  const times = written(span, draw);
  const part = partOf(span);
  const whole = Math.round(hoursOf(span));
  return pick([
    `Shift: ${times}`,
    `Shift Time: ${times}`,
    `Shift: ${part[0]?.toUpperCase()}${part.slice(1)}s, ${times}`,
    `Schedule: ${times}, ${pick([3, 4, 5])} shifts per week`,
    `Hours: ${times}`,
    `Work hours are ${times}`,
    `Shift Type - ${times} (${part}s)`,
    `${times} ${part} shift`,
    `${pick([3, 4])}x${whole} ${part}s ${times}`,
    `This is a ${whole} hour ${part} shift, ${times}`,
    times,
    `${times}, every other weekend`,
    `Must be able to work ${times}`,
    `RN needed for ${part}s ${times}`,
    `The shift is ${times} with a 30 minute lunch`,
    `Schedule ${times} 13 weeks`,
    `Assignment details: ${times}, ${whole} hrs x 3`,
    `${part[0]?.toUpperCase()}${part.slice(1)} shift (${times}), rotating weekends`,
    `Candidates work ${times} on three days a week`,
    `Shift/Hours: ${times}; call back within 30 minutes`,
    `Working hours will be ${times}, no on-call`,
    `Guaranteed hours 36, shift ${times}`,
  ]);
}

const noShiftWords = [
  'Shift: TBD',
  'Shift times to be determined by the unit',
  'Schedule: varies, set by the manager',
  'Must be flexible',
  'Hours: TBA',
  'See the unit manager for the schedule',
];

/** Times that are no shift. */
function timeTrap(draw: Draw): readonly [string, string] {
  const { pick } = draw;
  const open = written(
    pick([
      { start: 480, end: 1020 },
      { start: 420, end: 1200 },
      { start: 540, end: 1260 },
      { start: 360, end: 1380 },
    ]),
    draw,
  );
  return pick([
    ['opening hours', `The clinic is open ${open}, Monday through Friday`],
    ['opening hours', `Hours of operation: ${open}`],
    ['opening hours', `Opening hours: ${open}`],
    ['opening hours', `The outpatient center operates from ${open}`],
    ['opening hours', `Cafeteria hours ${open}`],
    ['opening hours', `Visiting hours are ${open}`],
    ['opening hours', `Our office hours: ${open}`],
    ['call', `On-call ${open} on weekends`],
    ['call', `Call hours: ${open}`],
    ['orientation', `Orientation is held ${open} in the first week`],
    ['contact', `Questions? Call us ${open}`],
    ['contact', `Recruiters are available ${open}`],
    ['differential', `Differential of $4.00 is paid for hours between ${open}`],
    ['interview', `Interviews take place ${open} by phone`],
    ['meeting', `Staff meetings on the second Tuesday, 8am-11am`],
    ['dates', 'Dates: 11/04/2024 - 02/01/2025'],
    ['ratio', 'Nurse to patient ratio 1:4 - 1:5'],
    ['notice', 'A cancellation needs 24 hours notice; 4 hours are paid'],
    ['weeks', '13 weeks, 36 hours per week'],
    ['opening hours', `Our pharmacy is open daily ${open}`],
    ['quiet hours', `Quiet hours on the unit: ${open}`],
    ['lunch', `Lunch is served ${open}`],
    ['shuttle', `A shuttle runs ${open}`],
    ['coverage', `Anesthesia coverage ${open}, call after that`],
    ['phone', 'Phone 555-0100-1900'],
  ]);
}

const cents = (draw: Draw, low: number, high: number): number => Math.round((low + draw.next() * (high - low)) * 4) / 4;
function money(amount: number, { chance }: Draw): string {
  return amount % 1 === 0 && chance(0.5) ? String(amount) : amount.toFixed(2);
}

function rateLine(rate: number, least: number | null, draw: Draw): string {
  const { pick } = draw;
  const hour = pick(['/hr', '/hour', ' per hour', '/HR', '']);
  if (least !== null) {
    const [low, high] = [money(least, draw), money(rate, draw)];
    return pick([
      `Bill rate: $${low} - $${high}${hour}`,
      `Bill Rate Range: $${low}-$${high}${hour}`,
      `Bill rate $${low} to $${high}${hour}`,
      `Min bill rate: $${low}, max bill rate: $${high}`,
      `The bill rate is between $${low} and $${high}${hour}`,
    ]);
  }
  const amount = money(rate, draw);
  return pick([
    `Bill rate: $${amount}${hour}`,
    `Bill Rate - $${amount}${hour}`,
    `BILL RATE $${amount}${hour}`,
    `BR: $${amount}${hour}`,
    `BR $${amount}`,
    `Bill rate: ${rate.toFixed(2)}`,
    `Billing rate of $${amount}${hour}`,
    `This order bills at $${amount} per hour`,
    `$${amount}/hr bill rate`,
    `Hourly bill rate: $${amount}`,
    `Regular bill rate: $${amount}${hour}`,
    `All-inclusive bill rate $${amount}${hour}`,
    `Max bill rate: $${amount}${hour}`,
    `Bill rate is up to $${amount}/hr`,
    `Rate: $${amount}/hr`,
    `Agency rate $${amount} per hour`,
    `Client bill rate (straight time) = $${amount}`,
    `Bill rate (all inclusive, no OT): $${amount}/hr`,
    `Bill: $${amount}, OT after 40 hours at time and a half`,
    `ST bill rate $${amount}, OT bill rate $${(rate * 1.5).toFixed(2)}`,
    `Bill $${amount}/hr, pay $${(rate * 0.62).toFixed(2)}/hr`,
    `The agency is billed $${amount} hourly for this order`,
    `New bill rate of $${amount} (was $${(rate - 5).toFixed(2)})`,
  ]);
}

/** Amounts that are no bill rate. */
function moneyTrap(draw: Draw): readonly [string, string] {
  const { pick } = draw;
  const rate = money(cents(draw, 30, 150), draw);
  const big = String(Math.round(cents(draw, 5, 40)) * 100);
  return pick([
    ['pay', `Pay rate: $${rate}/hr`],
    ['pay', `Pay: $${rate} per hour`],
    ['pay', `Earn up to $${rate}/hr`],
    ['pay', `Hourly wage $${rate}`],
    ['pay', `Taxable hourly rate: $${rate}/hr`],
    ['pay', `Compensation: $${rate} hourly`],
    ['gross', `Weekly gross: $${big}`],
    ['gross', `$${big}/week gross`],
    ['gross', `Estimated gross weekly pay $${big}.00`],
    ['stipend', `Meals and incidentals stipend $${big}/wk`],
    ['stipend', `Per diem $${rate}/day`],
    ['housing', `Housing allowance: $${big}`],
    ['housing', `Lodging $${rate} per night`],
    ['bonus', `Completion bonus $${big}`],
    ['bonus', `$${big} sign-on bonus`],
    ['bonus', `Referral bonus: $${big}`],
    ['overtime', `OT bill rate: $${rate}/hr`],
    ['overtime', `Overtime rate: $${rate}/hr`],
    ['overtime', `Overtime is billed at $${rate} per hour`],
    ['call-back', `Call back rate $${rate}/hr`],
    ['call-back', `Callback bill rate: $${rate}`],
    ['on-call', `On-call rate: $${rate}/hr`],
    ['holiday', `Holiday bill rate: $${rate}/hr`],
    ['charge', `Charge differential $3.00/hr`],
    ['shift differential', `Night shift differential: $${rate}/hr`],
    ['mileage', 'Mileage is reimbursed at $0.67 per mile'],
    ['orientation', `Orientation rate: $${rate}/hr`],
    ['local', `Local rate: $${rate}/hr`],
    ['former', `The former bill rate was $${rate}/hr`],
    ['week', `Bill rate is $${big} per week`],
    ['TBD', 'Bill rate: TBD'],
    ['TBD', 'Bill rate: negotiable'],
    ['pay', `Pays $${rate} an hour`],
    ['pay', `Nurses take home $${rate} per hour`],
    ['gross', `$${big} - $${Number(big) + 300} weekly`],
    ['bonus', `Extra $${rate}/hr for shifts picked up over 36 hours`],
    ['call-back', `Call: $4.00/hr, call back $${rate}/hr`],
    ['unlabeled', `$${rate}/hr`],
    ['license', `License fee refunded up to $${big}`],
    ['beds', '$40 million expansion, 320 beds'],
  ]);
}

const openers = [
  'Registered nurse for a busy ICU',
  'Travel assignment at a level II trauma center',
  'Join a friendly team of 24 nurses',
  'We are looking for an experienced surgical technologist',
  'Physical therapist for an outpatient clinic',
  'Medical center near the coast',
];
const fillers = [
  'BLS and ACLS required',
  'Two years of recent experience required',
  'Epic charting',
  'Float to sister units within the skill set',
  'Start date 12/02/2024',
  '13 week contract with possible extension',
  'Guaranteed 36 hours',
  'Time off must be requested in advance, up to 7 days',
  'State license in hand',
  'COVID-19 vaccination or declination',
  'Unit has 28 beds, ratio 1:5',
  'Uniform: navy blue scrubs',
  'References from the last 12 months',
  'Weekend requirement: every other weekend',
  'No locals within 50 miles',
  'Parking is free',
  '401k with match, health insurance from day 1',
];

const shells: readonly ((lines: readonly string[]) => string)[] = [
  (lines) => lines.join('\n'),
  (lines) => `${lines.join('. ')}.`,
  (lines) => `<ul>${lines.map((line) => `<li>${line.replaceAll('&', '&amp;')}</li>`).join('')}</ul>`,
  (lines) => lines.map((line) => `<p>${line.replaceAll(/^([A-Za-z ]{3,20}):/g, '<b>$1:</b>')}</p>`).join('\n'),
  (lines) => lines.join('<br>'),
  (lines) => `<div>${lines.join('&nbsp;<br/>\n')}</div>`,
  (lines) => lines.map((line) => `• ${line}`).join('\n'),
];

/** A description of the grammar: what it says, among traps that say something else. */
export function madeDescription(seed: number): MadeDescription {
  const draw = drawFrom(seed);
  const { pick, chance } = draw;
  const span = chance(0.72) ? pick(spans) : null;
  const rate = chance(0.7) ? cents(draw, 48, 160) : null;
  const least = rate !== null && chance(0.15) ? rate - cents(draw, 3, 12) : null;
  const lines = [pick(fillers), pick(fillers), pick(fillers)];
  const traps: string[] = [];
  const put = (line: string): void => {
    lines.splice(Math.floor(draw.next() * (lines.length + 1)), 0, line);
  };
  const trap = ([kind, line]: readonly [string, string]): void => {
    traps.push(kind);
    put(line);
  };
  if (span) put(shiftLine(span, draw));
  else if (chance(0.5)) put(pick(noShiftWords));
  if (rate !== null) put(rateLine(rate, least, draw));
  for (let n = 0; n < 3; n += 1) {
    if (chance(0.5)) trap(timeTrap(draw));
    if (chance(0.6)) trap(moneyTrap(draw));
  }
  const twoRates = rate !== null && least === null && chance(0.06);
  if (twoRates) trap(['two rates', `Bill rate: $${(rate + 11).toFixed(2)}/hr`]);
  const twoShifts = span !== null && chance(0.06);
  if (twoShifts) trap(['two shifts', shiftLine({ start: (span.start + 240) % 1440, end: (span.end + 240) % 1440 }, draw)]);
  const said = twoRates ? null : rate;
  const agreed = twoShifts ? null : span;
  return {
    text: pick(shells)([pick(openers), ...lines]),
    truth: {
      start: agreed && clock(agreed.start),
      end: agreed && clock(agreed.end),
      rate: said,
      minRate: said === null ? null : least,
    },
    traps,
  };
}
