import { sql } from 'kysely';
import * as z from 'zod';
import type { Db } from '../../kit/db/connection.ts';

/** Lines that wait to be written. Beyond that they are dropped, and their number is said. */
const mostWaiting = 2000;
const everyMs = 1000;
const info = 30;
const warning = 40;

/** The parts of a line that are kept. Texts of errors and all other values may hold what people or vendors sent, so they are not. */
const Line = z.object({
  level: z.number(),
  time: z.number(),
  pid: z.number().optional(),
  hostname: z.string().optional(),
  msg: z.string().default(''),
  customer: z.number().optional(),
  customerId: z.number().optional(),
  run: z.object({ customerId: z.number() }).optional(),
  kind: z.string().optional(),
  job: z.string().optional(),
  route: z.string().optional(),
  url: z.string().optional(),
  reqId: z.string().optional(),
  jobId: z.string().optional(),
  /** Of a slow one, without its parameters. */
  statement: z.string().optional(),
  err: z.object({ type: z.string().optional(), message: z.string().optional() }).optional(),
});

type Kept = {
  readonly at: string;
  readonly level: number;
  readonly process: string;
  readonly area: string;
  readonly customer: number | null;
  readonly words: string;
  readonly error_id: string | null;
};

function keptOf(text: string): Kept | null {
  const read = Line.safeParse(parsed(text));
  if (!read.success || read.data.level < info) return null;
  const {
    level,
    time,
    pid,
    hostname = '',
    msg,
    customer,
    customerId,
    run,
    kind,
    job,
    route,
    url,
    reqId,
    jobId,
    statement,
    err,
  } = read.data;
  return {
    at: new Date(time).toISOString(),
    level,
    process: `${hostname} ${pid ?? ''}`.trim(),
    area: (kind ?? job ?? route ?? url ?? '').slice(0, 200),
    customer: customer ?? customerId ?? run?.customerId ?? null,
    words: wordsOf(statement === undefined ? msg : `${msg}: ${statement}`, err).slice(0, 500),
    error_id: level >= warning ? (reqId ?? jobId ?? null) : null,
  };
}

/** The sentence of the code, with the kind of the error. An error that is logged without a sentence has its own text there, which is not kept. */
const wordsOf = (msg: string, err: z.infer<typeof Line>['err']): string => {
  const sentence = err !== undefined && (msg === '' || msg === err.message) ? 'an error' : msg;
  return err?.type ? `${sentence} (${err.type})` : sentence;
};

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export type LogLines = {
  /** A destination of the logger. Never waits and never throws. */
  readonly write: (text: string) => void;
  /** Begins to write the lines to the database; the returned function writes the rest and ends. */
  readonly keepIn: (db: Db) => () => Promise<void>;
  /** Writes what waits. A line that cannot be written is dropped and counted. */
  readonly flush: (db: Db) => Promise<void>;
};

/** Collects what the logger says, to be read by administrators. Lines wait in memory and are written in batches. */
export function collectLogLines(): LogLines {
  let waiting: Kept[] = [];
  let dropped = 0;
  let writing = Promise.resolve();

  function write(text: string): void {
    const line = keptOf(text);
    if (line === null) return;
    if (waiting.length >= mostWaiting) dropped += 1;
    else waiting.push(line);
  }
  async function writeBatch(db: Db): Promise<void> {
    const [batch, missing] = [waiting, dropped];
    if (batch.length + missing === 0) return;
    waiting = [];
    dropped = 0;
    const lines = missing === 0 ? batch : [...batch, missingLine(missing)];
    try {
      await sql`
        insert into system_log (at, level, process, area, customer, words, error_id)
        select at, level, process, area, customer, words, error_id from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
          as l(at timestamptz, level int, process text, area text, customer int, words text, error_id text)`.execute(db);
    } catch {
      // Logging this would only add lines. The next batch that can be written says how many are missing.
      dropped += batch.length + missing;
    }
  }
  const flush = (db: Db): Promise<void> => {
    writing = writing.then(() => writeBatch(db));
    return writing;
  };
  return {
    write,
    flush,
    keepIn(db) {
      const timer = setInterval(() => void flush(db), everyMs);
      timer.unref();
      return () => {
        clearInterval(timer);
        return flush(db);
      };
    },
  };
}

const missingLine = (lines: number): Kept => ({
  at: new Date().toISOString(),
  level: warning,
  process: '',
  area: '',
  customer: null,
  words: `${lines.toLocaleString('en-US')} lines of the log were dropped: more came than could be written`,
  error_id: null,
});
