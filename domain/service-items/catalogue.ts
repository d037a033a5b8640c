/** One operating value that the service reads. Its range includes both ends; a switch is 0 or 1. */
type Catalogued = {
  readonly label: string;
  /** What it changes, as a sentence. */
  readonly about: string;
  readonly unit: string;
  readonly least: number;
  readonly most: number;
  readonly default: number;
  /** Whether a customer can have a value of its own. */
  readonly perCustomer: boolean;
};

/** Every service item. A code without an item has the default, which is what the service did before items existed. */
export const serviceItems = {
  'posting.paused': {
    label: 'Posting paused',
    about: 'While it is on, nothing is sent to targets. Posts wait, and go out when it is off.',
    unit: 'switch',
    least: 0,
    most: 1,
    default: 0,
    perCustomer: true,
  },
  'collection.minimumMinutes': {
    label: 'Shortest collection interval',
    about: 'A task that is due more often is collected in this interval.',
    unit: 'minutes',
    least: 1,
    most: 1440,
    default: 1,
    perCustomer: true,
  },
  'collection.attemptsListed': {
    label: 'Collection attempts listed',
    about: 'How many of a task’s latest collections its history lists.',
    unit: 'attempts',
    least: 5,
    most: 500,
    default: 20,
    perCustomer: true,
  },
  'runs.keptDays': {
    label: 'Days that finished runs are kept',
    about: 'Collections and readings of target lists are forgotten after these days.',
    unit: 'days',
    least: 7,
    most: 400,
    default: 35,
    perCustomer: false,
  },
  'uploads.keptDays': {
    label: 'Days that uploaded files are kept',
    about: 'A file that was not staged is forgotten after these days.',
    unit: 'days',
    least: 1,
    most: 30,
    default: 1,
    perCustomer: false,
  },
  'notices.listed': {
    label: 'Notices listed',
    about: 'How many of a person’s latest notices the bell lists.',
    unit: 'notices',
    least: 20,
    most: 1000,
    default: 200,
    perCustomer: true,
  },
  'export.rows': {
    label: 'Rows of an exported file',
    about: 'The most lines that a file of the activity has. Its name says when there were more.',
    unit: 'rows',
    least: 100,
    most: 2_000_000,
    default: 250_000,
    perCustomer: true,
  },
  'ai.tokensPerDay': {
    label: 'AI tokens a day',
    about: 'How many tokens a customer may use in 24 hours. Then the built-in engine works alone, and AI prompts of rules wait.',
    unit: 'tokens',
    least: 0,
    most: 2_000_000_000,
    default: 1_000_000,
    perCustomer: true,
  },
  'ai.secondsPerDay': {
    label: 'AI seconds a day',
    about:
      'How many seconds models may work for a customer in 24 hours. Then the built-in engine works alone, and AI prompts of rules wait.',
    unit: 'seconds',
    least: 0,
    most: 86_400,
    default: 7200,
    perCustomer: true,
  },
} as const satisfies Readonly<Record<string, Catalogued>>;
export type ServiceItemCode = keyof typeof serviceItems;

const codes = Object.keys(serviceItems) as ServiceItemCode[];
export const isServiceItem = (code: string): code is ServiceItemCode => Object.hasOwn(serviceItems, code);

type Wish = { readonly code: string; readonly value: number; readonly forOne: boolean };

/** What is wrong with an item, by its field; null if nothing is. */
export function itemProblem({ code, value, forOne }: Wish): Record<string, string> | null {
  if (!isServiceItem(code)) return { code: `Choose one of these codes: ${codes.join(', ')}` };
  const { least, most, unit, perCustomer, label } = serviceItems[code];
  if (forOne && !perCustomer) return { customerId: `${label} applies to all customers: choose no customer.` };
  if (Number.isInteger(value) && value >= least && value <= most) return null;
  return {
    value:
      unit === 'switch'
        ? 'Enter 1 for on or 0 for off'
        : `Enter a whole number of ${unit} from ${least} to ${most.toLocaleString('en-US')}`,
  };
}

/** A value as people read it: “on”, “35 days”. */
export function valueWords(code: string, value: number): string {
  if (!isServiceItem(code)) return String(value);
  const { unit } = serviceItems[code];
  if (unit === 'switch') return value === 1 ? 'on' : 'off';
  return `${value.toLocaleString('en-US')} ${value === 1 ? unit.replace(/s$/, '') : unit}`;
}
