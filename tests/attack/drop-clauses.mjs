// Drops the condition on the customer from the SQL of this process, so that row level security alone keeps customers apart.
// Load it before the service (`--import`) with JOBDOCK_TEST_DROP_CLAUSES=all, or =seed:N for up to 30 conditions drawn by a seed.
import { createHash } from 'node:crypto';
import pg from 'pg';

const atMost = 30;
/** About one condition in this many is drawn. */
const oneIn = 12;
/** `customer_id = $1` and `= any($1::int[])`, with or without an alias and quotes. Not `acting_customer_id`. */
const condition =
  /(?:(?:\b\w+|"\w+")\.)?(?<![\w])"?customer_id"?\s*=\s*(?:any\s*\(\s*\$\d+(?:::\w+(?:\[\])?)?\s*\)|\$\d+(?:::\w+)?)/gi;
/** Where a value is written, not compared. */
const isWritten = (before) => /\b(?:set|do update set)\b(?:(?!\b(?:where|from)\b)[\s\S])*$/i.test(before);

/** Conditions that were dropped so far, as the statement and the place in it. */
export const dropped = new Set();

/** The statement without its conditions on the customer: all of them, or those that the seed draws. */
export function withoutConditions(text, choice) {
  return text.replace(condition, (found, at) => {
    if (isWritten(text.slice(0, at))) return found;
    const name = `${at} ${text}`;
    if (choice !== 'all' && !dropped.has(name)) {
      const drawn = createHash('sha256').update(`${choice} ${name}`).digest().readUInt32BE() % oneIn === 0;
      if (!drawn || dropped.size >= atMost) return found;
    }
    dropped.add(name);
    return `(${found} or true)`;
  });
}

/**
 * Makes every connection of this process send statements without these conditions, except those of the application `attack`. Returns
 * how to end that.
 */
export function dropConditions(choice) {
  const whole = Reflect.get(pg.Client.prototype, 'query');
  pg.Client.prototype.query = function (config, ...rest) {
    if (this.connectionParameters.application_name === 'attack') return whole.call(this, config, ...rest);
    if (typeof config === 'string') return whole.call(this, withoutConditions(config, choice), ...rest);
    const { text, name } = config;
    const cut = withoutConditions(text, choice);
    // A connection may have prepared the whole statement under the name before.
    return whole.call(this, cut === text ? config : { ...config, text: cut, name: name && `${name} cut` }, ...rest);
  };
  return () => {
    pg.Client.prototype.query = whole;
  };
}

const name = 'JOBDOCK_TEST_DROP_CLAUSES';
const choice = process.env[name];
if (choice !== undefined) {
  dropConditions(choice);
  process.on('exit', () => dropped.size > 0 && process.stdout.write(`${name}: ${dropped.size} conditions were dropped\n`));
}
