import type { CommandArgs, CommandName } from '#contract/commands/commands.ts';
import type { CollectionName, RowOf } from '#contract/rows/rows.ts';
import type { PreValues } from '#contract/sync/sync.ts';
import { choiceWords } from '#domain/jobs/changes.ts';
import { type FlagName, flag, has } from '#domain/jobs/flags.ts';
import { postDigest } from '#domain/posting/post-digest.ts';
import type { Command, RowKey, RowReader } from './command.ts';

/** The name of one bit of `chgMap` as a compared field. Bits are compared one by one, never the integer [S5]. */
export const flagField = <F extends FlagName>(name: F): `chgMap.${F}` => `chgMap.${name}`;

/** The field name for the fingerprint of everything that a target receives of a job. */
export const digestField = 'postDigest';

/** A compared field as a person saw it: a plain field, one bit of `chgMap`, the post digest, or choices of a source in words. Null if absent. */
export function baseValue<C extends CollectionName>(collection: C, row: RowOf<C>, field: string): unknown {
  if (collection === 'job') {
    const job = row as RowOf<'job'>;
    if (field === digestField) return postDigest(job);
    if (field === 'sameOrder') return (job.sameOrder ?? []).map(choiceWords).join('; ') || null;
    const name = field.startsWith('chgMap.') ? field.slice('chgMap.'.length) : '';
    if (name in flag) return has(job.chgMap, name as FlagName);
  }
  return (row as Readonly<Record<string, unknown>>)[field] ?? null;
}

/** `collection/id`, the key of a row in pre-values. */
export const preKey = (key: RowKey): string => `${key.collection}/${key.id}`;

/**
 * The pre-values to send with a command: its compared fields of every touched row, with the values on the sender's device [S5].
 */
export function preValuesOf<N extends CommandName>(command: Command<N>, args: CommandArgs<N>, rows: RowReader): PreValues {
  const fields = command.compares(args);
  const pre: PreValues = {};
  if (fields.length === 0) return pre;
  for (const key of command.touches(args)) {
    const row = rows.get(key.collection, key.id);
    if (row) pre[preKey(key)] = Object.fromEntries(fields.map((field) => [field, baseValue(key.collection, row, field)]));
    else if (command.comparesAbsent) pre[preKey(key)] = Object.fromEntries(fields.map((field) => [field, null]));
  }
  return pre;
}
